/**
 * A newcomer's first five minutes, from nothing to a machine that an agent designs and a browser shows live: with a clone,
 * with the executables, with npm, with the container. Prints the seconds of each step, and ends with 1 when one fails or a way takes
 * too long.
 *
 * Run it with `deno task soak newcomer`, or one way with `deno run -A --lock=tests/deno.lock tests/soak/newcomer_soak.ts container`.
 *
 * @module
 */
import { closeStdio } from "../../mcp/testing/close_stdio.ts";
import { Client, StdioClientTransport, StreamableHTTPClientTransport } from "../../mcp/testing/sdk.ts";
import { openBrowser } from "../browser/browser.ts";
import { Container, CONTAINER_TOKEN, NO_CONTAINER } from "../container.ts";
import { executables, NO_EXECUTABLES, runProgram } from "../executables.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** The most seconds that a way may take. */
const MOST_SECONDS = 300;

/** A way to get the loom. */
interface Way {
  readonly name: string;
  /** Installs it in an empty folder; gives the words that start `loom` there. */
  readonly install: (folder: string) => Promise<readonly string[]>;
  /** What exists before the clock starts, as releases and registries have it. */
  readonly prepare?: () => Promise<unknown>;
}

let packages = "";

const WAYS: readonly Way[] = [
  {
    name: "clone",
    async install(folder) {
      await run(["git", "clone", "--quiet", ROOT, `${folder}/loom`], folder);
      const deno = ["npx", "--yes", "deno@2.9.6", "run", "-A", "--quiet"];
      // `deno task loom` does this first.
      await run([...deno, "scripts/build.ts"], `${folder}/loom`);
      return [...deno, `${folder}/loom/cli/main.ts`];
    },
  },
  {
    name: "executables",
    prepare: executables,
    async install(folder) {
      const built = await executables();
      await run(["cp", `${built}/loom`, `${built}/loom-mcp`, folder], folder);
      return [`${folder}/loom`];
    },
  },
  {
    name: "npm",
    async prepare() {
      packages = await Deno.makeTempDir();
      await run([Deno.execPath(), "run", "-A", "scripts/npm.ts", packages], ROOT);
    },
    async install(folder) {
      const tarballs = Array.from(Deno.readDirSync(packages), ({ name }) => `${packages}/${name}`);
      await run(["npm", "install", "--silent", ...tarballs.filter((path) => path.endsWith(".tgz"))], folder);
      return [`${folder}/node_modules/.bin/loom`];
    },
  },
];

/** Nothing that others left: no cache of Deno, none of npm, no settings. */
function freshEnv(folder: string): Record<string, string> {
  return {
    HOME: folder,
    DENO_DIR: `${folder}/deno`,
    npm_config_cache: `${folder}/npm`,
    LOOM_BRIDGE_PORT: "0",
    LOOM_WEB_PORT: "0",
  };
}

async function run(words: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const [command = "", ...args] = words;
  const { code, stdout, stderr } = await runProgram(command, args, { cwd, env });
  if (code !== 0) throw new Error(`${words.join(" ")} failed:\n${stderr}`);
  return stdout;
}

/** Prints steps with their seconds. */
function stepsOf(name: string): { step(title: string): void; total(): number } {
  const start = performance.now();
  let last = start;
  return {
    step(title) {
      const now = performance.now();
      console.log(`${name.padEnd(12)} ${title.padEnd(32)} ${((now - last) / 1000).toFixed(1).padStart(6)} s`);
      last = now;
    },
    total: () => (performance.now() - start) / 1000,
  };
}

/** Goes one way; prints each step with its seconds. */
async function go({ name, install, prepare }: Way): Promise<number> {
  await prepare?.();
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "newcomer-" }));
  const env = freshEnv(folder);
  const { step, total } = stepsOf(name);
  try {
    const loom = await install(folder);
    step("install");
    await run([...loom, "new", "door.smdf.json", "--template", "empty"], folder, env);
    step("first command");
    await using server = await serve([...loom, "serve", "door.smdf.json", "--web"], folder, env);
    const [hub = "", web = ""] = server.addresses;
    step("hub and pages");
    await using browser = await openBrowser();
    const page = await browser.page();
    await page.goto(web);
    await page.locator('[data-state="Root"]').first().waitFor({ state: "attached" });
    step("page in the browser");
    const config = await run(
      [...loom, "--bridge", hub, "mcp-config", "--project", "door.smdf.json"],
      folder,
      env,
    );
    await designBy(JSON.parse(config).mcpServers.loom, env);
    step("machine by an agent");
    await page.locator('[data-state="Open"]').first().waitFor();
    step("seen in the browser");
    return total();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The way of the container, whose image is there: one port, one token, the agent over HTTP. */
async function goWithContainer(): Promise<number> {
  await using container = await Container.build();
  const { step, total } = stepsOf("container");
  const made = await container.loom("new", "/data/door.smdf.json", "--template", "empty");
  if (made.code !== 0) throw new Error(made.stderr);
  step("first command");
  await using server = await container.serve("/data/door.smdf.json");
  step("hub, pages and agent tools");
  await using browser = await openBrowser();
  const page = await browser.page();
  await page.goto(server.url);
  await page.getByLabel("Token").fill(CONTAINER_TOKEN);
  await page.keyboard.press("Enter");
  await page.locator('[data-state="Root"]').first().waitFor({ state: "attached" });
  step("page in the browser");
  const client = new Client({ name: "newcomer", version: "1.0.0" });
  const headers = { authorization: `Bearer ${CONTAINER_TOKEN}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", server.url), { requestInit: { headers } }),
  );
  try {
    await design(client);
  } finally {
    await client.close();
  }
  step("machine by an agent");
  await page.locator('[data-state="Open"]').first().waitFor();
  step("seen in the browser");
  return total();
}

/** Starts a server, and waits for its two addresses. */
async function serve([command = "", ...args]: readonly string[], cwd: string, env: Record<string, string>) {
  const child = new Deno.Command(command, {
    args,
    cwd,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "null",
    detached: true,
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (text.split("\n").length < 3) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`${command} ${args.join(" ")} ended.`);
    text += value;
  }
  return {
    addresses: text.split("\n"),
    async [Symbol.asyncDispose]() {
      // The whole group, as a terminal does: npx does not pass signals on.
      await runProgram("kill", ["-INT", "--", `-${child.pid}`]);
      while (!(await reader.read()).done);
      await child.status;
    },
  };
}

/** An agent that follows the settings, and designs a door. */
async function designBy(
  settings: { readonly command: string; readonly args?: string[]; readonly env: Record<string, string> },
  env: Record<string, string>,
): Promise<void> {
  const client = new Client({ name: "newcomer", version: "1.0.0" });
  const path = Deno.env.get("PATH") ?? "";
  const transport = new StdioClientTransport({
    ...settings,
    env: { PATH: path, ...env, ...settings.env },
    stderr: "ignore",
  });
  await client.connect(transport);
  try {
    await design(client);
  } finally {
    await closeStdio(client, transport);
  }
}

/** The calls of an agent that designs a door. */
async function design(client: Client): Promise<void> {
  const calls: readonly (readonly [string, Record<string, unknown>])[] = [
    ["add_event", { id: "open" }],
    ["add_state", { name: "Closed" }],
    ["add_state", { name: "Open" }],
    ["add_transition", { state: "Closed", event: "open", nextState: "Open" }],
    ["validate_definition", {}],
  ];
  for (const [name, values] of calls) {
    const { isError, content } = await client.callTool({ name, arguments: values });
    if (isError) throw new Error(`${name} failed: ${JSON.stringify(content)}`);
  }
}

/** The ways, each with the reason why it is not tried here. */
const ALL: readonly {
  readonly name: string;
  readonly reason?: string | undefined;
  run(): Promise<number>;
}[] = [
  ...WAYS.map((way) => ({
    name: way.name,
    reason: way.name === "executables" ? NO_EXECUTABLES : undefined,
    run: () => go(way),
  })),
  { name: "container", reason: NO_CONTAINER, run: goWithContainer },
];

let failed = 0;
for (
  const { name, reason, run } of ALL.filter(({ name }) => Deno.args.length === 0 || Deno.args.includes(name))
) {
  if (reason !== undefined) {
    console.log(`${name} is not tried: ${reason}.`);
    continue;
  }
  try {
    const seconds = await run();
    console.log(`${name.padEnd(12)} ${"all".padEnd(32)} ${seconds.toFixed(1).padStart(6)} s\n`);
    if (seconds > MOST_SECONDS) failed++;
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}\n`);
    failed++;
  }
}
if (packages !== "") await Deno.remove(packages, { recursive: true });
Deno.exit(failed === 0 ? 0 : 1);
