/**
 * Hub processes that share a Redis and a folder.
 *
 * @module
 */
import { type RedisServer, startRedis } from "./redis_server.ts";

/** A hub that runs as a process. */
export interface HubProcess {
  readonly url: string;
  /** What it logged so far. */
  readonly log: () => string;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
  /** Asks it to end. */
  stop(): Promise<void>;
}

/** Hubs that share a Redis and a folder. */
export interface HubProcesses {
  readonly folder: string;
  readonly redis: RedisServer;
  readonly hubs: readonly HubProcess[];
}

/** Runs a test with some hubs, which are gone afterwards. */
export async function withHubs(count: number, test: (hubs: HubProcesses) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "loom-hubs-" }));
  const redis = await startRedis();
  const hubs: HubProcess[] = [];
  const add = async () => {
    hubs.push(await startHub(redis.url, folder));
  };
  try {
    await Promise.all(Array.from({ length: count }, add));
    await test({ folder, redis, hubs });
  } catch (error) {
    // A test that fails says what the hubs saw.
    for (const hub of hubs) console.error(hub.log());
    throw error;
  } finally {
    await Promise.all(hubs.map((hub) => hub.stop()));
    await redis.kill();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Starts a hub. */
export async function startHub(redisUrl: string, folder: string): Promise<HubProcess> {
  const program = new URL("../../cli/hub_main.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--no-check", program, "--port", "0", "--root", folder],
    env: { LOOM_REDIS_URL: redisUrl, LOOM_BRIDGE_TOKEN: "" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const logged: string[] = [];
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const logging = (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) logged.push(text);
  })();
  const { value } = await output.read();
  const reading = (async () => {
    while (!(await output.read()).done);
  })();
  let ended: Promise<void> | undefined;
  const end = () => ended ??= Promise.all([child.status, logging, reading]).then(() => {});
  if (value === undefined) {
    await end();
    throw new Error(`The hub did not start.\n${logged.join("")}`);
  }
  const endBy = async (signal: Deno.Signal) => {
    if (ended === undefined) child.kill(signal);
    await end();
  };
  return {
    url: value.trim(),
    log: () => logged.join(""),
    kill: () => endBy("SIGKILL"),
    stop: () => endBy("SIGTERM"),
  };
}
