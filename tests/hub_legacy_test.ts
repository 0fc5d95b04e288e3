/**
 * The exchanges of the earlier message set: a plain socket.io client without epochs, revisions, named changes or acks of changes.
 *
 * @module
 */
import { type AnyOp, type JsonObject, KINDS, orThrow } from "@loom/protocol";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { defaultChanges } from "../hub/room/room.ts";
import type { LegacyClient } from "./hub/legacy_client.ts";
import { DOOR, withHub, type Workshop } from "./hub/run_hub.ts";
import { LOOM_KINDS } from "@loom/engine";
import { withBoard } from "./board_kind.ts";

const addState = (name: string) => ({ op: "state.add", parent: null, state: { name } });
const SHOP = { name: "Shop", cards: [{ name: "Customer" }] };

const CHANGES = defaultChanges(KINDS) ?? raise();

function raise(): never {
  throw new Error("No kind has operations.");
}

interface Named {
  readonly clientId: string;
}

/** Two clients in the room of one document, with everything about their coming taken. */
async function pair({ client, write }: Workshop, name: string, content: unknown) {
  const docId = await write(name, content);
  const [ann, bob] = [await client(), await client()];
  await ann.join(docId, "web", "ann");
  await bob.join(docId, "agent", "bob");
  for (const one of [ann, bob]) {
    while ((await one.next("presence:list")).length < 2) continue;
  }
  return { docId, ann, bob };
}

Deno.test("bridge:join is answered with the document, number 0 and all who are present", () =>
  withHub(async ({ write, client }) => {
    const docId = await write("door.smdf.json", DOOR);
    const ann = await client();
    const { selfId, snapshot, presence } = await ann.join(docId, "cli", "ann");
    assertEquals(selfId, ann.socket.id);
    assertEquals([snapshot.docId, snapshot.def, snapshot.seq], [docId, DOOR, 0]);
    assertEquals(Math.floor(snapshot.mtime), (await Deno.stat(docId)).mtime?.getTime());
    assertEquals([presence[0].clientId, presence[0].role, presence[0].name], [selfId, "cli", "ann"]);
    assertMatch(presence[0].joinedAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assertEquals((await ann.next("presence:join")).clientId, selfId);
    assertEquals((await ann.next("presence:list")).length, 1);
    assertEquals(ann.all("bridge:welcome"), []);
  }));

Deno.test("bridge:join unwraps a wrapped document", () =>
  withHub(async ({ write, client }) => {
    const docId = await write("door.smdf.json", { version: 3, stateMachine: DOOR });
    assertEquals((await (await client()).join(docId)).snapshot.def, DOOR);
  }));

Deno.test("bridge:join without a docId takes part in the hub's own document", async () => {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  await Deno.writeTextFile(`${folder}/door.smdf.json`, JSON.stringify(DOOR));
  await withHub(async ({ client }) => {
    const { snapshot } = await (await client()).join(undefined);
    assertEquals([snapshot.docId, snapshot.def], [`${folder}/door.smdf.json`, DOOR]);
  }, { file: `${folder}/door.smdf.json` });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("bridge:join takes a path that is spelled otherwise into the same room", () =>
  withHub(async ({ write, client, folder }) => {
    const docId = await write("door.smdf.json", DOOR);
    const [ann, bob] = [await client(), await client()];
    await ann.join(docId);
    const { snapshot, presence } = await bob.join(`${folder}/./x/../door.smdf.json`);
    assertEquals([snapshot.docId, presence.length], [docId, 2]);
  }));

Deno.test("bridge:join without a file gives no document, and the document when the file comes", () =>
  withHub(async ({ write, client, path }) => {
    const ann = await client();
    const { snapshot } = await ann.join(path("late.smdf.json"));
    assertEquals([snapshot.def, snapshot.seq, snapshot.mtime], [null, 0, 0]);
    await write("late.smdf.json", DOOR);
    const { def, seq, origin } = await ann.next("def:full");
    assertEquals([def, seq, origin], [DOOR, 1, "file"]);
  }));

Deno.test("bridge:join with a wrong token is told so and disconnected", () =>
  withHub(async ({ client, path }) => {
    const ann = await client({ auth: { token: "wrong" } });
    const ack = await ann.join(path("door.smdf.json"));
    assertMatch((await ann.next("bridge:error")).message, /auth token/);
    assertEquals(ack.error.code, "unauthorized");
    await ann.next("disconnect");
  }, { token: "right" }));

Deno.test("bridge:join with the token is let in", () =>
  withHub(async ({ client, write }) => {
    const ann = await client({ auth: { token: "right" } });
    assertEquals((await ann.join(await write("door.smdf.json", DOOR))).snapshot.def, DOOR);
  }, { token: "right" }));

Deno.test("def:patch reaches the whole room, its sender included, and is acked to the sender only", () =>
  withHub(async (workshop) => {
    const { docId, ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    const ops = [addState("Idle")];
    ann.send("def:patch", { docId, ops, origin: "whatever", baseSeq: 0, mtime: 1 });
    const got = await bob.next("def:patch");
    assertEquals([got.docId, got.seq, got.ops, got.origin, got.mtime], [docId, 1, ops, ann.socket.id, 1]);
    assertEquals((await ann.next("def:patch")).seq, 1);
    const ack = await ann.next("def:ack");
    assertEquals([ack.docId, ack.baseSeq, ack.seq], [docId, 0, 1]);
    await bob.settled();
    assertEquals(bob.all("def:ack"), []);
  }));

Deno.test("def:patch after a change of the file counts on", () =>
  withHub(async (workshop) => {
    const { docId, ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    ann.send("def:patch", { docId, ops: [addState("Idle")], mtime: 1 });
    assertEquals((await bob.next("def:patch")).seq, 1);
    await workshop.write("door.smdf.json", { ...DOOR, settings: { name: "Gate" } });
    const { seq, origin, ops } = await bob.next("def:patch");
    assertEquals([seq, origin], [2, "file"]);
    assert(ops.length > 0);
  }));

Deno.test("def:patch with the time of the file that has it already is told once", () =>
  withHub(async (workshop) => {
    const { docId, ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    const ops = [addState("Idle")];
    await workshop.write("door.smdf.json", {
      ...DOOR,
      state: { ...DOOR.state, states: [...DOOR.state.states, { name: "Idle" }] },
    });
    const mtime = (await Deno.stat(docId)).mtime?.getTime();
    ann.send("def:patch", { docId, ops, mtime });
    assertEquals((await ann.next("def:ack")).seq, 1);
    assertEquals((await bob.next("def:patch")).ops, ops);
    ann.send("def:patch", { docId, ops, mtime });
    assertEquals((await ann.next("def:ack")).seq, 1);
    await bob.settled();
    assertEquals([bob.all("def:patch").length, bob.all("def:full").length], [1, 0]);
    assertEquals(ann.all("bridge:error"), []);
  }));

Deno.test("def:patch with the fractional time of a file that the hub has seen is acked and not told again", () =>
  withHub(async (workshop) => {
    const { docId, ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    await workshop.write("door.smdf.json", { ...DOOR, settings: { name: "Gate" } });
    await bob.next("def:patch");
    const mtime = ((await Deno.stat(docId)).mtime?.getTime() ?? 0) + 0.25;
    ann.send("def:patch", { docId, ops: [{ op: "settings.update", patch: { name: "Gate" } }], mtime });
    assertEquals((await ann.next("def:ack")).seq, 1);
    await bob.settled();
    assertEquals(bob.all("def:patch").length, 1);
  }));

/** What an earlier client has in the end: it applies its own changes at once, and ignores them when they come back. */
function viewOf(client: LegacyClient, start: JsonObject, own: readonly AnyOp[], since = 0): JsonObject {
  let view = orThrow(CHANGES.apply(start, own));
  for (const { event, payload } of client.arrived) {
    if (event === "def:full") view = payload.def;
    if (event !== "def:patch" || payload.origin === client.socket.id || payload.seq <= since) continue;
    const after = CHANGES.apply(view, payload.ops);
    if (after.ok) view = after.value;
  }
  return view;
}

Deno.test("all have the same order when a written change meets one that is not saved", () =>
  withHub(async (workshop) => {
    const { docId, ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    const unsaved = [addState("Unsaved")];
    ann.send("def:patch", { docId, ops: unsaved, baseSeq: 0 });
    await bob.next("def:patch");
    const states = [...DOOR.state.states, { name: "Written" }];
    await workshop.write("door.smdf.json", { ...DOOR, state: { ...DOOR.state, states } });
    const mtime = (await Deno.stat(docId)).mtime?.getTime();
    const written = [addState("Written")];
    bob.send("def:patch", { docId, ops: written, baseSeq: 1, mtime });
    await bob.next("def:ack");
    await Promise.all([ann.settled(), bob.settled()]);
    const { snapshot } = await (await workshop.client()).join(docId);
    assertEquals(viewOf(ann, DOOR, unsaved), snapshot.def);
    const before = orThrow(CHANGES.apply(DOOR, unsaved));
    assertEquals(viewOf(bob, before, written, 1), snapshot.def);
  }));

Deno.test("all have the same order when two add to the same list at once", () =>
  withHub(async (workshop) => {
    const { docId, ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    ann.send("def:patch", { docId, ops: [addState("Ann")], baseSeq: 0 });
    bob.send("def:patch", { docId, ops: [addState("Bob")], baseSeq: 0 });
    await Promise.all([ann.next("def:ack"), bob.next("def:ack")]);
    await Promise.all([ann.settled(), bob.settled()]);
    const { snapshot } = await (await workshop.client()).join(docId);
    assertEquals(viewOf(ann, DOOR, [addState("Ann")]), snapshot.def);
    assertEquals(viewOf(bob, DOOR, [addState("Bob")]), snapshot.def);
  }));

Deno.test("def:patch that does not fit is told to its sender, who gets the document", () =>
  withHub(async (workshop) => {
    const { docId, ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    ann.send("def:patch", { docId, ops: [{ op: "state.remove", name: "Nowhere" }] });
    const error = await ann.next("bridge:error");
    assertEquals([error.code, error.docId], ["apply_failed", docId]);
    const full = await ann.next("def:full");
    assertEquals([full.def, full.seq, full.origin], [DOOR, 0, "hub"]);
    await bob.settled();
    assertEquals([bob.rest().filter((event) => event.startsWith("def:")), ann.all("def:ack")], [[], []]);
  }));

Deno.test("def:patch to a document that does not exist is refused, and nobody is told a null document", () =>
  withHub(async ({ client, path }) => {
    const [ann, bob] = [await client(), await client()];
    await ann.join(path("none.smdf.json"));
    await bob.join(path("none.smdf.json"));
    ann.send("def:patch", { ops: [addState("Idle")] });
    const error = await ann.next("bridge:error");
    assertEquals(error.code, "no_base");
    assertMatch(error.message, /def:full/);
    for (const one of [ann, bob]) {
      await one.settled();
      assertEquals([one.all("def:patch"), one.all("def:full")], [[], []]);
    }
  }));

Deno.test("def:patch from who has not joined is refused", () =>
  withHub(async ({ client, write }) => {
    const docId = await write("door.smdf.json", DOOR);
    const ann = await client();
    ann.send("def:patch", { docId, ops: [addState("Idle")] });
    assertEquals((await ann.next("bridge:error")).code, "not_joined");
  }));

Deno.test("def:patch goes to the joined room whatever its docId says", () =>
  withHub(async (workshop) => {
    const { ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    ann.send("def:patch", { docId: "", ops: [addState("Idle")] });
    assertEquals((await bob.next("def:patch")).seq, 1);
    ann.send("def:patch", { docId: workshop.path("other.smdf.json"), ops: [addState("Busy")] });
    assertEquals((await bob.next("def:patch")).seq, 2);
  }));

Deno.test("def:full replaces the document for the whole room and is acked without a baseSeq", () =>
  withHub(async (workshop) => {
    const { docId, ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    const def = { ...DOOR, settings: { name: "Gate" } };
    ann.send("def:full", { docId, def, origin: "whatever" });
    for (const one of [ann, bob]) {
      const got = await one.next("def:full");
      assertEquals([got.docId, got.def, got.seq, got.origin], [docId, def, 1, ann.socket.id]);
    }
    const ack = await ann.next("def:ack");
    assertEquals([ack.docId, ack.seq, "baseSeq" in ack], [docId, 1, false]);
  }));

Deno.test("def:full with the time of the file that has it is told whole, once, with its sender", () =>
  withHub(async (workshop) => {
    const { docId, ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    const def = { ...DOOR, settings: { name: "Gate" } };
    await workshop.write("door.smdf.json", def);
    const mtime = (await Deno.stat(docId)).mtime?.getTime();
    ann.send("def:full", { docId, def, mtime });
    assertEquals((await ann.next("def:ack")).seq, 1);
    await bob.settled();
    assertEquals(bob.all("def:full").length + bob.all("def:patch").length, 1);
  }));

Deno.test("an empty file is a document to come", () =>
  withHub(async ({ client, write }) => {
    const docId = await write("new.smdf.json", "");
    const ann = await client();
    assertEquals((await ann.join(docId)).snapshot.def, null);
    ann.send("def:patch", { ops: [addState("Idle")] });
    assertEquals((await ann.next("bridge:error")).code, "no_base");
    ann.send("def:full", { def: DOOR });
    assertEquals((await ann.next("def:full")).def, DOOR);
  }));

Deno.test("def:full begins a document that has no file", () =>
  withHub(async ({ client, path }) => {
    const [ann, bob] = [await client(), await client()];
    await ann.join(path("new.smdf.json"));
    await bob.join(path("new.smdf.json"));
    ann.send("def:full", { def: DOOR });
    assertEquals((await bob.next("def:full")).def, DOOR);
    ann.send("def:patch", { ops: [addState("Idle")] });
    assertEquals((await bob.next("def:patch")).seq, 2);
  }));

Deno.test("def:request is answered to who asks, joined or not", () =>
  withHub(async (workshop) => {
    const { docId, ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    ann.send("def:request", { docId, sinceSeq: 0 });
    const own = await ann.next("def:full");
    assertEquals([own.def, own.seq, own.origin, "mtime" in own], [DOOR, 0, "hub", false]);
    const stranger = await workshop.client();
    stranger.send("def:request", { docId });
    assertEquals((await stranger.next("def:full")).def, DOOR);
    stranger.send("def:request", { docId: workshop.path("none.smdf.json") });
    assertEquals((await stranger.next("def:full")).def, null);
    ann.send("def:request", {});
    assertEquals((await ann.next("def:full")).docId, docId);
    await bob.settled();
    assertEquals(bob.all("def:full"), []);
  }));

Deno.test("presence:update reaches the whole room and stays with its sender's record", () =>
  withHub(async (workshop) => {
    const { docId, ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    ann.send("presence:update", {
      docId,
      clientId: "someone else",
      role: "cli",
      cursor: { x: 1 },
      selection: ["Open"],
    });
    const moved = { clientId: ann.socket.id, cursor: { x: 1 }, selection: ["Open"] };
    assertEquals(await ann.next("presence:update"), moved);
    assertEquals(await bob.next("presence:update"), moved);
    ann.send("presence:update", { selection: null });
    assertEquals(await bob.next("presence:update"), { clientId: ann.socket.id, selection: null });
    const { presence } = await (await workshop.client()).join(docId);
    const { cursor, role, name, ...rest } = presence.find(({ clientId }: Named) =>
      clientId === ann.socket.id
    );
    assertEquals([cursor, role, name, rest.selection ?? null], [{ x: 1 }, "web", "ann", null]);
  }));

Deno.test("bridge:leave is told to who stays, and the leaver hears nothing more", () =>
  withHub(async (workshop) => {
    const { docId, ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    ann.send("bridge:leave", { docId, clientId: ann.socket.id });
    assertEquals(await bob.next("presence:leave"), { clientId: ann.socket.id });
    assertEquals((await bob.next("presence:list")).length, 1);
    bob.send("def:patch", { ops: [addState("Idle")] });
    await bob.next("def:ack");
    ann.send("def:patch", { docId, ops: [addState("Busy")] });
    assertEquals((await ann.next("bridge:error")).code, "not_joined");
    assertEquals(ann.all("def:patch"), []);
    ann.close();
    await bob.settled();
    assertEquals(bob.all("presence:leave").length, 1);
  }));

Deno.test("a lost connection is told to who stays", () =>
  withHub(async (workshop) => {
    const { ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    const clientId = ann.socket.id;
    ann.close();
    assertEquals(await bob.next("presence:leave"), { clientId });
    assertEquals((await bob.next("presence:list")).length, 1);
  }));

Deno.test("joining another document leaves the one before", () =>
  withHub(async (workshop) => {
    const { ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    await ann.join(await workshop.write("gate.smdf.json", DOOR));
    assertEquals(await bob.next("presence:leave"), { clientId: ann.socket.id });
    bob.send("def:patch", { ops: [addState("Idle")] });
    await bob.next("def:ack");
    await ann.settled();
    assertEquals(ann.all("def:patch"), []);
  }));

Deno.test("joining the same document again stays in it", () =>
  withHub(async (workshop) => {
    const { docId, ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    assertEquals((await ann.join(docId, "web", "anna")).presence.length, 2);
    assertEquals((await bob.next("presence:join")).name, "anna");
    assertEquals(bob.all("presence:leave"), []);
  }));

Deno.test("view:show reaches the system's room from who never joined, and no other room", () =>
  withHub(async (workshop) => {
    const { client, write, folder } = workshop;
    const system = await write("shop.sysdf.json", { name: "Shop", members: [] });
    const [canvas, other, agent] = [await client(), await client(), await client()];
    const { snapshot } = await canvas.join(system);
    await other.join(await write("door.smdf.json", DOOR));
    const view = { member: "door.smdf.json", focus: "entity:Order", note: "Look here.", origin: "agent one" };
    agent.send("view:show", { docId: `${folder}/./shop.sysdf.json`, ...view });
    assertEquals(await canvas.next("view:show"), { docId: system, ...view });
    agent.send("view:show", { docId: system, origin: "" });
    assertEquals(await canvas.next("view:show"), { docId: system, origin: agent.socket.id });
    await other.settled();
    assertEquals(other.all("view:show"), []);
    canvas.send("def:request", {});
    assertEquals((await canvas.next("def:full")).seq, snapshot.seq);
  }));

Deno.test("view:show with a wrong token is refused and goes nowhere", () =>
  withHub(async ({ client, write }) => {
    const docId = await write("shop.sysdf.json", { name: "Shop", members: [] });
    const canvas = await client({ auth: { token: "right" } });
    await canvas.join(docId);
    const agent = await client();
    agent.send("view:show", { docId });
    assertMatch((await agent.next("bridge:error")).message, /auth token/);
    assert(agent.socket.connected);
    await canvas.settled();
    assertEquals(canvas.all("view:show"), []);
  }, { token: "right" }));

Deno.test("def:request with a wrong token is refused", () =>
  withHub(async ({ client, write }) => {
    const docId = await write("door.smdf.json", DOOR);
    const agent = await client();
    agent.send("def:request", { docId });
    assertEquals((await agent.next("bridge:error")).code, "unauthorized");
    assertEquals(agent.all("def:full"), []);
  }, { token: "right" }));

Deno.test("a document without operations travels whole, from clients and from its file", () =>
  withHub(async (workshop) => {
    const { docId, ann, bob } = await pair(workshop, "shop.board.json", SHOP);
    const pushed = { ...SHOP, cards: [{ name: "Customer" }, { name: "Shop" }] };
    ann.send("def:full", { docId, def: pushed });
    const got = await bob.next("def:full");
    assertEquals([got.def, got.seq, got.origin], [pushed, 1, ann.socket.id]);
    const edited = { ...SHOP, cards: [] };
    await workshop.write("shop.board.json", edited);
    const outside = await bob.next("def:full");
    assertEquals([outside.def, outside.seq, outside.origin], [edited, 2, "file"]);
    assertEquals(bob.all("def:patch"), []);
  }, { kinds: withBoard(LOOM_KINDS) }));

Deno.test("writing the same content again is told to nobody", () =>
  withHub(async (workshop) => {
    const { ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    await workshop.write("door.smdf.json", DOOR);
    await workshop.write("door.smdf.json", { ...DOOR, settings: { name: "Gate" } });
    assertEquals((await bob.next("def:patch")).seq, 1);
    await ann.next("def:patch");
    await ann.settled();
    assertEquals(ann.all("def:full"), []);
  }));

Deno.test("a file that becomes unreadable changes nothing, and is taken when it can be read again", () =>
  withHub(async (workshop) => {
    const { bob } = await pair(workshop, "door.smdf.json", DOOR);
    await workshop.write("door.smdf.json", "{ not json");
    await workshop.write("door.smdf.json", { ...DOOR, settings: { name: "Gate" } });
    assertEquals((await bob.next("def:patch")).seq, 1);
  }));

Deno.test("runtime operations reach the room as every patch does", () =>
  withHub(async (workshop) => {
    const { ann, bob } = await pair(workshop, "door.smdf.json", DOOR);
    const ops = [{ op: "runtime.enter", state: "Open" }];
    ann.send("def:patch", { ops });
    const got = await bob.next("def:patch");
    assertEquals([got.seq, got.ops], [1, ops]);
  }));

Deno.test("a client over plain HTTP requests works as one over a WebSocket", () =>
  withHub(async ({ client, write }) => {
    const docId = await write("door.smdf.json", DOOR);
    const ann = await client({ transports: ["polling"] });
    assertEquals((await ann.join(docId)).snapshot.def, DOOR);
    ann.send("def:patch", { ops: [addState("Idle")] });
    assertEquals((await ann.next("def:ack")).seq, 1);
  }));
