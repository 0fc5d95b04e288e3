/**
 * The tour of the first page, line by line, in a fresh folder.
 *
 * @module
 */
import { assert } from "@std/assert";
import { TempFolder } from "../cli/testing/loom.ts";
import { shellBench } from "./shell_bench.ts";

/** Lines that report a difference by their exit code. */
const DIFFERS = /^loom diff\b/;

Deno.test({
  name: "the tour of README.md runs line by line",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using folder = await TempFolder.make();
    const shell = await shellBench(folder.path);
    const lines = tourLines(await Deno.readTextFile(new URL("../README.md", import.meta.url)));
    assert(lines.length > 15, "the tour is found");
    for (const line of lines) {
      const { code, stderr } = await shell.run(line);
      assert(code === 0 || (code === 1 && DIFFERS.test(line)), `${line}\n${stderr}`);
    }
  },
});

/** The lines of the page's shell blocks that call the loom. */
function tourLines(page: string): string[] {
  const blocks = page.matchAll(/^```sh\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, block = ""]) =>
    block.split("\n").filter((line) => line.startsWith("loom "))
  );
}
