/**
 * The live commands as people run them: processes with pipes, terminals and signals, and a hub among them.
 *
 * @module
 */
import { assert, assertEquals, assertObjectMatch, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { deadAddress, Peer, TestHub } from "../cli/testing/hub.ts";
import { DOOR, TempFolder } from "../cli/testing/loom.ts";

const ROOT = new URL("../", import.meta.url);
const MAIN = fromFileUrl(new URL("cli/main.ts", ROOT));
const CONFIG = fromFileUrl(new URL("deno.json", ROOT));
const DRIVER = fromFileUrl(new URL("terminal/drive.py", import.meta.url));
const onWindows = Deno.build.os === "windows";
const TAKEN = "\x1b[?1049h\x1b[?25l";
const GIVEN_BACK = "\x1b[?25h\x1b[?1049l";

function words(args: readonly string[]): string[] {
  return ["run", "-A", "--quiet", "--config", CONFIG, MAIN, ...args];
}

/** The states that are added while a document is watched. */
const CHANGES = ["Locked", "Jammed", "Bolted", "Ajar"];

/** The program as a process that is read while it runs. */
class Loom {
  readonly #child: Deno.ChildProcess;
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #remarks: Promise<string>;
  #heard = "";

  constructor(args: readonly string[], env: Record<string, string> = {}) {
    const pipes = { stdin: "null", stdout: "piped", stderr: "piped" } as const;
    this.#child = new Deno.Command(Deno.execPath(), { args: words(args), env, ...pipes }).spawn();
    this.#reader = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    this.#remarks = new Response(this.#child.stderr).text();
  }

  /** Waits until it has said something so many times; gives all it has said. */
  async hear(text: string, times = 1): Promise<string> {
    while (this.#heard.split(text).length <= times) {
      const { done, value } = await this.#reader.read();
      if (done) {
        throw new Error(`It ended without ${JSON.stringify(text)}: ${this.#heard}${await this.#remarks}`);
      }
      this.#heard += value;
    }
    return this.#heard;
  }

  /** Waits for its end, after a signal if there is one. */
  async end(signal?: Deno.Signal): Promise<{ code: number; out: string; err: string }> {
    if (signal !== undefined) this.#child.kill(signal);
    for (let next = await this.#reader.read(); !next.done; next = await this.#reader.read()) {
      this.#heard += next.value;
    }
    return { code: (await this.#child.status).code, out: this.#heard, err: await this.#remarks };
  }
}

/** What a program did on a terminal. */
interface Driven {
  readonly code: number;
  readonly output: string;
  readonly isModeKept: boolean;
}

type Step = readonly (string | number)[];

/** Runs the program on a terminal. */
async function onTerminal(args: readonly string[], steps: readonly Step[]): Promise<Driven> {
  const env = { TERM: "xterm-256color", NO_COLOR: "1" };
  const { code, stdout, stderr } = await new Deno.Command("python3", {
    args: [DRIVER, JSON.stringify(steps), Deno.execPath(), ...words(args)],
    env,
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(stdout);
  assertEquals(code, 0, `${text}${new TextDecoder().decode(stderr)}`);
  return JSON.parse(text);
}

const hasNoTerminal = onWindows || !await canRun("python3", ["-c", "import pty"]);

async function canRun(program: string, args: string[]): Promise<boolean> {
  return await new Deno.Command(program, { args }).output().then(({ success }) => success, () => false);
}

Deno.test("loom serve, watch and a change work together as processes", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const serving = new Loom(["serve", doc, "--port", "0"]);
  const url = (await serving.hear("\n")).trim();
  const watching = new Loom(["watch", doc, "--bridge", url]);
  await watching.hear('"type":"document"');
  // A busy hub may read the file before it hears who wrote it, so one change is not enough.
  for (const [at, state] of CHANGES.entries()) {
    const args = ["--bridge", url, "--name", "Ann", "--doc", doc, "add-state", state];
    const { code, out, err } = await new Loom(args).end();
    assertEquals([code, out, err], [0, `+ state ${state} under Root\n`, `live: sent to ${url}\n`]);
    await watching.hear('"type":"patch"', at + 1);
  }
  const { code, out } = await watching.end("SIGINT");
  assertEquals(code, 0);
  const patches = out.trim().split("\n").map((line) => JSON.parse(line)).filter(({ type }) =>
    type === "patch"
  );
  for (const patch of patches) assertObjectMatch(patch, { ops: [{ op: "state.add" }], unsaved: false });
  assertObjectMatch(patches.find(({ by }) => by !== "file"), { by: { role: "cli", name: "Ann" } });
  const { code: served } = await serving.end("SIGTERM");
  assertEquals(served, 0);
});

Deno.test(
  "loom watch stops quietly when the reader of its lines has gone",
  { ignore: onWindows },
  async () => {
    await using folder = await TempFolder.make();
    const doc = await folder.write("door.smdf.json", DOOR);
    const line = `"${Deno.execPath()}" ${
      words(["watch", doc, "-q"]).map((word) => `"${word}"`).join(" ")
    } | head -n 1`;
    const env = { LOOM_BRIDGE_URL: deadAddress() };
    const { code, stdout, stderr } = await new Deno.Command("sh", { args: ["-c", line], env, stdin: "null" })
      .output();
    assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
    assertEquals(JSON.parse(new TextDecoder().decode(stdout)).type, "status");
  },
);

Deno.test("loom without a hub is as quick as ever to make a change", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const args = ["info", "--json", MAIN];
  const { code, err } = await new Loom(["--doc", doc, "add-state", "A"]).end();
  assertEquals([code, err], [0, ""]);
  // What is imported before a command is known holds nothing of the hub.
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).output();
  const modules: {
    specifier: string;
    dependencies?: { isDynamic?: boolean; code?: { specifier: string } }[];
  }[] = JSON.parse(new TextDecoder().decode(stdout)).modules;
  const known = new Map(modules.map((module) => [module.specifier, module]));
  const start = new URL("cli/mutate.ts", ROOT).href;
  const loaded = new Set([start]);
  for (const specifier of loaded) {
    for (const { isDynamic, code } of known.get(specifier)?.dependencies ?? []) {
      if (!isDynamic && code !== undefined) loaded.add(code.specifier);
    }
  }
  assert(loaded.size > 10);
  assertEquals([...loaded].filter((specifier) => /socket\.io|\/hub\/client\//.test(specifier)), []);
});

Deno.test({
  name: "loom watch takes a terminal, draws again at each change and each size, and gives it back at q",
  ignore: hasNoTerminal,
  fn: async () => {
    await using folder = await TempFolder.make();
    const doc = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
    await using hub = await TestHub.start();
    await using ann = await Peer.join(hub, doc, { role: "agent", name: "Ann" });
    const change = ann.until(({ arrivals }) => arrivals.some(({ role }) => role === "cli")).then(() =>
      ann.send("def:patch", {
        ops: [{ op: "state.add", parent: null, state: { name: "Ajar" } }, {
          op: "runtime.enter",
          state: "Open",
        }],
        baseSeq: ann.joined.snapshot.seq,
        opId: "ann:1",
      })
    );
    const { code, output, isModeKept } = await onTerminal(["watch", doc, "--bridge", hub.url], [
      ["wait", "Here: Ann (agent)"],
      ["wait", "Ann (agent) + state Ajar under the root"],
      ["wait", "● Open"],
      ["forget"],
      ["resize", 40, 12],
      ["wait", `\n\x1b[K${"─".repeat(40)}\r`],
      ["type", "q"],
    ]);
    await change;
    assertEquals([code, isModeKept], [0, true]);
    assert(output.startsWith(TAKEN), output.slice(0, 40));
    assert(output.endsWith(GIVEN_BACK), output.slice(-60));
  },
});

for (
  const [name, step] of [
    ["Ctrl-C", ["type", "\x03"]],
    ["SIGINT", ["signal", "SIGINT"]],
    ["SIGTERM", ["signal", "SIGTERM"]],
  ] as const
) {
  Deno.test({
    name: `loom watch gives the terminal back at ${name}, and follows the file without a hub`,
    ignore: hasNoTerminal,
    fn: async () => {
      await using folder = await TempFolder.make();
      const doc = await folder.write("door.smdf.json", DOOR);
      const steps = [["wait", "following the file"], ["wait", "─[open]→ Open"], step];
      const { code, output, isModeKept } = await onTerminal(["watch", doc, "--bridge", deadAddress()], steps);
      assertEquals([code, isModeKept], [0, true]);
      assert(output.endsWith(GIVEN_BACK), output.slice(-60));
    },
  });
}

Deno.test({
  name: "loom watch gives the terminal back before it tells an error",
  ignore: hasNoTerminal,
  fn: async () => {
    await using folder = await TempFolder.make();
    const { code, output, isModeKept } = await onTerminal(
      ["watch", folder.at("none.smdf.json"), "--bridge", deadAddress()],
      [["wait", "error:"]],
    );
    assertEquals([code, isModeKept], [4, true]);
    const error = output.slice(output.indexOf(GIVEN_BACK) + GIVEN_BACK.length);
    assertStringIncludes(error, "none.smdf.json");
  },
});
