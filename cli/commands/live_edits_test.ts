import { editDocument } from "@loom/bridge/document";
import type { StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals, assertObjectMatch, assertStringIncludes } from "@std/assert";
import { deadAddress, Peer, TestHub } from "../testing/hub.ts";
import { DOOR, loom, TempFolder } from "../testing/loom.ts";

/** A document that a hub and a canvas have open. */
async function scene(options: { readonly token?: string } = {}) {
  const folder = await TempFolder.make();
  const doc = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
  const hub = await TestHub.start(options);
  const peer = await Peer.join(hub, doc, { name: "Canvas", ...options });
  return {
    doc,
    hub,
    peer,
    folder,
    async [Symbol.asyncDispose]() {
      await peer[Symbol.asyncDispose]();
      await hub[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function stateNames(doc: string): Promise<string[]> {
  const { state } = JSON.parse(await Deno.readTextFile(doc));
  return state.states.map(({ name }: { name: string }) => name);
}

Deno.test("a change is on disk and with the others at once", async () => {
  await using s = await scene();
  const { code, out, err } = await loom([
    "--bridge",
    s.hub.url,
    "--doc",
    s.doc,
    "add-state",
    "Locked",
    "--name",
    "Ann",
  ]);
  assertEquals([code, out, err], [0, "+ state Locked under Root\n", `live: sent to ${s.hub.url}\n`]);
  assertEquals(await stateNames(s.doc), ["Closed", "Open", "Locked"]);
  await s.peer.until(({ patches }) => patches.length > 0);
  const [patch] = s.peer.patches;
  assertObjectMatch({ ...patch }, {
    ops: [{ op: "state.add", parent: "Root", state: { name: "Locked" } }],
    unsaved: false,
  });
  assert(patch?.mtime !== undefined);
  await s.peer.until(({ arrivals }) => arrivals.some(({ role, name }) => role === "cli" && name === "Ann"));
});

Deno.test("undo and redo reach the others as changes", async () => {
  await using s = await scene();
  const env = { LOOM_BRIDGE_URL: s.hub.url, LOOM_STATE_DIR: s.folder.at("state") };
  for (const line of [["add-state", "Locked"], ["undo"], ["redo"]]) {
    assertEquals((await loom(["--doc", s.doc, ...line], { env })).code, 0);
  }
  await s.peer.until(({ patches }) => patches.length === 3);
  assertEquals(s.peer.patches.flatMap(({ ops }) => ops.map(({ op }) => op)), [
    "state.add",
    "state.remove",
    "state.add",
  ]);
});

Deno.test("a document that loom fmt lays out stays the same one to the others", async () => {
  await using s = await scene();
  await Deno.writeTextFile(s.doc, JSON.stringify(DOOR));
  assertEquals((await loom(["fmt", s.doc])).out, `${s.doc}\n`);
  const env = { LOOM_BRIDGE_URL: s.hub.url };
  assertEquals((await loom(["--doc", s.doc, "add-state", "Locked"], { env })).code, 0);
  await s.peer.until(({ patches }) => patches.length > 0);
  assertEquals(s.peer.patches.flatMap(({ ops }) => ops.map(({ op }) => op)), ["state.add"]);
});

Deno.test("changes one after the other reach the others once each, in order", async () => {
  await using s = await scene();
  const env = { LOOM_BRIDGE_URL: s.hub.url };
  for (const name of ["A", "B", "C", "D"]) {
    assertEquals((await loom(["--doc", s.doc, "add-state", name], { env })).code, 0);
  }
  await s.peer.until(({ patches }) => patches.length >= 4);
  const added = s.peer.patches.flatMap(({ ops }) => ops as unknown as { state: { name: string } }[]);
  assertEquals(added.map(({ state }) => state.name), ["A", "B", "C", "D"]);
  assertEquals(s.peer.patches.map(({ seq }) => seq), [1, 2, 3, 4]);
});

Deno.test("a change leaves what a canvas has not saved alone", async () => {
  await using s = await scene();
  const ops = [{ op: "state.add", parent: "Root", state: { name: "Unsaved" } }];
  await s.peer.send("def:patch", { ops, baseSeq: s.peer.joined.snapshot.seq, opId: "canvas:1" });
  const env = { LOOM_BRIDGE_URL: s.hub.url };
  assertEquals((await loom(["--doc", s.doc, "add-state", "Saved"], { env })).code, 0);
  assertEquals(await stateNames(s.doc), ["Closed", "Open", "Saved"]);
  await using late = await Peer.join(s.hub, s.doc);
  const def = late.joined.snapshot.def as typeof DOOR;
  assertEquals(def.state.states?.map(({ name }) => name).toSorted(), ["Closed", "Open", "Saved", "Unsaved"]);
});

Deno.test("load and a patch with many operations reach the others", async () => {
  await using s = await scene();
  const env = { LOOM_BRIDGE_URL: s.hub.url };
  const other = await s.folder.write("other.smdf.json", {
    ...DOOR,
    state: { name: "Root", states: [{ name: "Only" }] },
  });
  assertEquals((await loom(["--doc", s.doc, "load", other], { env })).code, 0);
  const ops = Array.from(
    { length: 1500 },
    (_, at) => ({ op: "state.add", parent: null, state: { name: `S${at}` } }),
  );
  const patch = await s.folder.write("ops.json", ops);
  const applied = await loom(["--doc", s.doc, "apply", patch, "--json"], { env });
  assertEquals([applied.code, JSON.parse(applied.out).live], [0, "sent"]);
  await using late = await Peer.join(s.hub, s.doc);
  const def = late.joined.snapshot.def as typeof DOOR;
  assertEquals([def.state.states?.length, def.state.states?.[0]?.name], [1501, "Only"]);
});

Deno.test("a change without a hub is saved, and says so when a hub is named", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const url = deadAddress();
  const named = await loom(["--doc", doc, "--bridge", url, "add-state", "A"]);
  assertEquals([named.code, named.out], [0, "+ state A under Root\n"]);
  assertEquals(
    named.err,
    `live: no hub. Nothing answers at ${url}: start a hub with "loom serve". The document is saved.\n`,
  );
  const silent = await loom(["--doc", doc, "add-state", "B"], {
    env: { LOOM_BRIDGE_PORT: new URL(url).port },
  });
  assertEquals(silent, { code: 0, out: "+ state B under Root\n", err: "" });
  assertEquals(await stateNames(doc), ["Closed", "Open", "A", "B"]);
});

Deno.test("a change with --json tells whether the others know", async () => {
  await using s = await scene();
  const json = async (...args: string[]) => JSON.parse((await loom(["--doc", s.doc, "--json", ...args])).out);
  assertObjectMatch(await json("add-state", "A", "--bridge", s.hub.url), { changed: true, live: "sent" });
  assertObjectMatch(await json("add-state", "B", "--bridge", deadAddress()), {
    live: "no hub",
    liveError: { code: "no_hub" },
  });
  assertEquals((await json("add-state", "C")).live, "no hub");
  assertEquals("live" in await json("add-state", "D", "--dry-run", "--bridge", s.hub.url), false);
  assertEquals("live" in await json("update-settings", "--set", "name=Door", "--bridge", s.hub.url), false);
});

Deno.test("--require-live changes nothing when there is no hub", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const url = deadAddress();
  const port = new URL(url).port;
  for (const options of [["--bridge", url], []]) {
    const { code, out, err } = await loom(["--doc", doc, "add-state", "A", "--require-live", ...options], {
      env: { LOOM_BRIDGE_PORT: port },
    });
    assertEquals([code, out], [5, ""]);
    assertEquals(err, `error: Nothing answers at ${url}: start a hub with "loom serve".\n`);
  }
  const early = await loom(["--require-live", "--doc", doc, "--json", "add-state", "A", "--bridge", url]);
  assertObjectMatch(JSON.parse(early.err), { error: { code: "no_hub", exit: 5 } });
  assertEquals(await stateNames(doc), ["Closed", "Open"]);
});

Deno.test("--require-live saves a change whose hub goes away just then, and says so with exit code 5", async () => {
  await using folder = await TempFolder.make();
  const doc = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
  const hub = await TestHub.start();
  const peer = await Peer.join(hub, doc);
  const holding = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  // While someone else writes the document, the change waits, at the hub already.
  const holder = editDocument<StateMachineDefinition>(doc, async (definition) => {
    holding.resolve();
    await gone.promise;
    return definition;
  });
  await holding.promise;
  const change = loom(["--doc", doc, "add-state", "A", "--require-live", "--bridge", hub.url]);
  await peer.until(({ arrivals }) => arrivals.some(({ role }) => role === "cli"));
  await peer[Symbol.asyncDispose]();
  await hub[Symbol.asyncDispose]();
  gone.resolve();
  await holder;
  const { code, out, err } = await change;
  assertEquals([code, out], [5, "+ state A under Root\n"]);
  assertStringIncludes(err, "error: The document is saved, but the others were not told: ");
  assertEquals(await stateNames(doc), ["Closed", "Open", "A"]);
});

Deno.test("--require-live takes the hub of this machine when none is named", async () => {
  await using s = await scene();
  const { code, err } = await loom(["--doc", s.doc, "add-state", "A", "--require-live"], {
    env: { LOOM_BRIDGE_PORT: String(s.hub.port) },
  });
  assertEquals([code, err], [0, `live: sent to ${s.hub.url}\n`]);
});

Deno.test("a hub with a token takes changes of those that give it", async () => {
  await using s = await scene({ token: "s3cret" });
  const tokenFile = await s.folder.write("token", "s3cret\n");
  await Deno.chmod(tokenFile, 0o600);
  const add = (name: string, ...options: string[]) =>
    loom(["--doc", s.doc, "--bridge", s.hub.url, "add-state", name, ...options]);
  assertStringIncludes((await add("A", "--token", "s3cret")).err, "live: sent");
  assertStringIncludes((await add("B", "--token-file", tokenFile)).err, "live: sent");
  const wrong = await add("C", "--token", "wr0ng");
  assertEquals(wrong.code, 0);
  assertStringIncludes(wrong.err, "live: failed.");
  const required = await add("D", "--require-live", "--token", "wr0ng");
  assertEquals([required.code, required.out], [5, ""]);
  assertEquals(await stateNames(s.doc), ["Closed", "Open", "A", "B", "C"]);
  assertEquals([wrong.err, required.err].some((text) => /s3cret|wr0ng/.test(text)), false);
});

Deno.test("what is wrong about the hub is told before anything is written", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const add = (...options: string[]) => loom(["--doc", doc, "add-state", "A", ...options]);
  assertEquals((await add("--bridge", "nonsense")).code, 2);
  assertEquals((await add("--bridge", "http://127.0.0.1:1", "--token-file", folder.at("none"))).code, 4);
  assertEquals(await stateNames(doc), ["Closed", "Open"]);
});

Deno.test("a change that is refused does not reach the others", async () => {
  await using s = await scene();
  const { code } = await loom(["--doc", s.doc, "--bridge", s.hub.url, "add-state", "Open"]);
  assertEquals(code, 3);
  await using late = await Peer.join(s.hub, s.doc);
  assertEquals(late.joined.snapshot.seq, 0);
});
