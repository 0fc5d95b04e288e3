/**
 * The program `loom-mcp` as clients start it: a process with standard streams.
 *
 * @module
 */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { toolsOf } from "../mcp/table.ts";
import { startLoomMcp } from "./mcp_stdio/loom_mcp.ts";

const MAIN = new URL("../mcp/main.ts", import.meta.url).href;

/** A folder of its own for a test. */
async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function begin(folder: string, env: Record<string, string> = {}): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--no-check", MAIN],
    cwd: folder,
    env: {
      NO_COLOR: "1",
      LOOM_PROJECT_FILE: "door.smdf.json",
      LOOM_BRIDGE_URL: "",
      LOOM_MCP_HTTP_PORT: "",
      ...env,
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

const HELLO = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
const call = (id: number, name: string, values: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: values },
});

/** Gives a program lines, closes its input, and takes all it says. */
async function feed(child: Deno.ChildProcess, lines: readonly unknown[]) {
  const text = lines.map((line) => typeof line === "string" ? line : JSON.stringify(line)).join("\n") + "\n";
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const out = new TextDecoder().decode(stdout);
  const answers = out.trimEnd().split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  return { code, answers, err: new TextDecoder().decode(stderr) };
}

Deno.test("a client lists the tools, makes a machine and reads it", () =>
  inFolder(async (folder) => {
    await using mcp = await startLoomMcp({ LOOM_PROJECT_FILE: `${folder}/door.smdf.json` });
    const { tools } = await mcp.client.listTools();
    assertEquals(tools.map(({ name }) => name), toolsOf(undefined).map(({ name }) => name));
    assertEquals(mcp.client.getServerVersion()?.name, "loom-mcp");
    for (
      const [name, values] of [
        ["create_state_machine", { namespace: "Home", name: "Door" }],
        ["add_event", { id: "open" }],
        ["add_state", { name: "Closed" }],
        ["add_state", { name: "Open", kind: "final" }],
        ["add_transition", { state: "Closed", event: "open", nextState: "Open" }],
      ] as const
    ) {
      const { isError, text } = await mcp.call(name, values);
      assertEquals(isError, false, text);
    }
    const { data } = await mcp.call("validate_definition");
    assertEquals([data.valid, data.warnings], [true, 0]);
    const file = JSON.parse(await Deno.readTextFile(`${folder}/door.smdf.json`));
    assertEquals(file.stateMachine.state.states, [
      { name: "Closed", transitions: [{ event: "open", nextState: "Open" }] },
      { name: "Open", kind: "final" },
    ]);
  }));

Deno.test("what was asked before the input ended is answered, in order, and the program ends with 0", () =>
  inFolder(async (folder) => {
    const { code, answers } = await feed(begin(folder), [
      HELLO,
      { jsonrpc: "2.0", method: "notifications/initialized" },
      call(1, "create_state_machine", { namespace: "n", name: "M" }),
      "this is no message",
      call(2, "add_state", { name: "A" }),
      call(3, "list_states"),
    ]);
    assertEquals([code, answers.map(({ id }) => id)], [0, [0, 1, 2, 3]]);
    assertStringIncludes(answers[3].result.content[0].text, "A");
  }));

Deno.test("a message that is too long is answered with an error, and the next one as ever", () =>
  inFolder(async (folder) => {
    await using mcp = await startLoomMcp({ LOOM_PROJECT_FILE: `${folder}/door.smdf.json` });
    await mcp.call("create_state_machine", { namespace: "n", name: "M" });
    const notes = "x".repeat(11 * 1024 * 1024);
    await assertRejects(
      () => mcp.call("set_notes", { notes }),
      Error,
      "and 10485760 are the most: send less at once",
    );
    // One that is long and not too long.
    const { isError } = await mcp.call("set_notes", { notes: notes.slice(0, 7_000_000) });
    assertEquals(isError, false);
    const { text, data } = await mcp.call("get_definition");
    assertEquals(text.length < 24_000, true);
    assertStringIncludes(String(data.rest), "/settings/notes");
  }));

Deno.test("a batch is answered in the revisions that have batches, and refused with a sentence in the others", () =>
  inFolder(async (folder) => {
    for (const [protocolVersion, ids] of [["2025-03-26", [0, 1, 2]], ["2025-06-18", [0, null]]] as const) {
      const child = begin(folder);
      const writer = child.stdin.getWriter();
      const write = (message: unknown) =>
        writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
      const answers: { readonly id: number | null; readonly error?: { readonly message: string } }[] = [];
      await write({ ...HELLO, params: { ...HELLO.params, protocolVersion } });
      const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(linesOf());
      for await (const line of lines) {
        answers.push(JSON.parse(line));
        if (answers.length === 1) await write([call(1, "get_project_file"), call(2, "get_project_file")]);
        if (answers.length === ids.length) await writer.close();
      }
      await child.stderr.cancel();
      assertEquals(answers.map(({ id }) => id), [...ids]);
      if (ids.length === 2) {
        assertStringIncludes(answers[1]?.error?.message ?? "", "send each message on its own");
      }
      assertEquals((await child.status).code, 0);
    }
  }));

/** Cuts text into lines. */
function linesOf(): TransformStream<string, string> {
  let rest = "";
  return new TransformStream({
    transform(chunk, controller) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) controller.enqueue(line);
    },
  });
}

Deno.test("a message that is too long and has no id to be seen is told on standard error, and the program ends with its client", () =>
  inFolder(async (folder) => {
    const { code, answers, err } = await feed(begin(folder), [
      HELLO,
      "x".repeat(11 * 1024 * 1024),
      call(1, "get_project_file"),
    ]);
    assertEquals([code, answers.map(({ id }) => id)], [0, [0, 1]]);
    assertStringIncludes(err, "loom-mcp: A message has 11534337 bytes, and 10485760 are the most");
  }));

Deno.test("the program ends when its client is killed, whatever is on its way", () =>
  inFolder(async (folder) => {
    const child = begin(folder);
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(JSON.stringify(HELLO) + "\n" + "x".repeat(11 * 1024 * 1024)));
    await writer.abort();
    const { code } = await child.output();
    assertEquals(code, 0);
  }));

Deno.test("the program says nothing but the protocol on its output, and ends on a signal", () =>
  inFolder(async (folder) => {
    const child = begin(folder);
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(JSON.stringify(HELLO) + "\n"));
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const { value } = await reader.read();
    assertEquals(JSON.parse(value ?? "").id, 0);
    child.kill(Deno.build.os === "windows" ? "SIGKILL" : "SIGTERM");
    const [{ code }, err] = await Promise.all([child.status, new Response(child.stderr).text()]);
    await writer.close().catch(() => {});
    assertEquals((await reader.read()).done, true);
    if (Deno.build.os !== "windows") assertEquals(code, 0);
    assertStringIncludes(err, "no LOOM_BRIDGE_URL");
  }));

Deno.test("a setting that is not understood ends the program with a sentence", () =>
  inFolder(async (folder) => {
    for (
      const [name, value, words] of [
        ["LOOM_MCP_TOOLSETS", "read, machin", 'Did you mean "machine"?'],
        ["LOOM_MCP_KINDS", "machine, sequense", 'Did you mean "sequence"?'],
        ["LOOM_BRIDGE_URL", "nowhere", "no address of a hub"],
      ] as const
    ) {
      const { code, answers, err } = await feed(begin(folder, { [name]: value }), []);
      assertEquals([code, answers], [2, []]);
      assertStringIncludes(err, words);
    }
  }));

Deno.test("only the tools for the kinds that are asked for are there, and those for every kind", () =>
  inFolder(async (folder) => {
    await using mcp = await startLoomMcp({
      LOOM_PROJECT_FILE: `${folder}/shop.erdf.json`,
      LOOM_MCP_KINDS: "Entity-Relationship, seq",
    });
    const { tools } = await mcp.client.listTools();
    const names = new Set(tools.map(({ name }) => name));
    for (
      const name of ["add_entity", "create_erd", "add_message", "apply_patch", "undo", "set_project_file"]
    ) {
      assert(names.has(name), name);
    }
    for (const name of ["add_state", "create_state_machine", "simulate", "add_actor", "check_system"]) {
      assert(!names.has(name), name);
    }
    assertStringIncludes(mcp.client.getInstructions() ?? "", "some kinds of documents only: erd, sequence.");
  }));

Deno.test("only the groups of tools that are asked for are there", () =>
  inFolder(async (folder) => {
    await using mcp = await startLoomMcp({
      LOOM_PROJECT_FILE: `${folder}/door.smdf.json`,
      LOOM_MCP_TOOLSETS: "read,project",
    });
    const { tools } = await mcp.client.listTools();
    const names = toolsOf(undefined).filter(({ toolset }) => ["read", "project"].includes(toolset)).map((
      { name },
    ) => name);
    assertEquals(tools.map(({ name }) => name), names);
  }));
