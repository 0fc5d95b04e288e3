import { assert, assertEquals, assertMatch, assertObjectMatch, assertStringIncludes } from "@std/assert";
import { runLoom } from "../run_loom.ts";
import { deadAddress, Peer, TestHub } from "../testing/hub.ts";
import { DOOR, loom, TempFolder } from "../testing/loom.ts";
import { memoryIo, type MemoryIoOptions } from "../testing/memory_io.ts";
import { MemoryTerminal } from "../testing/memory_terminal.ts";
import { LOOM_KINDS } from "@loom/engine";
import { withBoard } from "../../tests/board_kind.ts";

/** A document and a hub. */
async function scene(options: { readonly token?: string } = {}) {
  const folder = await TempFolder.make();
  const doc = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
  const hub = await TestHub.start(options);
  return {
    doc,
    hub,
    folder,
    env: { LOOM_BRIDGE_URL: hub.url },
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** The program while it runs; ended by an interrupt. */
class Running {
  readonly io: ReturnType<typeof memoryIo>;
  readonly code: Promise<number>;

  constructor(args: readonly string[], options: MemoryIoOptions = {}) {
    this.io = memoryIo(options);
    this.code = runLoom(args, this.io);
  }

  /** The lines of JSON so far. */
  get events(): Record<string, unknown>[] {
    return this.io.out().split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  }

  async end(): Promise<number> {
    this.io.interrupt();
    return await this.code;
  }
}

Deno.test("loom presence lists who takes part, without the one who asks", async () => {
  await using s = await scene();
  await using _ann = await Peer.join(s.hub, s.doc, { role: "agent", name: "Ann" });
  await using canvas = await Peer.join(s.hub, s.doc);
  const { code, out } = await loom(["presence", s.doc], { env: s.env });
  assertEquals(code, 0);
  const lines = out.trimEnd().split("\n");
  assertMatch(lines[0] ?? "", /^agent {2}Ann {7}since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  assert(lines[1]?.startsWith(`web    ${canvas.joined.selfId.slice(0, 8)}  since`), lines[1]);
  assertEquals(lines.length, 2);
});

Deno.test("loom presence says that nobody is there", async () => {
  await using s = await scene();
  const { code, out, err } = await loom(["--bridge", s.hub.url, "presence", s.doc]);
  assertEquals([code, out, err], [0, "", `Nobody else takes part in ${s.doc}.\n`]);
});

Deno.test("loom presence --json gives records", async () => {
  await using s = await scene();
  await using _ann = await Peer.join(s.hub, s.doc, { role: "agent", name: "Ann" });
  const { out } = await loom(["presence", s.doc, "--json"], { env: s.env });
  assertObjectMatch(JSON.parse(out), {
    doc: s.doc,
    url: s.hub.url,
    presence: [{ role: "agent", name: "Ann" }],
  });
});

Deno.test("loom presence --watch tells who comes and leaves", async () => {
  await using s = await scene();
  const watch = new Running(["presence", s.doc, "--watch", "--json"], { env: s.env });
  await watch.io.said("out", "\n");
  const ann = await Peer.join(s.hub, s.doc, { role: "agent", name: "Ann" });
  await watch.io.said("out", "\n", 2);
  await ann[Symbol.asyncDispose]();
  await watch.io.said("out", "\n", 3);
  assertEquals(await watch.end(), 0);
  const names = watch.events.map(({ presence }) => (presence as { name: string }[]).map(({ name }) => name));
  assertEquals(names, [[], ["Ann"], []]);
});

Deno.test("loom open asks canvases to show something", async () => {
  await using s = await scene();
  await using canvas = await Peer.join(s.hub, s.doc);
  const args = ["open", s.doc, "--focus", "state:Open", "--note", "Look here.", "--name", "Ann"];
  const { code, out, err } = await loom(args, { env: s.env });
  assertEquals([code, out, err], [0, "Asked 1 canvas to show state:Open; none answered.\n", ""]);
  await canvas.until(({ views }) => views.length > 0);
  assertObjectMatch({ ...canvas.views[0] }, {
    docId: s.doc,
    focus: "state:Open",
    note: "Look here.",
    origin: "Ann",
  });
});

Deno.test("loom open says that no canvas has the document open", async () => {
  await using s = await scene();
  const { code, out, err } = await loom(["open", s.doc, "--member", "shop.erdf.json", "--json"], {
    env: s.env,
  });
  assertEquals([code, err], [0, ""]);
  assertEquals(JSON.parse(out), {
    doc: s.doc,
    url: s.hub.url,
    member: "shop.erdf.json",
    canvases: 0,
    shown: 0,
  });
});

for (const args of [["presence"], ["open", "--note", "Hello"], ["watch", "--require-live"]]) {
  Deno.test(`loom ${args.join(" ")} needs a hub, and says how to get one`, async () => {
    await using folder = await TempFolder.make();
    const doc = await folder.write("door.smdf.json", DOOR);
    const url = deadAddress();
    const { code, out, err } = await loom([...args, doc, "--bridge", url]);
    assertEquals(code, 5);
    assertEquals(err, `error: Nothing answers at ${url}: start a hub with "loom serve".\n`);
    assertEquals(out.includes('"document"'), false);
  });

  Deno.test(`loom ${args.join(" ")} tells that the token is wrong`, async () => {
    await using s = await scene({ token: "s3cret" });
    const { code, err } = await loom([...args, s.doc, "--token", "wr0ng"], { env: s.env });
    assertEquals(code, 5);
    assertStringIncludes(err, "Give it with --token-file or LOOM_BRIDGE_TOKEN.");
    assertEquals(/s3cret|wr0ng/.test(err), false);
  });
}

Deno.test("loom watch tells what happens at the hub, a line of JSON each", async () => {
  await using s = await scene();
  await using ann = await Peer.join(s.hub, s.doc, { role: "agent", name: "Ann" });
  const watch = new Running(["watch", s.doc, "--name", "Viewer"], { env: s.env });
  await watch.io.said("out", '"type":"document"');
  const { seq: baseSeq } = ann.joined.snapshot;
  await ann.send("def:patch", {
    ops: [{ op: "event.rename", id: "open", to: "pull" }],
    baseSeq,
    opId: "ann:1",
  });
  await watch.io.said("out", '"type":"patch"');
  await ann.send("def:patch", {
    ops: [{ op: "runtime.enter", state: "Open" }],
    baseSeq: baseSeq + 1,
    opId: "ann:2",
  });
  await watch.io.said("out", '"type":"patch"', 2);
  assertEquals(await watch.end(), 0);
  const { events } = watch;
  assertEquals(events.map(({ type }) => type).filter((type) => type !== "presence"), [
    "status",
    "status",
    "document",
    "patch",
    "patch",
  ]);
  const document = events.find(({ type }) => type === "document");
  assertObjectMatch(document ?? {}, { doc: s.doc, from: "hub", definition: DOOR, seq: 0, unsaved: false });
  const [rename, enter] = events.filter(({ type }) => type === "patch");
  assertObjectMatch(rename ?? {}, {
    by: { role: "agent", name: "Ann" },
    ops: [{ to: "pull" }],
    seq: 1,
    unsaved: true,
  });
  assertObjectMatch(enter ?? {}, { ops: [{ op: "runtime.enter", state: "Open" }] });
  assertEquals(watch.io.err(), "");
});

Deno.test("loom watch tells what a command changes, and what an editor does to the file", async () => {
  await using s = await scene();
  const watch = new Running(["watch", s.doc, "--json"], { env: s.env });
  await watch.io.said("out", '"type":"document"');
  await loom(["--doc", s.doc, "add-state", "Locked", "--name", "Bob"], { env: s.env });
  await watch.io.said("out", '"type":"patch"');
  const text = await Deno.readTextFile(s.doc);
  await Deno.writeTextFile(s.doc, text.replace('"Locked"', '"Barred"'));
  await watch.io.said("out", '"type":"patch"', 2);
  await watch.end();
  const [added, edited] = watch.events.filter(({ type }) => type === "patch");
  assertObjectMatch(added ?? {}, {
    by: { role: "cli", name: "Bob" },
    ops: [{ op: "state.add" }],
    unsaved: false,
  });
  assertObjectMatch(edited ?? {}, { by: "file" });
});

Deno.test("loom watch follows the file without a hub, and says so", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const url = deadAddress();
  const watch = new Running(["watch", doc], { env: { LOOM_BRIDGE_PORT: new URL(url).port } });
  await watch.io.said("err", "Following the file.");
  await loom(["--doc", doc, "add-state", "Locked"]);
  await watch.io.said("out", '"type":"patch"');
  assertEquals(await watch.end(), 0);
  assertEquals(
    watch.io.err(),
    `Nothing answers at ${url}: start a hub with "loom serve". Following the file.\n`,
  );
  assertObjectMatch(watch.events.at(-1) ?? {}, {
    by: "file",
    ops: [{ op: "state.add", state: { name: "Locked" } }],
  });
});

Deno.test("loom watch goes over to a hub that comes, to the file when it goes, and back", async () => {
  await using folder = await TempFolder.make();
  const doc = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
  const port = Number(new URL(deadAddress()).port);
  const watch = new Running(["watch", doc], { env: { LOOM_BRIDGE_PORT: String(port) } });
  await watch.io.said("err", "Following the file.");
  {
    await using hub = await TestHub.start({ port });
    await watch.io.said("out", '"status":"live"');
    await loom(["--doc", doc, "--bridge", hub.url, "add-state", "A"]);
    await watch.io.said("out", '"name":"A"');
  }
  await watch.io.said("out", '"status":"offline"', 2);
  await loom(["--doc", doc, "add-state", "B"]);
  await watch.io.said("out", '"by":"file"');
  {
    await using _hub = await TestHub.start({ port });
    await watch.io.said("out", '"status":"live"', 2);
    await watch.end();
  }
});

Deno.test("loom watch refuses a document of another kind, with a hub too", async () => {
  await using s = await scene();
  const { code, out, err } = await loom(["watch", s.folder.at("shop.board.json")], {
    env: s.env,
    kinds: withBoard(LOOM_KINDS),
  });
  assertEquals([code, out], [3, ""]);
  assertStringIncludes(
    err,
    "needs a state machine, an entity-relationship diagram, a sequence or a system: choose a name that ends in .smdf.json, .erdf.json, .sqdf.json or .sysdf.json.",
  );
});

Deno.test("loom watch shows an entity-relationship diagram while it is edited", async () => {
  await using s = await scene();
  const doc = s.folder.at("shop.erdf.json");
  await loom(["new", doc, "--template", "shop"]);
  const watch = new Running(["watch", doc], { env: s.env });
  await watch.io.said("out", '"from":"hub"');
  assertEquals((await loom(["--doc", doc, "add-entity", "Voucher"], { env: s.env })).code, 0);
  await watch.io.said("out", '"type":"patch"');
  assertEquals(await watch.end(), 0);
  assertObjectMatch(watch.events.find(({ type }) => type === "patch") ?? {}, {
    type: "patch",
    ops: [{ op: "entity.add", entity: { name: "Voucher" } }],
  });
});

Deno.test("loom watch draws an entity-relationship diagram on the terminal", async () => {
  await using s = await scene();
  const doc = s.folder.at("shop.erdf.json");
  await loom(["new", doc, "--template", "shop"]);
  const terminal = new MemoryTerminal();
  const watch = new Running(["watch", doc], { env: s.env, isTerminal: true, terminal });
  await terminal.shows("│ Customer");
  terminal.press("q");
  assertEquals(await watch.code, 0);
});

Deno.test("loom watch without a hub and without a file is an error", async () => {
  await using folder = await TempFolder.make();
  const { code, err } = await loom(["watch", folder.at("none.smdf.json"), "--bridge", deadAddress()]);
  assertEquals(code, 4);
  assertStringIncludes(err, "none.smdf.json");
});

Deno.test("loom watch takes the whole terminal and gives it back", async () => {
  await using s = await scene();
  await using ann = await Peer.join(s.hub, s.doc, { role: "agent", name: "Ann" });
  const terminal = new MemoryTerminal({ columns: 70, rows: 16 });
  const watch = new Running(["watch", "--doc", s.doc, "--as", "boxes"], {
    env: s.env,
    isTerminal: true,
    terminal,
  });
  await terminal.shows("live at");
  await terminal.shows("Here: Ann (agent)");
  await terminal.shows("┌─ Root");
  const { seq: baseSeq } = ann.joined.snapshot;
  const ops = [{ op: "runtime.enter", state: "Open" }, {
    op: "state.add",
    parent: null,
    state: { name: "Ajar" },
  }];
  await ann.send("def:patch", { ops, baseSeq, opId: "ann:1" });
  await terminal.shows("┃ ● Open");
  await terminal.shows("Ann (agent) + state Ajar under the root");
  await terminal.shows("unsaved changes");
  terminal.press("q");
  assertEquals(await watch.code, 0);
  assertEquals(terminal.isTaken, false);
  assert(terminal.written.endsWith("\x1b[?25h\x1b[?1049l"));
  assertEquals(watch.io.err(), "");
});

Deno.test("loom watch gives the terminal back before it tells an error", async () => {
  await using folder = await TempFolder.make();
  const terminal = new MemoryTerminal();
  const watch = new Running(["watch", folder.at("none.smdf.json"), "--bridge", deadAddress()], {
    isTerminal: true,
    terminal,
  });
  assertEquals([await watch.code, terminal.isTaken], [4, false]);
  assertStringIncludes(watch.io.err(), "error:");
});

Deno.test("loom watch writes lines on a terminal that can do no more", async () => {
  await using s = await scene();
  const terminal = new MemoryTerminal();
  const env = { ...s.env, TERM: "dumb" };
  const watch = new Running(["watch", s.doc], { env, isTerminal: true, terminal });
  await watch.io.said("out", '"type":"document"');
  await watch.end();
  assertEquals(terminal.written.includes("\x1b"), false);
});

Deno.test("loom open shows the page of the document, or tells its address", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const page = `http://127.0.0.1:4598/?doc=${encodeURIComponent(doc)}`;
  const opened = await loom(["open", doc]);
  assertEquals([opened.code, opened.out, opened.viewed], [0, `${page}\n`, [page]]);
  const none = await loom(["open", doc], { hasNoViewer: true });
  assertEquals([none.code, none.out], [0, `${page}\n`]);
  assertStringIncludes(none.err, "by hand");
  const env = { LOOM_CANVAS_URL: "https://loom.example/pages/" };
  const { page: told } = JSON.parse((await loom(["open", doc, "--json"], { env })).out);
  assertEquals(told, `https://loom.example/pages/?doc=${encodeURIComponent(doc)}`);
  const focused = await loom(["open", doc, "--web", "http://127.0.0.1:1", "--focus", "state:Open"]);
  assertEquals(new URL(focused.out.trim()).searchParams.get("focus"), "state:Open");
});

for (const args of [["--web", "ftp://a"], ["--web", "http://a", "--note", "x"]]) {
  Deno.test(`loom open ${args.join(" ")} is refused with a sentence`, async () => {
    const { code, err } = await loom(["open", "door.smdf.json", ...args]);
    assertEquals([code, err.trim().endsWith(".")], [2, true]);
  });
}
