import { assert, assertEquals } from "@std/assert";
import { TOOLS } from "./table.ts";
import { openToolBench } from "./testing/tool_calls.ts";

const page = await Deno.readTextFile(new URL("README.md", import.meta.url));

/** The calls that a block of the page shows, a line each. */
function callsIn(text: string): [string, Record<string, unknown>][] {
  const [, block = ""] = /```text\n([^`]*)```/.exec(text) ?? [];
  return block.trim().split("\n").map((line) => {
    const at = line.indexOf(" ");
    return [line.slice(0, at), JSON.parse(line.slice(at))];
  });
}

Deno.test("the calls that the page shows make a machine without findings", async () => {
  await using bench = await openToolBench(TOOLS, { content: undefined });
  const calls = callsIn(page);
  assert(calls.length > 10);
  for (const [name, values] of calls) {
    const { isError, text, data } = await bench.call(name, values);
    assertEquals(isError, false, `${name}: ${text}`);
    if (name === "validate_definition") assertEquals([data.errors, data.warnings], [0, 0], text);
    if (name === "simulate") assertEquals(data.state, "Open");
  }
});

Deno.test("the blocks of settings that the page shows are JSON", () => {
  const blocks = [...page.matchAll(/```json\n([^`]*)```/g)].map(([, block = ""]) => JSON.parse(block));
  assertEquals(blocks.map(({ mcpServers }) => Object.keys(mcpServers)), [["loom"], ["loom"]]);
});
