import { assertEquals, assertMatch } from "@std/assert";
import type { CallToolResult } from "../sdk.ts";
import { openSession } from "../session/document_session.ts";
import { TOOLS } from "../table.ts";
import { Client, ElicitRequestSchema, InMemoryTransport } from "../testing/sdk.ts";
import { GATE } from "../testing/tool_calls.ts";
import { createMcpServer } from "./create_mcp_server.ts";
import { serveTool } from "./serve_tool.ts";

/** Calls tools over a machine for a client whose person gives one answer to every question. */
async function withPerson(
  action: "accept" | "decline" | "fail",
  test: (
    call: (name: string, values: Record<string, unknown>) => Promise<CallToolResult>,
    folder: string,
    questions: readonly string[],
  ) => Promise<void>,
): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const path = `${folder}/gate.smdf.json`;
  await Deno.writeTextFile(path, JSON.stringify({ stateMachine: GATE }));
  const session = openSession({ path, root: folder });
  const info = { name: "loom-mcp", title: "The loom", version: "0.0.0" };
  const server = createMcpServer({ info, tools: TOOLS.map(serveTool) }, session);
  const client = new Client({ name: "test", version: "0" }, { capabilities: { elicitation: { form: {} } } });
  const questions: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    questions.push(params.message);
    if (action === "fail") throw new Error("no person");
    return { action, ...(action === "accept" ? { content: {} } : {}) };
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  try {
    const call = async (name: string, values: Record<string, unknown>) =>
      await client.callTool({ name, arguments: values }) as CallToolResult;
    await test(call, folder, questions);
  } finally {
    await client.close();
    await server.close();
    await session.close();
    await Deno.remove(folder, { recursive: true });
  }
}

const OVERWRITING = [
  [
    "create_state_machine",
    { namespace: "Home", name: "Fresh" },
    /holds a state machine with .* already\. Replace/,
  ],
  [
    "generate_code",
    { language: "python", path: "mine.py" },
    /was not made by the loom, and would be lost\. Replace/,
  ],
] as const;

Deno.test("a person who is asked can permit a tool to replace what is there", async () => {
  await withPerson("accept", async (call, folder, questions) => {
    await Deno.writeTextFile(`${folder}/mine.py`, "mine");
    for (const [at, [name, values, question]] of OVERWRITING.toReversed().entries()) {
      assertEquals((await call(name, values)).isError, undefined, name);
      assertMatch(questions[at] ?? "", question);
    }
  });
});

Deno.test("what the person does not permit is refused as it is without one", async () => {
  for (const action of ["decline", "fail"] as const) {
    await withPerson(action, async (call, folder, questions) => {
      await Deno.writeTextFile(`${folder}/mine.py`, "mine");
      for (const [name, values] of OVERWRITING) {
        const { isError, _meta } = await call(name, values);
        assertEquals([isError, _meta?.code], [true, "exists"]);
      }
      assertEquals(questions.length, OVERWRITING.length);
      assertEquals(await Deno.readTextFile(`${folder}/mine.py`), "mine");
      // Whoever says it outright is not asked.
      for (const overwrite of [true, false]) {
        await call("generate_code", { language: "python", path: "mine.py", overwrite });
      }
      assertEquals(questions.length, OVERWRITING.length);
    });
  }
});

Deno.test("pictures and code that are written come with a link", async () => {
  await withPerson("decline", async (call, folder) => {
    for (
      const [name, values, file, mimeType] of [
        ["render_diagram", {}, "gate.png", "image/png"],
        ["render_diagram", { format: "svg" }, "gate.svg", "image/svg+xml"],
        ["generate_code", { language: "typescript", path: "gate.ts" }, "gate.ts", "text/x-typescript"],
      ] as const
    ) {
      const { content } = await call(name, values);
      const link = { type: "resource_link", uri: `file://${folder}/${file}`, name: file, mimeType };
      assertEquals(content.find(({ type }) => type === "resource_link") as object, link);
    }
  });
});
