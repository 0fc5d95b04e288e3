import { assertEquals } from "@std/assert";
import { openTestClient } from "../testing/client.ts";
import { LoggingMessageNotificationSchema } from "../testing/sdk.ts";
import { ToolError } from "../tool.ts";
import type { ServedTool } from "./parts.ts";

function tool(name: string, call: ServedTool["call"]): ServedTool {
  return { description: { name, inputSchema: { type: "object" } }, call };
}

const tools = [
  tool("greet", () => ({ content: [{ type: "text", text: "Hello." }] })),
  tool("refuse", () => {
    throw new ToolError("unknown_name", "There is no such state.");
  }),
  tool("break", () => {
    throw new TypeError("x is not a function");
  }),
  tool("talk", (_values, { log }) => {
    for (const level of ["debug", "info", "warning", "error"] as const) log(level, "talk", level);
    return { content: [] };
  }),
];

/** What the log has of calls, in order: level, logger, and what it is about. */
async function logged(calls: readonly string[], level?: "debug" | "info" | "error"): Promise<unknown[][]> {
  await using one = await openTestClient({ parts: { tools } });
  const heard: unknown[][] = [];
  one.client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    const data = params.data as string | { tool: string; code?: string };
    const about = typeof data === "string" ? [data] : [data.tool, data.code ?? "done"];
    heard.push([params.level, params.logger, ...about]);
  });
  if (level !== undefined) await one.client.setLoggingLevel(level);
  for (const name of calls) await one.client.callTool({ name });
  return heard;
}

Deno.test("the log tells each call at the level debug, with what went wrong", async () => {
  assertEquals(await logged(["greet", "refuse"], "debug"), [
    ["debug", "tools", "greet", "done"],
    ["debug", "tools", "refuse", "unknown_name"],
  ]);
});

Deno.test("the log tells defects, and no calls, to who has not asked for more", async () => {
  assertEquals(await logged(["greet", "refuse", "break"]), [["error", "tools", "break", "defect"]]);
});

Deno.test("the log brings a tool's own words from the level that was chosen", async () => {
  assertEquals(await logged(["talk"], "error"), [["error", "talk", "error"]]);
  assertEquals((await logged(["talk"])).map(([level]) => level), ["info", "warning", "error"]);
});
