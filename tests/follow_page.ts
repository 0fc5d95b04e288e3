/**
 * A page followed as its reader would: every shell line (`sh`) and every tool call (`text`) in order, in a folder of its own. A line
 * of a `console` block needs another system, ports or a person: its command line is read, and not run.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { readCommandLine } from "../cli/command_line.ts";
import { readHubSettings } from "../cli/hub/hub_settings.ts";
import { commandsFor } from "../cli/kind_commands.ts";
import { COMMANDS } from "../cli/table.ts";
import { TempFolder } from "../cli/testing/loom.ts";
import { LOOM_KINDS } from "../engine/kinds.ts";
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

const { tasks } = JSON.parse(await Deno.readTextFile(new URL("../deno.json", import.meta.url)));

/** Reads a line for a terminal as its program does, with every option; lines of other programs are taken as they are. */
function readLine(line: string): void {
  const [, setting, program, rest = ""] =
    /^(?:([A-Z_]+)=\S+ )?(loom-hub|loom|(?:npx --yes deno@\S+|deno) task)\b(.*)$/
      .exec(line) ?? [];
  if (program === undefined) return;
  const words = rest.trim().split(/\s+/);
  if (program === "loom") readCommandLine(words, commandsFor(LOOM_KINDS, COMMANDS));
  else if (program === "loom-hub") {
    readHubSettings(words, setting === undefined ? {} : { [setting]: "redis://[::1]" });
  } else assert(Object.hasOwn(tasks, words[0] ?? ""), `${line}: deno.json has no such task`);
}

/** Follows a page; an error names the line that cannot be followed. */
export async function followPage(text: string): Promise<void> {
  const all = blocksOf(text);
  for (const { language, lines } of all) if (language === "console") lines.forEach(readLine);
  const blocks = all.filter(({ language }) => language === "sh" || language === "text");
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
