/**
 * The executables, made once for all tests of a file.
 *
 * @module
 */
const ROOT = new URL("../", import.meta.url);
const DENORT_TOOL = new URL("../shared/tools/denort", ROOT);

/** The base runtime to build on where Deno cannot fetch its own is of this version. */
const DENO_VERSION = "2.6.8";

/** Reason why executables cannot be made here; `undefined` when they can. */
export const NO_EXECUTABLES: string | undefined = await reason();

async function reason(): Promise<string | undefined> {
  if (Deno.build.target !== "x86_64-unknown-linux-gnu") {
    return `there is no base runtime for ${Deno.build.target}`;
  }
  const isThere = await Deno.stat(DENORT_TOOL).then(() => true, () => false);
  return isThere ? undefined : "../shared/tools/denort is not here to provide a base runtime";
}

/** A program that has ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, without input. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: Deno.CommandOptions = {},
): Promise<Ended> {
  const child = new Deno.Command(command, { ...options, args: [...args], stdin: "null" });
  const { code, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/** A program that serves. */
export interface Serving extends AsyncDisposable {
  /** The lines that it printed first, which are its addresses. */
  readonly urls: readonly string[];
  /** Ends it, and gives its exit code. */
  stop(): Promise<number>;
}

/**
 * Starts a program that serves, and waits for its addresses.
 *
 * @param end Ends the process; by a signal when not given.
 */
export async function startServing(
  command: string,
  args: readonly string[],
  options: Deno.CommandOptions,
  end: (child: Deno.ChildProcess) => void | Promise<void> = (child) => child.kill("SIGTERM"),
): Promise<Serving> {
  const child = new Deno.Command(command, {
    ...options,
    args: [...args],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value = "" } = await output.read();
  const ended = async () => {
    await end(child);
    const { code } = await child.status;
    await output.cancel();
    return code;
  };
  let stopped: Promise<number> | undefined;
  const stop = () => stopped ??= ended();
  return { urls: value.trim().split("\n"), stop, [Symbol.asyncDispose]: async () => void await stop() };
}

async function succeed(command: string, args: readonly string[], options: Deno.CommandOptions = {}) {
  const ended = await runProgram(command, args, { cwd: ROOT, ...options });
  if (ended.code !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${ended.stderr}`);
  return ended.stdout.trim();
}

let made: Promise<string> | undefined;

/** The folder of the executables, which the end of the process removes. */
export function executables(): Promise<string> {
  return made ??= make();
}

async function make(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "loom-executables-" });
  globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  const bundle = `${folder}/bundle`;
  await succeed(Deno.execPath(), ["run", "-A", "scripts/bundle.ts", bundle]);
  const compile = ["run", "-A", "scripts/compile.ts", "--bundle", bundle, "--folder", folder];
  const env = { DENORT_BIN: await succeed(DENORT_TOOL.pathname, []) };
  await succeed("npx", ["--yes", `deno@${DENO_VERSION}`, ...compile], { env });
  return folder;
}
