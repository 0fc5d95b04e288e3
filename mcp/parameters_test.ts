import { assert, assertEquals } from "@std/assert";
import { PARAMETERS } from "./parameters.ts";
import { inputSchema } from "./server/serve_tool.ts";
import { TOOLS, toolsOf } from "./table.ts";
import { TOOL_NOTES } from "./tool_notes.ts";
import { openTestClient } from "./testing/client.ts";
import { serveTool } from "./server/serve_tool.ts";

const ALL = toolsOf(undefined);

Deno.test("no row is about a parameter or a tool that is not there", () => {
  const used = new Set(
    TOOLS.flatMap(({ name, input }) =>
      Object.keys(input).map((one) => `${name}.${one}` in PARAMETERS ? `${name}.${one}` : one)
    ),
  );
  assertEquals(Object.keys(PARAMETERS).filter((row) => !used.has(row)), []);
  assertEquals(Object.keys(TOOL_NOTES).filter((name) => !ALL.some((tool) => tool.name === name)), []);
});

Deno.test("a parameter has a few words at most", () => {
  for (const tool of ALL) {
    for (const [parameter, property] of Object.entries(inputSchema(tool).properties)) {
      const { description = "" } = property as { description?: string };
      assert(description.split(/\s+/).length <= 8, `${tool.name}.${parameter}: ${description}`);
    }
  }
});

/** Parameters of the tools and their texts, as the page shows them. */
async function textsOnPage(): Promise<Record<string, Record<string, string>>> {
  const page = await Deno.readTextFile(new URL("TOOLS.md", import.meta.url));
  const parts = page.split(/^### /m).slice(1).map((part) => {
    const rows = [...part.split(/^## /m)[0]!.matchAll(/^\| (?:\*\*)?`(\w+)`(?:\*\*)? +\| (.*) \|$/gm)]; // a split gives one
    const texts = rows.map(([, parameter = "", rest = ""]) => [parameter, rest.split(" | ").at(-1)?.trim()]);
    return [part.split("\n")[0], Object.fromEntries(texts)];
  });
  return Object.fromEntries(parts);
}

Deno.test("the page about the tools and the wire have the same texts of parameters", async () => {
  await using one = await openTestClient({ parts: { tools: ALL.map(serveTool) } });
  const { tools } = await one.client.listTools();
  const sent = tools.map(({ name, inputSchema: { properties = {} } }) => {
    const texts = Object.entries(properties).map(([parameter, property]) => [
      parameter,
      (property as { description?: string }).description ?? "",
    ]);
    return [name, Object.fromEntries(texts)];
  });
  assertEquals(await textsOnPage(), Object.fromEntries(sent));
});
