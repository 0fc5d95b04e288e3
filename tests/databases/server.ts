import { assert } from "@std/assert";

/** The user and group that servers run as when the tests are run by root: `nobody` and `nogroup`. */
const NOBODY = 65_534;

const DECODER = new TextDecoder();

/** The user that programs of a server run as; none where the tests are not run by root. */
export function user(): { uid?: number; gid?: number } {
  return Deno.uid() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

/** Makes a temporary folder that the user of the servers owns. */
export async function ownedFolder(prefix: string): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix });
  const { uid, gid } = user();
  if (uid !== undefined && gid !== undefined) await Deno.chown(folder, uid, gid);
  return folder;
}

/** The first of some programs that is on the PATH or in one of the folders. */
export function programOf(names: readonly string[], folders: readonly string[] = []): string | undefined {
  const path = (Deno.env.get("PATH") ?? "").split(":");
  for (const folder of [...folders, ...path, "/usr/sbin"]) {
    for (const name of names) {
      try {
        if (Deno.statSync(`${folder}/${name}`).isFile) return `${folder}/${name}`;
      } catch {
        // The next folder may have it.
      }
    }
  }
  return undefined;
}

/** Runs a program to its end and returns what it printed. */
export async function run(program: string, args: readonly string[], input = ""): Promise<string> {
  const child = new Deno.Command(program, {
    args: [...args],
    ...user(),
    cwd: "/",
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = child.output();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).catch(() => {});
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await output;
  assert(code === 0, `${program}: ${DECODER.decode(stderr).slice(0, 3_000)}\n${input.slice(0, 4_000)}`);
  return DECODER.decode(stdout);
}

/** A database server of a test. */
export interface DatabaseServer extends AsyncDisposable {
  /** Its folder, with the socket. */
  readonly folder: string;
}

/**
 * Starts a server and waits until it says that it is ready.
 *
 * @param ready A word of the line on standard error that says so.
 * @param signal The signal that ends it.
 */
export async function startServer(
  program: string,
  args: readonly string[],
  folder: string,
  ready: string,
  signal: "SIGINT" | "SIGTERM",
): Promise<DatabaseServer> {
  const child = new Deno.Command(program, {
    args: [...args],
    ...user(),
    cwd: folder,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let told = "";
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const reading = (async () => {
    for await (const chunk of child.stderr) {
      told += DECODER.decode(chunk);
      if (told.includes(ready)) resolve();
    }
    reject(new Error(`${program} ended: ${told.slice(-2_000)}`));
  })();
  // It is only an error while the server starts.
  promise.catch(() => {});
  const close = async () => {
    try {
      child.kill(signal);
    } catch {
      // It has ended by itself.
    }
    await child.status;
    await reading;
    await Deno.remove(folder, { recursive: true });
  };
  const { promise: late, reject: giveUp } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => giveUp(new Error(`${program} did not start: ${told.slice(-2_000)}`)),
    60_000,
  );
  try {
    await Promise.race([promise, late]);
  } catch (error) {
    await close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return { folder, [Symbol.asyncDispose]: close };
}
