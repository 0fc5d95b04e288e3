/**
 * A shell in a folder of its own that has the `loom` command of this clone, for tests of documented command lines.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";

const ROOT = new URL("../", import.meta.url);
const MAIN = fromFileUrl(new URL("cli/main.ts", ROOT));
const CONFIG = fromFileUrl(new URL("deno.json", ROOT));

/** Lines that go on until ctrl-c. */
const ENDLESS = /^loom (?:serve|watch|narrative serve|lsp)\b/;

/** A shell for tests. */
export interface ShellBench {
  /** Its working folder; `examples` is in it. */
  readonly cwd: string;
  /** Runs a line; one that goes on until ctrl-c is ended when it has written its first words. */
  run(line: string): Promise<{ readonly code: number; readonly stderr: string }>;
}

/** Makes a shell below a folder. */
export async function shellBench(folder: string): Promise<ShellBench> {
  const bin = `${folder}/bin`;
  await Deno.mkdir(bin);
  const program = `#!/bin/sh\nexec "${Deno.execPath()}" run -A -q --config "${CONFIG}" "${MAIN}" "$@"\n`;
  await Deno.writeTextFile(`${bin}/loom`, program, { mode: 0o755 });
  const cwd = `${folder}/tour`;
  await Deno.mkdir(cwd);
  await copyExamples(`${cwd}/examples`);
  const env = {
    PATH: `${bin}:${Deno.env.get("PATH") ?? ""}`,
    LOOM_BRIDGE_PORT: "0",
    LOOM_WEB_PORT: "0",
    LOOM_NARRATIVE_PORT: "0",
    HOME: folder,
    DENO_DIR: await denoFolder(),
  };
  return {
    cwd,
    async run(line) {
      const shell = new Deno.Command("sh", {
        args: ["-c", ENDLESS.test(line) ? `exec ${line}` : line],
        cwd,
        env,
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      });
      if (ENDLESS.test(line)) return await startAndEnd(shell);
      const { code, stderr } = await shell.output();
      return { code, stderr: new TextDecoder().decode(stderr) };
    },
  };
}

/** Gives the reader the examples of the clone, to write beside. */
async function copyExamples(target: string): Promise<void> {
  await Deno.mkdir(target);
  const source = new URL("examples/", ROOT);
  for await (const { name, isFile } of Deno.readDir(source)) {
    if (isFile) await Deno.copyFile(new URL(name, source), `${target}/${name}`);
  }
}

/** Waits for the first words on standard output, then ends it as ctrl-c does. */
async function startAndEnd(shell: Deno.Command): Promise<{ code: number; stderr: string }> {
  const child = shell.spawn();
  const errors = new Response(child.stderr).text();
  const reader = child.stdout.getReader();
  const { done } = await reader.read();
  if (!done) child.kill("SIGINT");
  while (!(await reader.read()).done);
  const { code } = await child.status;
  return { code: done ? Math.max(code, 1) : code, stderr: await errors };
}

/** The cache of this Deno, so that another home downloads nothing. */
async function denoFolder(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const { denoDir }: { denoDir: string } = JSON.parse(new TextDecoder().decode(stdout));
  return denoDir;
}
