import { envAlias } from "@loom/protocol";
import { join, resolve } from "@std/path";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { type Health, healthOf } from "../health_of.ts";
import { readTokenFile } from "../live/token_file.ts";
import type { DOCKER_DOWN, DOCKER_LOGS, DOCKER_STATUS, DOCKER_UP } from "../table/container.ts";
import { UsageError } from "../usage_error.ts";
import { type Container, readContainer, runWords } from "./container.ts";
import { findDocker, mustDocker } from "./docker.ts";

type UpValues = Parameters<Run<typeof DOCKER_UP>>[1];

const NAME = "loom";
/** The file of the token, in the folder of documents. */
const TOKEN_FILE = ".loom-token";
/** The first port that is tried, and how many. */
const PORTS = { first: 4598, count: 100 } as const;
/** Asks of a container that starts, and the pause between them in milliseconds. */
const START = { asks: 240, pause: 250 } as const;

/** Runs the loom in a container, or tells of the one that runs. */
export const dockerUp: Run<typeof DOCKER_UP> = async (context, values) => {
  const { io } = context;
  const name = values.container ?? NAME;
  if (values.port !== undefined && !(values.port >= 1 && values.port <= 65_535)) {
    throw new UsageError(`${values.port} is no port: give a whole number from 1 to 65535.`);
  }
  const docker = await findDocker(io);
  const found = await readContainer(docker, name);
  const wanted = await wantedOf(context, values, found);
  const token = await tokenIn(wanted.folder);
  if (found === undefined || !isSame(found, wanted)) {
    if (found !== undefined) await mustDocker(docker, "remove the container", ["rm", "--force", name]);
    const env = { LOOM_BRIDGE_TOKEN: token };
    await mustDocker(docker, "start the container", runWords(name, wanted, userOf()), env);
  }
  const url = urlOf(wanted);
  const health = await started(url);
  return answerUp(context, { name, url, token, folder: wanted.folder, health });
};

/** Stops the container and removes it. */
export const dockerDown: Run<typeof DOCKER_DOWN> = async (context, { container: name = NAME }) => {
  const docker = await findDocker(context.io);
  const found = await readContainer(docker, name);
  if (found !== undefined) {
    // Lets it end by itself, which takes a moment.
    await docker(["stop", name]);
    await mustDocker(docker, "remove the container", ["rm", "--force", name]);
  }
  if (context.json) context.printJson({ name, removed: found !== undefined });
  else context.print(found === undefined ? `There is no container "${name}".` : `- ${name}`);
  return EXIT.done;
};

/** Tells whether the container runs and is well. */
export const dockerStatus: Run<typeof DOCKER_STATUS> = async (context, { container: name = NAME }) => {
  const found = await readContainer(await findDocker(context.io), name);
  const health: Health = found?.isRunning ? await healthOf(urlOf(found)) : {
    ok: false,
    reason: found === undefined ? `there is no container "${name}"` : `"${name}" has stopped`,
  };
  if (context.json) {
    const about = found === undefined
      ? {}
      : { url: urlOf(found), documentsDir: found.folder, image: found.image };
    context.printJson({ name, ...about, health });
  } else if (health.ok && found !== undefined) context.print([urlOf(found), found.folder]);
  else if (!health.ok) context.remark(`Not well: ${health.reason}. "loom docker up" starts it.`);
  return health.ok ? EXIT.done : EXIT.notLive;
};

/** Prints what the container wrote last. */
export const dockerLogs: Run<typeof DOCKER_LOGS> = async (context, { container: name = NAME }) => {
  const docker = await findDocker(context.io);
  const { code, stdout, stderr } = await docker(["logs", "--tail", "100", name]);
  if (code !== 0) {
    context.remark(`There is no container "${name}": "loom docker up" makes it.`);
    return EXIT.notLive;
  }
  // Docker keeps both streams apart; the loom remarks on the second one.
  const lines = `${stdout}${stderr}`.trimEnd();
  if (context.json) context.printJson({ name, lines: lines === "" ? [] : lines.split("\n") });
  else context.print(lines);
  return EXIT.done;
};

/** The container that is asked for: what is typed, else what there is, else the defaults. */
async function wantedOf(
  { io }: Context,
  { port, dir, image }: UpValues,
  found: Container | undefined,
): Promise<Container> {
  const folder = dir === undefined && found !== undefined ? found.folder : resolve(dir ?? "looms");
  // The daemon would make it, as root's.
  await Deno.mkdir(folder, { recursive: true });
  return {
    isRunning: true,
    image: image ?? envAlias("IMAGE", io.env) ?? found?.image ?? "loom",
    folder: await Deno.realPath(folder),
    port: port ?? found?.port ?? freePort(),
  };
}

function isSame(found: Container, wanted: Container): boolean {
  const { isRunning, image, folder, port } = wanted;
  return found.isRunning === isRunning && found.image === image && found.folder === folder &&
    found.port === port;
}

function freePort(): number {
  for (let port: number = PORTS.first; port < PORTS.first + PORTS.count; port++) {
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
  throw new UsageError(`The ports from ${PORTS.first} on are taken: name one with --port.`);
}

/** The token of a folder, which is made once. */
async function tokenIn(folder: string): Promise<string> {
  const path = join(folder, TOKEN_FILE);
  try {
    using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
    const token = crypto.getRandomValues(new Uint8Array(32)).toHex();
    await file.write(new TextEncoder().encode(`${token}\n`));
    return token;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return await readTokenFile(path);
    throw error;
  }
}

/** The user and group of this process, whose files documents become; systems without them have none. */
function userOf(): string | undefined {
  const [user, group] = [Deno.uid(), Deno.gid()];
  return user === null || group === null ? undefined : `${user}:${group}`;
}

function urlOf({ port }: Container): string {
  return `http://127.0.0.1:${port}`;
}

/** Waits until a server that starts is well; settles with the last answer when it takes too long. */
async function started(url: string): Promise<Health> {
  let health = await healthOf(url);
  for (let ask = 1; ask < START.asks && !health.ok; ask++) {
    await new Promise((resolve) => setTimeout(resolve, START.pause));
    health = await healthOf(url);
  }
  return health;
}

interface Up {
  readonly name: string;
  readonly url: string;
  readonly token: string;
  readonly folder: string;
  readonly health: Health;
}

function answerUp(context: Context, { name, url, token, folder, health }: Up): ExitCode {
  const mcp = `${url}/mcp`;
  if (context.json) {
    const loom = { type: "http", url: mcp, headers: { Authorization: `Bearer ${token}` } };
    const about = { url, mcp, token, documentsDir: folder, name, mcpConfig: { mcpServers: { loom } } };
    context.printJson({ ...health, ...about });
  } else if (health.ok) {
    context.print([`pages      ${url}`, `agents     ${mcp}`, `token      ${token}`, `documents  ${folder}`]);
  }
  if (!health.ok) {
    context.remark(`The container "${name}" is not well: ${health.reason}; see "loom docker logs".`);
  }
  return health.ok ? EXIT.done : EXIT.notLive;
}
