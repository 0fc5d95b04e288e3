import { assertEquals, assertStringIncludes } from "@std/assert";
import { peerProgram } from "../scripts/repository.ts";
import { TOKEN, withLoomMcp } from "./mcp_http/loom_mcp.ts";

const ROOT = new URL("../", import.meta.url);

/** How long one run of the inspector may take, in milliseconds. */
const TIMEOUT = 60_000;

/** How long it may wait for a server that starts. */
const CONNECTING = ["--connect-timeout", "45000"];

/** How long it may linger once it has said all, in milliseconds. */
const LINGER = 1_000;

/** What the inspector said. */
interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The inspector's command-line mode, with a home of its own, where it keeps what it keeps. */
async function inspect(home: string, args: readonly string[]): Promise<Said> {
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      ...peerProgram("@modelcontextprotocol/inspector"),
      "--cli",
      "-q",
      ...CONNECTING,
      ...args,
    ],
    cwd: ROOT,
    env: { HOME: home, DENO_DIR: await denoDir(), NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const child = command.spawn();
  const stderr = new Response(child.stderr).text();
  let stdout = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    stdout += text;
    // On the oldest Deno the inspector lingers after some answers over HTTP, when it has nothing left to do.
    if (timer === undefined && isWhole(stdout)) timer = setTimeout(() => end(child), LINGER);
  }
  const { code, signal } = await child.status;
  clearTimeout(timer);
  return { code: signal === "SIGKILL" && isWhole(stdout) ? 0 : code, stdout, stderr: await stderr };
}

function end(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function isWhole(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

/** Where what was fetched from npm lies, which follows from the home unless it is said. */
async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

/** Whether the inspector can be had. */
async function isThere(): Promise<boolean> {
  const home = await Deno.makeTempDir();
  try {
    const { code, stderr } = await inspect(home, ["--version"]);
    if (code !== 0) {
      console.log(
        `tests/mcp_inspector_test.ts is skipped: the inspector cannot be had: ${stderr.split("\n")[0]}`,
      );
    }
    return code === 0;
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/** Makes a machine by the inspector alone, asks for it in three ways, and looks at the file. */
async function drive(
  options: readonly string[],
  folder: string,
  program: readonly string[] = [],
): Promise<void> {
  const run = async (...args: string[]) => {
    const said = await inspect(folder, [...options, ...args, "--", ...program]);
    assertEquals(said.code, 0, said.stderr + said.stdout);
    return JSON.parse(said.stdout);
  };
  const tool = (name: string, values: object) =>
    run("--method", "tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(values));
  const { tools } = await run("--method", "tools/list", "--strict");
  assertEquals(tools.some(({ name }: { name: string }) => name === "add_state"), true);
  await tool("create_state_machine", { namespace: "Home", name: "Door" });
  const added = await tool("add_state", { name: "Open" });
  assertStringIncludes(added.content[0].text, "Open");
  assertEquals(added.structuredContent.changed, true);
  const { contents } = await run("--method", "resources/read", "--uri", "loom://definition");
  assertStringIncludes(contents[0].text, "Open");
  const { messages } = await run("--method", "prompts/get", "--prompt-name", "design-state-machine");
  assertEquals(messages.length, 1);
  assertStringIncludes(await Deno.readTextFile(`${folder}/door.smdf.json`), '"Open"');
}

const ignore = !await isThere();

Deno.test({
  name: "the inspector drives loom-mcp over stdio",
  ignore,
  fn: async () => {
    const folder = await Deno.realPath(await Deno.makeTempDir());
    try {
      const main = new URL("mcp/main.ts", ROOT).href;
      const program = [Deno.execPath(), "run", "-A", "-q", "--no-check", main];
      // The inspector passes little of its own environment on.
      const variables = [`LOOM_PROJECT_FILE=${folder}/door.smdf.json`, `DENO_DIR=${await denoDir()}`];
      await drive(variables.flatMap((variable) => ["-e", variable]), folder, program);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "the inspector drives loom-mcp over HTTP",
  ignore,
  fn: async () => {
    await withLoomMcp({ LOOM_PROJECT_FILE: "door.smdf.json" }, async ({ url }, folder) => {
      const options = [url, "--transport", "http", "--header", `Authorization: Bearer ${TOKEN}`];
      await drive(options, folder);
      // A client that would rather speak the next revision of the protocol falls back to this one.
      const said = await inspect(folder, [...options, "--protocol-era", "auto", "--method", "prompts/list"]);
      assertEquals([said.code, JSON.parse(said.stdout).prompts.length], [0, 1], said.stderr);
    });
  },
});
