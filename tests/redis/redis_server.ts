/**
 * The Redis that tests run: whether there is one, and servers of it that keep nothing.
 *
 * @module
 */

const COMMAND = "redis-server";

/** Whether Redis is there; what needs it is ignored without it. */
export const HAS_REDIS: boolean = endsWell(["--version"]);

function endsWell(args: readonly string[]): boolean {
  try {
    return new Deno.Command(COMMAND, { args: [...args], stdout: "null", stderr: "null" }).outputSync()
      .success;
  } catch {
    return false;
  }
}

/** A Redis of a test's own. */
export interface RedisServer {
  readonly port: number;
  readonly url: string;
  /** Stops it as it stands: it answers nothing and keeps its connections. */
  freeze(): void;
  /** Goes on after {@linkcode RedisServer.freeze}. */
  thaw(): void;
  /** Ends it, with all that it holds. */
  kill(): Promise<void>;
}

/** How often another port is tried: between finding a free one and taking it, it may be taken. */
const TRIES = 5;

/**
 * Starts a Redis that writes nothing to disk.
 *
 * @param port the port to take; a free one without
 */
export async function startRedis(port?: number, password?: string): Promise<RedisServer> {
  for (let tries = 1;; tries++) {
    const server = await tryRedis(port ?? freePort(), password);
    if (server !== undefined) return server;
    if (tries === TRIES) throw new Error("redis-server did not start.");
  }
}

async function tryRedis(port: number, password: string | undefined): Promise<RedisServer | undefined> {
  const folder = await Deno.makeTempDir({ prefix: "loom-redis-" });
  const options = [
    "--bind",
    "127.0.0.1",
    "--port",
    String(port),
    "--save",
    "",
    "--appendonly",
    "no",
    "--dir",
    folder,
  ];
  const child = new Deno.Command(COMMAND, {
    args: [...options, ...(password === undefined ? [] : ["--requirepass", password])],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let ended: Promise<void> | undefined;
  const end = () => ended ??= child.status.then(() => Deno.remove(folder, { recursive: true }));
  if (!await saysReady(child.stdout)) {
    await end();
    return undefined;
  }
  return {
    port,
    url: `redis://${password === undefined ? "" : `:${password}@`}127.0.0.1:${port}`,
    freeze: () => child.kill("SIGSTOP"),
    thaw: () => child.kill("SIGCONT"),
    kill: async () => {
      if (ended === undefined) child.kill("SIGKILL");
      await end();
    },
  };
}

/** Reads what the server says until it is ready; `false` when it ends before. */
async function saysReady(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<boolean> {
  let text = "";
  const reader = output.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return false;
    text += value;
    if (!text.includes("Ready to accept connections")) continue;
    await reader.cancel();
    return true;
  }
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
