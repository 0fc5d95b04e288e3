/**
 * The tour of the first page, line by line, in a fresh folder.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { TempFolder } from "../cli/testing/loom.ts";

const ROOT = new URL("../", import.meta.url);
const MAIN = fromFileUrl(new URL("cli/main.ts", ROOT));
const CONFIG = fromFileUrl(new URL("deno.json", ROOT));

/** Lines that go on until ctrl-c. */
const ENDLESS = /^loom (?:serve|watch|narrative serve)\b/;

/** Lines that report a difference by their exit code. */
const DIFFERS = /^loom diff\b/;

Deno.test({
  name: "the tour of README.md runs line by line",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using folder = await TempFolder.make();
    const bin = `${folder.path}/bin`;
    await Deno.mkdir(bin);
    const program = `#!/bin/sh\nexec "${Deno.execPath()}" run -A -q --config "${CONFIG}" "${MAIN}" "$@"\n`;
    await Deno.writeTextFile(`${bin}/loom`, program, { mode: 0o755 });
    const cwd = `${folder.path}/tour`;
    await Deno.mkdir(cwd);
    // The reader stands in a clone.
    await Deno.symlink(new URL("examples", ROOT).pathname, `${cwd}/examples`);
    const env = {
      PATH: `${bin}:${Deno.env.get("PATH") ?? ""}`,
      LOOM_BRIDGE_PORT: "0",
      LOOM_WEB_PORT: "0",
      LOOM_NARRATIVE_PORT: "0",
      HOME: folder.path,
      DENO_DIR: await denoFolder(),
    };
    const lines = tourLines(await Deno.readTextFile(new URL("README.md", ROOT)));
    assert(lines.length > 15, "the tour is found");
    for (const line of lines) {
      const shell = new Deno.Command("sh", {
        args: ["-c", ENDLESS.test(line) ? `exec ${line}` : line],
        cwd,
        env,
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      });
      if (ENDLESS.test(line)) await startAndEnd(shell, line);
      else {
        const { code, stderr } = await shell.output();
        assert(
          code === 0 || (code === 1 && DIFFERS.test(line)),
          `${line}\n${new TextDecoder().decode(stderr)}`,
        );
      }
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

/** Waits for the first words on standard output, then ends it as ctrl-c does. */
async function startAndEnd(shell: Deno.Command, line: string): Promise<void> {
  const child = shell.spawn();
  const errors = new Response(child.stderr).text();
  const reader = child.stdout.getReader();
  const { done } = await reader.read();
  if (!done) child.kill("SIGINT");
  while (!(await reader.read()).done);
  const { code } = await child.status;
  assertEquals([done, code], [false, 0], `${line}\n${await errors}`);
}

/** The cache of this Deno, so that another home downloads nothing. */
async function denoFolder(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const { denoDir }: { denoDir: string } = JSON.parse(new TextDecoder().decode(stdout));
  return denoDir;
}
