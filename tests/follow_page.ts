/**
 * A page followed as its reader would: every shell line (`sh`) and every tool call (`text`) in order, in a folder of its own.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { TempFolder } from "../cli/testing/loom.ts";
import { serveTool } from "../mcp/server/serve_tool.ts";
import { toolsOf } from "../mcp/table.ts";
import { openTestClient } from "../mcp/testing/client.ts";
import { shellBench } from "./shell_bench.ts";

interface Block {
  readonly language: string;
  readonly lines: readonly string[];
}

function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^ *```(\w+)\n(.*?)^ *```$/gms)].map(([, language = "", body = ""]) => ({
    language,
    lines: body.split("\n").map((line) => line.trim()).filter((line) => line !== ""),
  }));
}

/** Follows a page; an error names the line that cannot be followed. */
export async function followPage(text: string): Promise<void> {
  const blocks = blocksOf(text).filter(({ language }) => language === "sh" || language === "text");
  if (blocks.length === 0) return;
  await using folder = await TempFolder.make();
  const shell = await shellBench(await Deno.realPath(folder.path));
  await using agent = await openTestClient({
    path: `${shell.cwd}/statemachine.smdf.json`,
    parts: { tools: toolsOf(undefined).map(serveTool) },
  });
  for (const { language, lines } of blocks) {
    for (const line of lines) {
      if (language === "sh") {
        const { code, stderr } = await shell.run(line);
        assertEquals(code, 0, `${line}\n${stderr}`);
      } else {
        const at = line.indexOf(" ");
        const call = { name: line.slice(0, at), arguments: JSON.parse(line.slice(at)) };
        const { isError, content } = await agent.client.callTool(call);
        assert(isError !== true, `${line}\n${JSON.stringify(content)}`);
      }
    }
  }
}
