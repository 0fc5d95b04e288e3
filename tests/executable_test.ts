import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { readPng } from "../bridge/picture/testing/read_png.ts";
import { closeStdio } from "../mcp/testing/close_stdio.ts";
import { Client, StdioClientTransport } from "../mcp/testing/sdk.ts";
import type { CallToolResult } from "../mcp/sdk.ts";

/** The runtime that executables can be built on where Deno cannot fetch its own is of this version. */
const DENO_VERSION = "2.6.8";

const ROOT = new URL("../", import.meta.url);
const DENORT_TOOL = new URL("../shared/tools/denort", ROOT);

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(
  command: string,
  args: readonly string[],
  options: Deno.CommandOptions = {},
): Promise<Ended> {
  const { code, stdout, stderr } = await new Deno.Command(command, {
    ...options,
    args: [...args],
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/** Builds on the stand-in runtime with the Deno that fits it: the one that runs this, or one from npm. */
async function buildInto(folder: string, name: string): Promise<string> {
  const denort = await run(DENORT_TOOL.pathname, []);
  assertEquals(denort.code, 0, denort.stderr);
  const compile = ["run", "-A", "scripts/compile.ts", name, "--folder", folder];
  const options = { cwd: ROOT, env: { DENORT_BIN: denort.stdout.trim() } };
  const built = Deno.version.deno === DENO_VERSION
    ? await run(Deno.execPath(), compile, options)
    : await run("npx", ["--yes", `deno@${DENO_VERSION}`, ...compile], options);
  assertEquals(built.code, 0, built.stderr);
  return `${folder}/${name}`;
}

async function reasonToSkip(): Promise<string | undefined> {
  if (Deno.build.target !== "x86_64-unknown-linux-gnu") {
    return `there is no stand-in runtime for ${Deno.build.target}`;
  }
  const isThere = await Deno.stat(DENORT_TOOL).then(() => true, () => false);
  return isThere ? undefined : "../shared/tools/denort is not here to provide a base runtime";
}

const reason = await reasonToSkip();
if (reason !== undefined) console.log(`The executable is not tried: ${reason}.`);

Deno.test({
  name: "the loom executable makes, validates, runs and draws a machine in an empty folder",
  ignore: reason !== undefined,
  async fn() {
    const built = await Deno.makeTempDir();
    const empty = await Deno.makeTempDir();
    try {
      const executable = await buildInto(built, "loom");
      // Nothing of the machine it was built on: no Deno, no cache, no home.
      const loom = (...args: string[]) => run(executable, args, { cwd: empty, clearEnv: true });

      const version = await loom("--version");
      assertEquals(version.code, 0, version.stderr);
      assertMatch(version.stdout, /\d+\.\d+\.\d+/);

      const created = await loom("new", "door.smdf.json");
      assertEquals(created.code, 0, created.stderr);

      const edits = [
        ["add-event", "open"],
        ["add-state", "Closed"],
        ["add-state", "Open"],
        ["add-transition", "Closed", "open", "--to", "Open"],
      ];
      for (const edit of edits) {
        const edited = await loom("--doc", "door.smdf.json", ...edit);
        assertEquals(edited.code, 0, edited.stderr);
      }
      const validated = await loom("validate", "door.smdf.json", "--json");
      assertEquals(validated.code, 0, validated.stdout + validated.stderr);

      const ran = await loom("run", "door.smdf.json", "--events", "open");
      assertEquals(ran.code, 0, ran.stderr);
      assertStringIncludes(ran.stdout, "Closed → Open");

      const drawn = await loom("render", "door.smdf.json", "--as", "mermaid", "--out", "-");
      assertEquals(drawn.code, 0, drawn.stderr);
      assertStringIncludes(drawn.stdout, "stateDiagram-v2");

      const pictured = await loom("render", "door.smdf.json", "--as", "png", "--scale", "1");
      assertEquals(pictured.code, 0, pictured.stderr);
      const { width, height } = await readPng(await Deno.readFile(`${empty}/door.png`));
      assertStringIncludes(pictured.stderr, `png ${width}×${height} · `);
    } finally {
      await Deno.remove(built, { recursive: true });
      await Deno.remove(empty, { recursive: true });
    }
  },
});

Deno.test({
  name: "the loom-hub executable serves, and stops when it is told to",
  ignore: reason !== undefined,
  async fn() {
    const built = await Deno.makeTempDir();
    try {
      const executable = await buildInto(built, "loom-hub");
      const hub = new Deno.Command(executable, {
        args: ["--port", "0"],
        cwd: built,
        clearEnv: true,
        stdin: "null",
        stdout: "piped",
        stderr: "null",
      }).spawn();
      const said = hub.stdout.pipeThrough(new TextDecoderStream()).getReader();
      const { value: url = "" } = await said.read();
      const health = await fetch(new URL("/health", url.trim()));
      assertEquals(health.status, 200, await health.text());
      hub.kill("SIGTERM");
      assertEquals((await hub.status).code, 0);
      assertEquals((await said.read()).done, true);
    } finally {
      await Deno.remove(built, { recursive: true });
    }
  },
});

Deno.test({
  name: "the loom-mcp executable serves an agent that makes, checks and draws a machine, under any name",
  ignore: reason !== undefined,
  async fn() {
    const built = await Deno.makeTempDir();
    const empty = await Deno.realPath(await Deno.makeTempDir());
    try {
      await buildInto(built, "loom-mcp");
      const executable = `${built}/smcraft-mcp`;
      const client = new Client({ name: "test", version: "0.0.0" });
      const env = { SMCRAFT_PROJECT_FILE: `${empty}/door.smdf.json` };
      const transport = new StdioClientTransport({ command: executable, cwd: empty, env, stderr: "ignore" });
      await client.connect(transport);
      try {
        const calls: readonly (readonly [string, Record<string, unknown>])[] = [
          ["create_state_machine", { namespace: "Home", name: "Door" }],
          ["add_event", { id: "open" }],
          ["add_state", { name: "Closed" }],
          ["add_state", { name: "Open", kind: "final" }],
          ["add_transition", { state: "Closed", event: "open", nextState: "Open" }],
          ["validate_definition", {}],
          ["generate_code", { language: "python" }],
          ["render_diagram", { format: "png", scale: 1 }],
        ];
        for (const [name, values] of calls) {
          const { content, isError } = await client.callTool({ name, arguments: values }) as CallToolResult;
          const [first] = content;
          assertEquals(isError ?? false, false, first?.type === "text" ? first.text : name);
        }
      } finally {
        await closeStdio(client, transport);
      }
      const { width } = await readPng(await Deno.readFile(`${empty}/door.png`));
      assertEquals(width > 100, true);
    } finally {
      await Deno.remove(built, { recursive: true });
      await Deno.remove(empty, { recursive: true });
    }
  },
});
