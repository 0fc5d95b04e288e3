/**
 * The hub for clients that know epochs, revisions and named changes; with real files.
 *
 * @module
 */
import { editDocument, type WriteResult } from "@loom/bridge/document";
import { applyPatchOps, type JsonObject, type MachineOp, type StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { LegacyClient } from "./hub/legacy_client.ts";
import { DOOR, withHub, type Workshop } from "./hub/run_hub.ts";

const addState = (name: string): MachineOp => ({ op: "state.add", parent: null, state: { name } });
const rename = (name: string): MachineOp => ({ op: "settings.update", patch: { name } });

/** A document in the folder with clients that have joined it. */
async function joined({ client, write }: Workshop, count: number) {
  const docId = await write("door.smdf.json", DOOR);
  const clients: LegacyClient[] = [];
  for (let at = 0; at < count; at++) clients.push(await client());
  const acks = [];
  for (const one of clients) acks.push(await one.join(docId));
  const { snapshot } = acks[0];
  return { docId, clients, epoch: snapshot.epoch as string, revision: snapshot.revision as string };
}

/** Edits the file as a party does that persists first. */
async function persist(docId: string, ops: readonly MachineOp[]): Promise<WriteResult> {
  return await editDocument(docId, (def) => made(def, ops));
}

function made(def: JsonObject, ops: readonly MachineOp[]): JsonObject {
  return applyPatchOps(def as unknown as StateMachineDefinition, [...ops]) as unknown as JsonObject;
}

/** What such a party tells the hub. */
function announcement(ops: readonly MachineOp[], { before, after, mtime }: WriteResult, opId?: string) {
  return { ops, baseRevision: before, revision: after, mtime, ...(opId === undefined ? {} : { opId }) };
}

/** The document as the hub has it, and whether anything of it is unsaved. */
async function live(client: LegacyClient) {
  client.send("def:request", {});
  const { def, seq, unsaved, fileRevision } = await client.next("def:full");
  return { def, seq, unsaved, fileRevision };
}

async function onDisk(docId: string): Promise<JsonObject> {
  return JSON.parse(await Deno.readTextFile(docId));
}

Deno.test("joining again with epoch and number brings what was missed, as changes", () =>
  withHub(async (workshop) => {
    const { docId, clients: [ann, bob], epoch } = await joined(workshop, 2);
    assert(ann && bob);
    await ann.ask("def:patch", { ops: [addState("A")], opId: "a1" });
    ann.close();
    await bob.ask("def:patch", { ops: [addState("B")], opId: "b1" });
    await bob.ask("def:patch", { ops: [addState("C")] });
    const again = await workshop.client();
    const ack = await again.ask("bridge:join", { role: "web", docId, epoch, sinceSeq: 1 });
    assertEquals([ack.resumed, ack.snapshot.def, ack.snapshot.seq], [true, null, 3]);
    assertEquals(ack.patches.map(({ seq, opId }: { seq: number; opId?: string }) => [seq, opId]), [
      [2, "b1"],
      [3, undefined],
    ]);
  }));

Deno.test("joining again with another epoch, or from too far ahead, brings the whole document", () =>
  withHub(async (workshop) => {
    const { docId, clients: [ann], epoch } = await joined(workshop, 1);
    for (const since of [{ epoch: "other", sinceSeq: 0 }, { epoch, sinceSeq: 7 }, { sinceSeq: 0 }]) {
      const ack = await ann?.ask("bridge:join", { role: "web", docId, ...since });
      assertEquals([ack.resumed, ack.snapshot.def], [undefined, DOOR]);
    }
  }));

Deno.test("def:request with epoch and number brings what was missed, or that nothing was", () =>
  withHub(async (workshop) => {
    const { docId, clients: [ann], epoch, revision } = await joined(workshop, 1);
    assert(ann);
    await ann.ask("def:patch", { ops: [addState("A")] });
    await ann.next("def:patch");
    ann.send("def:request", { epoch, sinceSeq: 0 });
    assertEquals((await ann.next("def:patch")).seq, 1);
    ann.send("def:request", { epoch, sinceSeq: 1 });
    assertEquals(await ann.next("def:file"), { docId, revision, seq: 1, unsaved: true });
  }));

Deno.test("a newcomer learns which states are active", () =>
  withHub(async (workshop) => {
    const { docId, clients: [ann] } = await joined(workshop, 1);
    await ann?.ask("def:patch", { ops: [{ op: "runtime.enter", state: "Open" }] });
    assertEquals((await (await workshop.client()).join(docId)).active, ["Open"]);
  }));

Deno.test("a change that is sent again under its name is made once", () =>
  withHub(async (workshop) => {
    const { clients: [ann, bob] } = await joined(workshop, 2);
    assert(ann && bob);
    const change = { ops: [addState("A")], opId: "a:1" };
    const first = await ann.ask("def:patch", change);
    const second = await bob.ask("def:patch", change);
    assertEquals([first.seq, first.duplicate, second.seq, second.duplicate], [1, undefined, 1, true]);
    await bob.settled();
    assertEquals(bob.all("def:patch").length, 1);
  }));

Deno.test("a change on an old number is made after what came since, or refused with it", () =>
  withHub(async (workshop) => {
    const { clients: [ann, bob], epoch } = await joined(workshop, 2);
    assert(ann && bob);
    await ann.ask("def:patch", { ops: [{ op: "state.remove", name: "Closed" }], baseSeq: 0, opId: "a1" });
    const rebased = await bob.ask("def:patch", { ops: [addState("B")], baseSeq: 0, opId: "b1" });
    assertEquals([rebased.ok, rebased.seq, rebased.rebased], [true, 2, true]);
    const update = { op: "state.update", name: "Closed", patch: { description: "shut" } };
    const refused = await bob.ask("def:patch", { ops: [update], baseSeq: 0, opId: "b2" });
    assertEquals([refused.ok, refused.error.code, refused.error.opId, refused.seq, refused.epoch], [
      false,
      "stale_base",
      "b2",
      2,
      epoch,
    ]);
    assertEquals(refused.missed.map(({ seq }: { seq: number }) => seq), [1]);
    await bob.settled();
    assertEquals(bob.all("def:full"), []);
  }));

Deno.test("def:full on an old number is refused", () =>
  withHub(async (workshop) => {
    const { clients: [ann, bob] } = await joined(workshop, 2);
    await ann?.ask("def:patch", { ops: [addState("A")] });
    const refused = await bob?.ask("def:full", { def: DOOR, baseSeq: 0 });
    assertEquals([refused.ok, refused.error.code], [false, "stale_base"]);
  }));

Deno.test("a named change about another document than the joined one is refused", () =>
  withHub(async (workshop) => {
    const { docId, clients: [ann] } = await joined(workshop, 1);
    const other = await workshop.write("gate.smdf.json", DOOR);
    const refused = await ann?.ask("def:patch", { docId: other, ops: [addState("A")], opId: "a1" });
    assertEquals([refused.error.code, refused.error.member], ["bad_request", "docId"]);
    assertEquals((await ann?.ask("def:patch", { docId, ops: [addState("A")], opId: "a2" })).ok, true);
  }));

Deno.test("an edit that is announced is told with its sender, and only once, whoever comes first", () =>
  withHub(async (workshop) => {
    const { docId, clients: [ann, bob] } = await joined(workshop, 2);
    assert(ann && bob);
    const first = [addState("First")];
    const one = await persist(docId, first);
    assertEquals((await ann.ask("def:patch", announcement(first, one, "a1"))).seq, 1);
    const told = await bob.next("def:patch");
    assertEquals([told.origin, told.opId, told.revision, told.fileRevision, told.unsaved, told.ops], [
      ann.socket.id,
      "a1",
      one.after,
      one.after,
      false,
      first,
    ]);
    const second = [addState("Second")];
    const two = await persist(docId, second);
    assertEquals((await bob.next("def:patch")).origin, "file");
    const late = await ann.ask("def:patch", announcement(second, two, "a2"));
    assertEquals([late.seq, late.duplicate], [2, true]);
    assertEquals((await live(bob)).def, await onDisk(docId));
    assertEquals(bob.all("def:patch").length, 2);
  }));

Deno.test("announcements of two writers in the wrong order lose nothing and repeat nothing", () =>
  withHub(async (workshop) => {
    const { docId, clients: [ann, bob, eve] } = await joined(workshop, 3);
    assert(ann && bob && eve);
    const [one, two] = [[addState("A")], [addState("B")]];
    const first = await persist(docId, one);
    const second = await persist(docId, two);
    assertEquals((await bob.ask("def:patch", announcement(two, second, "b1"))).ok, true);
    const late = await ann.ask("def:patch", announcement(one, first, "a1"));
    assertEquals([late.ok, late.duplicate], [true, true]);
    const now = await live(eve);
    assertEquals([now.def, now.unsaved, now.fileRevision], [await onDisk(docId), false, second.after]);
    const names = eve.all("def:patch").flatMap(({ ops }) =>
      ops.map((op: { state: { name: string } }) => op.state.name)
    );
    assertEquals(names, ["A", "B"]);
  }));

Deno.test("an announcement of what the file does not have any more is put right by the file", () =>
  withHub(async (workshop) => {
    const { docId, clients: [ann, bob] } = await joined(workshop, 2);
    assert(ann && bob);
    const text = await Deno.readTextFile(docId);
    const ops = [addState("A")];
    const result = await persist(docId, ops);
    await Deno.writeTextFile(docId, text);
    await ann.ask("def:patch", announcement(ops, result, "a1"));
    await bob.until(() => bob.all("def:patch").length !== 1);
    const now = await live(bob);
    assertEquals([now.def, now.unsaved], [DOOR, false]);
  }));

Deno.test("turning a file back to what it was is told like any change", () =>
  withHub(async (workshop) => {
    const { clients: [ann] } = await joined(workshop, 1);
    assert(ann);
    for (const name of ["Gate", "Door", "Gate", "Door"]) {
      await workshop.write("door.smdf.json", { ...DOOR, settings: { name } });
      const { ops, origin } = await ann.next("def:patch");
      assertEquals([ops, origin], [[rename(name)], "file"]);
    }
  }));

Deno.test("turning back an announced edit is told like any change", () =>
  withHub(async (workshop) => {
    const { docId, clients: [ann, bob] } = await joined(workshop, 2);
    assert(ann && bob);
    const ops = [rename("Gate")];
    await ann.ask("def:patch", announcement(ops, await persist(docId, ops)));
    await bob.next("def:patch");
    await workshop.write("door.smdf.json", DOOR);
    const back = await bob.next("def:patch");
    assertEquals([back.ops, back.origin], [[rename("Door")], "file"]);
  }));

Deno.test("unsaved changes survive a change of the file", () =>
  withHub(async (workshop) => {
    const { docId, clients: [ann, bob] } = await joined(workshop, 2);
    assert(ann && bob);
    await ann.ask("def:patch", { ops: [addState("Mine")] });
    await bob.next("def:patch");
    await workshop.write("door.smdf.json", { ...DOOR, settings: { name: "Gate" } });
    const told = await bob.next("def:patch");
    assertEquals([told.ops, told.unsaved], [[rename("Gate")], true]);
    const now = await live(bob);
    assertEquals(now.def, made(await onDisk(docId), [addState("Mine")]));
  }));

Deno.test("unsaved changes survive an edit that is announced", () =>
  withHub(async (workshop) => {
    const { docId, clients: [ann, bob] } = await joined(workshop, 2);
    assert(ann && bob);
    await ann.ask("def:patch", { ops: [addState("Mine")] });
    const ops = [addState("Theirs")];
    assertEquals((await bob.ask("def:patch", announcement(ops, await persist(docId, ops)))).seq, 2);
    const now = await live(bob);
    assertEquals([now.def, now.unsaved], [made(made(DOOR, ops), [addState("Mine")]), true]);
  }));

Deno.test("who loses unsaved changes to the file is told", () =>
  withHub(async (workshop) => {
    const { clients: [ann, bob] } = await joined(workshop, 2);
    assert(ann && bob);
    await ann.ask("def:patch", {
      ops: [{ op: "state.update", name: "Closed", patch: { description: "shut" } }],
    });
    await workshop.write("door.smdf.json", { ...DOOR, state: { ...DOOR.state, states: [{ name: "Open" }] } });
    const { code, message } = await ann.next("bridge:error");
    assertEquals([code, message.includes("unsaved")], ["stale_base", true]);
    const now = await live(bob);
    assertEquals([now.def.state.states, now.unsaved], [[{ name: "Open" }], false]);
    assertEquals(bob.all("bridge:error"), []);
  }));

Deno.test("a save leaves only what came after it unsaved", () =>
  withHub(async (workshop) => {
    const { docId, clients: [ann, bob] } = await joined(workshop, 2);
    assert(ann && bob);
    await ann.ask("def:patch", { ops: [addState("A")] });
    const saved = await persist(docId, [addState("A")]);
    await bob.ask("def:patch", { ops: [addState("B")] });
    await ann.ask("def:patch", { ...announcement([], saved), savedSeq: 1 });
    const notice = await bob.next("def:file");
    assertEquals(notice, { docId, revision: saved.after, seq: 2, unsaved: true });
    const now = await live(bob);
    assertEquals([now.def, now.unsaved], [made(DOOR, [addState("A"), addState("B")]), true]);
    const rest = await persist(docId, [addState("B")]);
    await ann.ask("def:patch", { ...announcement([], rest), savedSeq: 2 });
    assertEquals((await live(bob)).unsaved, false);
  }));

Deno.test("a file that goes away leaves the document, all of it unsaved, until it comes back", () =>
  withHub(async (workshop) => {
    const { docId, clients: [ann] } = await joined(workshop, 1);
    assert(ann);
    await Deno.remove(docId);
    assertEquals(await ann.next("def:file"), { docId, revision: null, seq: 0, unsaved: true });
    assertEquals((await live(ann)).def, DOOR);
    await workshop.write("door.smdf.json", { ...DOOR, settings: { name: "Gate" } });
    await ann.until(() => ann.all("def:full").length + ann.all("def:patch").length >= 2);
    const now = await live(ann);
    assertEquals([now.def.settings, now.unsaved], [{ name: "Gate" }, false]);
  }));

Deno.test("a change that is told to be in a file that is not there is adapted to what its sender had not seen", () =>
  withHub(async ({ client, path }) => {
    const [ann, bob] = [await client(), await client()];
    for (const one of [ann, bob]) await one.join(path("new.smdf.json"));
    const to = (nextState: string) => ({ event: "open", nextState });
    const state = { ...DOOR.state, transitions: [to("A"), to("B"), to("C")] };
    const { seq: baseSeq } = await ann.ask("def:full", { def: { ...DOOR, state } });
    const removal = { ops: [{ op: "transition.remove", state: DOOR.state.name, index: 0 }], baseSeq };
    assertEquals((await ann.ask("def:patch", removal)).ok, true);
    const { ok, code } = await bob.ask("def:patch", { ...removal, revision: "none" });
    assertEquals([ok, code], [true, undefined]);
    const { snapshot } = await (await client()).join(path("new.smdf.json"));
    assertEquals(snapshot.def.state.transitions, [to("B"), to("C")]);
  }));

Deno.test("unsaved changes are there again for who comes later", () =>
  withHub(async (workshop) => {
    const { docId, clients: [ann], epoch } = await joined(workshop, 1);
    assert(ann);
    await ann.ask("def:patch", { ops: [addState("Mine")] });
    await ann.settled();
    ann.close();
    await workshop.write("door.smdf.json", { ...DOOR, settings: { name: "Gate" } });
    const { snapshot } = await (await workshop.client()).join(docId);
    assertEquals([snapshot.epoch, snapshot.unsaved], [epoch, true]);
    assertEquals(snapshot.def, made(await onDisk(docId), [addState("Mine")]));
  }));

Deno.test("messages of one connection are handled in the order in which they were sent", () =>
  withHub(async (workshop) => {
    const docId = await workshop.write("door.smdf.json", DOOR);
    const ann = await workshop.client();
    const joining = ann.join(docId);
    const first = ann.ask("def:patch", { ops: [addState("A")] });
    const second = ann.ask("def:patch", { ops: [addState("B")] });
    const leaving = ann.ask("bridge:leave", {});
    const after = ann.ask("def:patch", { ops: [addState("C")] });
    assertEquals((await joining).snapshot.seq, 0);
    assertEquals([(await first).seq, (await second).seq, (await leaving).ok], [1, 2, true]);
    assertEquals((await after).error.code, "not_joined");
  }));

Deno.test("a symbolic link and the file it leads to are one room", () =>
  withHub(async (workshop) => {
    const { docId, clients: [ann] } = await joined(workshop, 1);
    await Deno.symlink(docId, workshop.path("link.smdf.json"));
    const { snapshot, presence } = await (await workshop.client()).join(workshop.path("link.smdf.json"));
    assertEquals([snapshot.docId, presence.length, ann?.socket.connected], [docId, 2, true]);
  }));

Deno.test("two hubs have numbers of their own", () =>
  withHub((one) =>
    withHub(async (two) => {
      const docId = await one.write("door.smdf.json", DOOR);
      const epochs = [];
      for (const { client } of [one, two]) epochs.push((await (await client()).join(docId)).snapshot.epoch);
      assertNotEquals(epochs[0], epochs[1]);
    })
  ));

Deno.test("a hub that stops tells its clients, and they lose their connections", () =>
  withHub(async (workshop) => {
    const { clients: [ann] } = await joined(workshop, 1);
    assert(ann);
    const pending = ann.ask("def:patch", { ops: [addState("A")] });
    assertEquals((await pending).ok, true);
    await workshop.hub.close();
    assertEquals((await ann.next("bridge:error")).code, "shutting_down");
    await ann.next("disconnect");
    await workshop.hub.close();
  }));
