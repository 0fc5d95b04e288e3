/**
 * The command as people run it: a process with pipes, signals, a working folder and an environment.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { basename, fromFileUrl } from "@std/path";
import { readPng } from "../bridge/picture/testing/read_png.ts";
import { DOOR, loom, TempFolder } from "../cli/testing/loom.ts";
import { LOOM_KINDS } from "@loom/engine";
import { withBoard } from "./board_kind.ts";

const ROOT = new URL("../", import.meta.url);
const MAIN = fromFileUrl(new URL("cli/main.ts", ROOT));
const CONFIG = fromFileUrl(new URL("deno.json", ROOT));
const CORPUS = new URL("../shared/corpus/", ROOT);
const onWindows = Deno.build.os === "windows";

/** The start of a process whose end a test waits for. */
function command(args: readonly string[], options: Deno.CommandOptions = {}): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    ...options,
    args: ["run", "-A", "--quiet", "--config", CONFIG, MAIN, ...args],
  });
}

async function run(args: readonly string[], options: Deno.CommandOptions = {}) {
  const { code, stdout, stderr } = await command(args, options).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), err: text(stderr) };
}

/** A process that answers while it runs. */
class Conversation {
  readonly #child: Deno.ChildProcess;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #heard = "";

  constructor(args: readonly string[]) {
    this.#child = command(args, { stdin: "piped", stderr: "null" }).spawn();
    this.#reader = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Waits until it has said something; gives all it has said. */
  async hear(text: string, times = 1): Promise<string> {
    while (this.#heard.split(text).length <= times) {
      const { done, value } = await this.#reader.read();
      if (done) throw new Error(`It ended without saying ${JSON.stringify(text)}: ${this.#heard}`);
      this.#heard += value;
    }
    return this.#heard;
  }

  async say(text: string): Promise<void> {
    const writer = this.#child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(text));
    writer.releaseLock();
  }

  /** Sends a signal and waits for the end; gives the exit code. */
  async end(signal: Deno.Signal): Promise<number> {
    this.#child.kill(signal);
    while (!(await this.#reader.read()).done);
    await this.#child.stdin.close();
    return (await this.#child.status).code;
  }
}

Deno.test("loom ends with exit codes that scripts can tell apart", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", DOOR);
  const codes = await Promise.all(
    [["validate", door], ["run", door, "--events", "close"], ["valdate", door], ["show", door, "X"], [
      "show",
      "x",
    ]]
      .map(async (args) => (await run(args, { cwd: folder.path })).code),
  );
  assertEquals(codes, [0, 1, 2, 3, 4]);
});

Deno.test("loom finds its document in the environment, else in the folder", async () => {
  await using folder = await TempFolder.make();
  const named = (name: string) => ({ ...DOOR, settings: { ...DOOR.settings, name } });
  await folder.write("statemachine.smdf.json", named("Here"));
  await folder.write("current.smdf.json", named("Current"));
  await folder.write("older.smdf.json", named("Older"));
  const shown = async (env: Record<string, string>) => {
    const { out } = await run(["show", "--json"], { cwd: folder.path, env });
    return JSON.parse(out).name;
  };
  const older = { SMCRAFT_PROJECT_FILE: "older.smdf.json" };
  assertEquals(await shown({}), "Here");
  assertEquals(await shown({ ...older, LOOM_PROJECT_FILE: "" }), "Older");
  assertEquals(await shown({ ...older, LOOM_PROJECT_FILE: "current.smdf.json" }), "Current");
});

Deno.test("loom stops quietly when the reader of its output has gone", async () => {
  await using folder = await TempFolder.make();
  const states = Array.from({ length: 20_000 }, (_, index) => ({ name: `State${index}` }));
  const doc = await folder.write("big.smdf.json", { ...DOOR, state: { name: "Root", states } });
  const child = command(["list", "states", doc]).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  await reader.cancel();
  const complaint = await new Response(child.stderr).text();
  assertEquals([(await child.status).code, complaint], [0, ""]);
});

Deno.test("loom colours pipes only when it is told to", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", DOOR);
  assert(!(await run(["show", door])).out.includes("\x1b["));
  assert(
    (await run(["show", door, "--color", "always"], { env: { NO_COLOR: "1" } })).out.includes("\x1b[1m"),
  );
});

Deno.test("loom keeps every edit of processes that edit at once", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", DOOR);
  const names = Array.from({ length: 8 }, (_, index) => `Added${index}`);
  const codes = await Promise.all(
    names.map(async (name) => (await run(["--doc", door, "add-state", name])).code),
  );
  const { out } = await loom(["list", "states", door]);
  assertEquals(codes, names.map(() => 0));
  for (const name of names) assertStringIncludes(out, name);
});

Deno.test({
  name: "loom run --watch runs again when the document changes, until it is interrupted",
  ignore: onWindows,
  async fn() {
    await using folder = await TempFolder.make();
    const door = await folder.write("door.smdf.json", DOOR);
    const watch = new Conversation(["run", door, "--events", "open", "--watch"]);
    await watch.hear("● Open\n");
    assertEquals((await loom(["--doc", door, "rename-state", "Open", "Wide"])).code, 0);
    await watch.hear("● Wide\n");
    await Deno.writeTextFile(door, "{");
    await Deno.writeTextFile(
      door,
      JSON.stringify({ ...DOOR, state: { name: "Root", states: [{ name: "Stuck" }] } }),
    );
    await watch.hear("● Stuck\n", 2);
    assertEquals(await watch.end("SIGINT"), 1);
  },
});

Deno.test({
  name: "loom run answers line by line, and writes its snapshot when it is interrupted",
  ignore: onWindows,
  async fn() {
    await using folder = await TempFolder.make();
    const door = await folder.write("door.smdf.json", DOOR);
    const snapshot = folder.at("snapshot.json");
    const machine = new Conversation(["run", door, "--snapshot", snapshot]);
    await machine.hear("● Closed\n");
    await machine.say("open\n");
    await machine.hear("Closed → Open\n");
    assertEquals(await machine.end("SIGTERM"), 0);
    assertEquals(JSON.parse(await Deno.readTextFile(snapshot)).state, "Open");
  },
});

Deno.test("loom render draws a PNG in each theme, pixel by pixel as large as it says", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", DOOR);
  const backgrounds = [];
  for (const theme of ["dark", "light"]) {
    const { code, out, err } = await run(["render", door, "--as", "png", "--theme", theme, "--json"]);
    assertEquals([code, err], [0, ""]);
    const { documents: [{ path, width, height }] } = JSON.parse(out);
    const pixels = await readPng(await Deno.readFile(path));
    assertEquals([pixels.width, pixels.height], [width, height]);
    const [red = 0] = pixels.at(width - 1, height - 1);
    backgrounds.push(red < 128 ? "dark" : "light");
  }
  assertEquals(backgrounds, ["dark", "light"]);
});

Deno.test("loom run --real-time waits for its timers", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("blink.smdf.json", {
    settings: { namespace: "Home", name: "Blink", asynchronous: false },
    events: [{ name: "Clock", timers: [{ id: "time_up", name: "Soon" }] }],
    state: {
      name: "Root",
      states: [
        {
          name: "On",
          onEntry: { actions: [{ timerStart: { timer: "Soon", duration: 5 } }] },
          transitions: [{ event: "time_up", nextState: "Off" }],
        },
        { name: "Off", kind: "final" },
      ],
    },
  });
  const { code, out } = await run(["run", doc, "--events", "", "--real-time", "--auto-advance"]);
  assertEquals([code, out], [0, "● On\nSoon  On → Off  done\n● Off  done\n"]);
});

const UNUSABLE: readonly (readonly [string, (folder: TempFolder) => Promise<string>, number])[] = [
  ["truncated JSON", (folder) => folder.write("a.smdf.json", '{"state": {"name"'), 4],
  ["10,000 levels", (folder) => folder.write("a.smdf.json", '{"a":'.repeat(10_000)), 4],
  ["an empty file", (folder) => folder.write("a.smdf.json", ""), 4],
  [
    "a member called __proto__",
    (folder) => folder.write("a.smdf.json", '{"state":{"name":"R","__proto__":{}}}'),
    4,
  ],
  [
    "a document of another kind",
    (folder) => folder.write("a.board.json", { cards: [] }),
    3,
  ],
  ["a folder", (folder) => Promise.resolve(folder.path), 4],
  ["a path below a file", async (folder) => `${await folder.write("a.smdf.json", DOOR)}/b.smdf.json`, 4],
  ["a link that leads back to itself", async (folder) => {
    await Deno.symlink("loop.smdf.json", folder.at("loop.smdf.json"));
    return folder.at("loop.smdf.json");
  }, 4],
];

for (const [what, prepare, exit] of UNUSABLE) {
  Deno.test(`loom tells ${what} in one sentence, reading or writing`, async () => {
    await using folder = await TempFolder.make();
    const doc = await prepare(folder);
    const before = await Deno.readTextFile(doc).catch(() => undefined);
    for (const args of [["show"], ["validate"], ["add-state", "A"]]) {
      const { code, out, err } = await loom(["--doc", doc, ...args], { kinds: withBoard(LOOM_KINDS) });
      assertEquals([code, out], [exit, ""], err);
      assertEquals(err.match(/^error: [^\n]+\.\n$/)?.length, 1, err);
    }
    assertEquals(await Deno.readTextFile(doc).catch(() => undefined), before);
  });
}

const machines = await corpusMachines();
if (machines.length === 0) console.log("The corpus is not tried: ../shared/corpus is not here.");

for (const machine of machines) {
  const name = basename(machine);

  Deno.test(`loom keeps the bytes of ${name} through an edit and its undo`, async () => {
    await using folder = await TempFolder.make();
    const doc = folder.at("machine.smdf.json");
    const before = await Deno.readFile(machine);
    await Deno.writeFile(doc, before);
    const [, first = ""] = (await loom(["list", "states", doc])).out.trim().split(/\s*\n\s*/);
    const state = first.split(/\s{2,}/)[0] ?? "";
    for (
      const [edit, undo] of [
        [["add-state", "Added"], ["remove-state", "Added"]],
        [["rename-state", state, "Renamed"], ["rename-state", "Renamed", state]],
        [["add-transition", state, "added", "--to", state, "--allow-unknown"], [
          "remove-transition",
          state,
          "added",
        ]],
        [["add-event", "added"], ["remove-event", "added"]],
      ] as const
    ) {
      for (const args of [edit, undo]) {
        const { code, err } = await loom(["--doc", doc, "--quiet", ...args]);
        assertEquals(code, 0, err);
      }
      assertEquals(await Deno.readFile(doc), before, edit.join(" "));
    }
  });

  Deno.test(`loom keeps the meaning of ${name} through XML`, async () => {
    const json = (await loom(["convert", machine, "--to", "json"])).out;
    const xml = (await loom(["convert", machine, "--to", "xml"])).out;
    const { code, out, err } = await loom(["convert", "-", "--to", "json"], { stdin: xml });
    assertEquals(code, 0, err);
    assertEquals(JSON.parse(out), JSON.parse(json));
  });

  Deno.test(`loom validates, draws and runs ${name}`, async () => {
    assertEquals((await loom(["validate", machine])).code, 0);
    const drawn = async (format: string) =>
      (await loom(["render", machine, "--as", format, "--out", "-"])).out;
    assert((await drawn("ascii")).includes("─["));
    assert((await drawn("mermaid")).startsWith("stateDiagram-v2"));
    assert((await drawn("svg")).startsWith("<svg "));
    const { events } = JSON.parse(await Deno.readTextFile(machine));
    const lines: string = events.flatMap((source: { events?: { id: string }[] }) => source.events ?? [])
      .map(({ id }: { id: string }) => `${id}\n`).join("");
    const { out } = await loom(["run", machine, "--guards", "pass", "--json"], { stdin: lines });
    const results = out.trim().split("\n").map((line) => JSON.parse(line));
    assert(results.some(({ changed }) => changed), out);
  });
}

async function corpusMachines(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ["machines/", "wave-count/"]) {
    try {
      for await (const { name } of Deno.readDir(new URL(folder, CORPUS))) {
        if (name.endsWith(".smdf.json")) found.push(fromFileUrl(new URL(folder + name, CORPUS)));
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return found.sort();
}

Deno.test("COLUMNS bounds drawings in a pipe", async () => {
  await using folder = await TempFolder.make();
  const transitions = [{ event: "open", condition: "a very long guard ".repeat(5), nextState: "A" }];
  const path = await folder.write("door.smdf.json", {
    ...DOOR,
    state: { name: "Root", states: [{ name: "A", transitions }] },
  });
  const widest = async (COLUMNS: string) => {
    const { out } = await run(["render", path, "--as", "ascii", "--out", "-"], { env: { COLUMNS } });
    return Math.max(...out.split("\n").map((line) => [...line].length));
  };
  assert(await widest("200") > 60, "the drawing is wide enough to tell");
  assert(await widest("60") <= 60);
});
