/**
 * What every store of rooms does, the one in memory and the one in Redis.
 *
 * @module
 */
import { type JsonObject, KINDS, type LivePresence, type MachineOp } from "@loom/protocol";
import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { loseFile, takeFile, takeSave } from "../../room/change_file.ts";
import { changesOf, type Room } from "../../room/room.ts";
import { changeLive, replaceLive } from "../../room/change_live.ts";
import { type Outcome, unchanged } from "../../room/outcome.ts";
import type { RoomStore } from "../room_store.ts";
import { Recorder } from "./recorder.ts";
import { withBoard } from "../../../tests/board_kind.ts";

/** Two processes that share rooms; the same store twice where rooms are not shared. */
export interface StorePair {
  readonly one: RoomStore;
  readonly other: RoomStore;
  close(): Promise<void>;
}

/** A machine with some states. */
export function machineOf(...states: readonly string[]): JsonObject {
  return {
    settings: { namespace: "n", asynchronous: false },
    events: [],
    state: { name: "Root", ...(states.length === 0 ? {} : { states: states.map((name) => ({ name })) }) },
  };
}

/** An operation that adds a state. */
export function addState(name: string): MachineOp {
  return { op: "state.add", parent: "Root", state: { name } };
}

/** A change that adds a state. */
export function adding(name: string, origin = "s1"): (room: Room) => Outcome {
  return (room) => changeLive(KINDS, room, [addState(name)], { origin, opId: `add:${name}` });
}

/** A change that puts a document where none is. */
export function seeding(def: JsonObject = machineOf()): (room: Room) => Outcome {
  return (room) => takeFile(KINDS, room, { revision: "r1", def, mtime: 1 });
}

/** Someone who takes part. */
export function presenceOf(clientId: string, joinedAt = 1): LivePresence {
  return { clientId, role: "web", joinedAt: new Date(joinedAt).toISOString() };
}

/** Every case: what a store does, and how that shows. */
const CASES: readonly (readonly [name: string, test: (pair: StorePair) => Promise<void>])[] = [
  ["read() finds nothing where no room is", async ({ one }) => {
    assertEquals(await one.read(DOC), undefined);
  }],
  ["update() begins with an empty room of a new epoch", async ({ one, other }) => {
    const seen: Room[] = [];
    const updated = await one.update(DOC, (room) => {
      seen.push(room);
      return unchanged(room);
    });
    const { epoch, ...rest } = seen[0] ?? never();
    assertEquals(rest, {
      docId: DOC,
      kind: null,
      seq: 0,
      def: null,
      file: { revision: null, def: null, mtime: 0, before: 0 },
      unsaved: [],
      log: [],
      named: [],
      active: [],
    });
    assert(updated.ok && epoch.length > 10);
    assertEquals((await other.read(DOC))?.epoch, epoch);
  }],
  ["update() begins rooms of other documents without operations", async ({ one }) => {
    await one.update("/w/a.board.json", (room) => unchanged(room));
    const room = await one.read("/w/a.board.json") ?? never();
    assertEquals(changesOf(withBoard(KINDS), room), undefined);
  }],
  ["update() gives what the change said and keeps its room", async ({ one, other }) => {
    await one.update(DOC, seeding());
    const updated = await other.update(DOC, adding("A"));
    assert(updated.ok);
    assertEquals([updated.seq, updated.broadcasts.length], [2, 1]);
    assertEquals(await one.read(DOC), updated.room);
    assertEquals(updated.room.def, machineOf("A"));
    assertEquals(await other.update(DOC, adding("A")), {
      ok: true,
      room: updated.room,
      seq: 2,
      broadcasts: [],
      duplicate: true,
    });
  }],
  ["update() keeps the room as it is when the change refuses", async ({ one, other }) => {
    const refused = await one.update(DOC, adding("A"));
    assert(!refused.ok);
    assertEquals([refused.code, refused.room?.docId], ["no_base", DOC]);
    assertEquals(await one.read(DOC), undefined);
    await one.update(DOC, seeding());
    const before = await other.read(DOC);
    const again = await other.update(
      DOC,
      (room) => changeLive(KINDS, room, [{ op: "state.remove", name: "X" }], { origin: "s1" }),
    );
    assert(!again.ok);
    assertEquals([again.code, again.room], ["apply_failed", before]);
    assertEquals(await one.read(DOC), before);
  }],
  ["update() rejects with what the change throws, and goes on", async ({ one }) => {
    await one.update(DOC, seeding());
    const fails = one.update(DOC, () => {
      throw new RangeError("on purpose");
    });
    const next = one.update(DOC, adding("A"));
    await assertRejects(() => fails, RangeError, "on purpose");
    assert((await next).ok);
  }],
  ["update() loses nothing of many changes at once", async ({ one, other }) => {
    await one.update(DOC, seeding());
    const names = Array.from({ length: 60 }, (_, at) => `S${at}`);
    const updates = await Promise.all(
      names.map((name, at) => (at % 2 === 0 ? one : other).update(DOC, adding(name))),
    );
    assertEquals(updates.filter(({ ok }) => !ok), []);
    const numbers = updates.map((updated) => updated.ok ? updated.seq : 0);
    assertEquals(numbers.toSorted((a, b) => a - b), names.map((_, at) => at + 2));
    const room = await other.read(DOC) ?? never();
    assertEquals(room.seq, 61);
    assertEquals(room.log.map(({ seq }) => seq), Array.from({ length: 61 }, (_, at) => at + 1));
    assertEquals(stateNames(room).toSorted(), names.toSorted());
  }],
  ["update() changes rooms apart from each other", async ({ one, other }) => {
    const docs = [
      "/w/a.smdf.json",
      "/w/a.smdf.json ",
      "__proto__",
      "constructor",
      "/w/ä/😀.smdf.json",
      "a/b",
    ];
    await Promise.all(
      docs.map((docId, at) => (at % 2 ? one : other).update(docId, seeding(machineOf(`S${at}`)))),
    );
    const rooms = await Promise.all(docs.map((docId) => one.read(docId)));
    assertEquals(rooms.map((room) => room?.docId), docs);
    assertEquals(rooms.map((room) => room?.def), docs.map((_, at) => machineOf(`S${at}`)));
    assertEquals(new Set(rooms.map((room) => room?.epoch)).size, docs.length);
  }],
  ["read() gives back whatever a room holds", async ({ one, other }) => {
    const wild = JSON.parse(
      '{"settings":{"__proto__":{"a":1},"x":"\\u0000\\ud83d\\ude00\\n"},"state":{"name":"Root"}}',
    );
    const steps: ((room: Room) => Outcome)[] = [
      seeding(wild),
      adding("A"),
      (room) => takeFile(KINDS, room, { revision: "r2", def: machineOf("F"), mtime: 1700.25 }),
      (room) => changeLive(KINDS, room, [{ op: "runtime.enter", state: "A" }], { origin: "s2", mtime: 3.5 }),
      (room) => replaceLive(KINDS, room, machineOf("B", "A"), { origin: "s1", opId: "whole" }),
      (room) => takeSave(KINDS, room, { revision: "r3", def: machineOf("B", "A"), mtime: 1800 }, room.seq),
      (room) => changeLive(KINDS, room, [addState("C")], { origin: "s1" }),
      (room) => loseFile(room),
      (room) => takeFile(KINDS, room, { revision: "r4", def: machineOf("Z"), mtime: 1900 }),
    ];
    for (const [at, step] of steps.entries()) {
      const updated = await (at % 2 ? one : other).update(DOC, step);
      assert(updated.ok);
      assertEquals(await one.read(DOC), updated.room);
      assertEquals(await other.read(DOC), updated.room);
    }
  }],
  ["listen() tells every process of every change, in order", async ({ one, other }) => {
    const recorders = await listening(one, other);
    await one.update(DOC, seeding());
    for (let at = 0; at < 20; at++) await (at % 2 ? one : other).update(DOC, adding(`S${at}`));
    for (const recorder of recorders) {
      await recorder.until(() => recorder.commits.length === 21);
      assertEquals(recorder.commits.map(({ seq }) => seq), Array.from({ length: 21 }, (_, at) => at + 1));
      const [first, second] = recorder.commits;
      const { epoch } = await one.read(DOC) ?? never();
      assertEquals([first?.docId, first?.epoch, first?.fileRevision, first?.unsaved], [
        DOC,
        epoch,
        "r1",
        false,
      ]);
      assertEquals(first?.broadcasts.map(({ type }) => type), ["full"]);
      assertEquals([second?.fileRevision, second?.unsaved], ["r1", true]);
      assertEquals(second?.broadcasts, [{
        type: "patch",
        change: { ...logged(await one.read(DOC), 2) },
      }]);
    }
  }],
  ["listen() has told of a change here before update() gives it", async ({ one, other }) => {
    const [recorder] = await listening(one, other);
    for (let at = 1; at <= 10; at++) {
      await one.update(DOC, at === 1 ? seeding() : adding(`S${at}`));
      assertEquals(recorder?.commits.length, at);
    }
  }],
  ["listen() tells of changes of the file and of what was lost", async ({ one, other }) => {
    const [recorder = never()] = await listening(one, other);
    await other.update(DOC, seeding());
    await other.update(DOC, loseFile);
    await recorder.until(() => recorder.commits.length === 2);
    const [, commit = never()] = recorder.commits;
    assertEquals(commit.broadcasts, [{ type: "file" }]);
    assertEquals([commit.fileRevision, commit.unsaved, commit.seq], [null, true, 1]);
  }],
  ["listen() tells nothing of duplicates and refusals", async ({ one, other }) => {
    const [recorder] = await listening(one, other);
    await one.update(DOC, seeding());
    await one.update(DOC, seeding());
    await one.update(
      DOC,
      (room) => changeLive(KINDS, room, [{ op: "state.remove", name: "X" }], { origin: "s1" }),
    );
    await one.update(DOC, adding("A"));
    assertEquals(recorder?.commits.map(({ seq }) => seq), [1, 2]);
  }],
  ["listen() tells of large documents too", async ({ one, other }) => {
    const recorders = await listening(one, other);
    const large = machineOf(...Array.from({ length: 5_000 }, (_, at) => `State${at}WithALongName`));
    await one.update(DOC, seeding(large));
    await other.update(DOC, adding("Last"));
    for (const recorder of recorders) {
      await recorder.until(() => recorder.commits.some(({ seq }) => seq === 2));
      const [first = never()] = recorder.commits;
      assert(first.broadcasts[0]?.type === "full");
      assertEquals(first.broadcasts[0].def.state !== undefined, true);
    }
  }],
  ["listen() tells nothing of rooms that nobody here is in", async ({ one }) => {
    const recorder = new Recorder();
    one.listen(recorder);
    await one.members.join("/w/b.smdf.json", presenceOf("s1"));
    await one.members.join(DOC, presenceOf("s1"));
    await one.members.leave(DOC, "s1");
    await one.update(DOC, seeding());
    await one.update("/w/b.smdf.json", seeding());
    assertEquals(recorder.commits.map(({ docId }) => docId), ["/w/b.smdf.json"]);
  }],
  ["listen() does not let what a listener throws into the store", async ({ one }) => {
    const errors: unknown[] = [];
    const recorder = new Recorder();
    one.listen({
      committed: () => {
        throw new RangeError("on purpose");
      },
      membersChanged: () => {},
      vanished: () => {},
      failed: (error) => errors.push(error),
    });
    await one.members.join(DOC, presenceOf("s1"));
    assert((await one.update(DOC, seeding())).ok);
    assertEquals(errors.length, 1);
    one.listen(recorder);
    assert((await one.update(DOC, adding("A"))).ok);
    assertEquals(recorder.commits.length, 1);
  }],
  ["drop() forgets a room; the next one has another epoch", async ({ one, other }) => {
    await one.update(DOC, seeding());
    const before = await one.read(DOC);
    assertEquals(await other.drop(DOC), true);
    assertEquals(await one.read(DOC), undefined);
    const updated = await one.update(DOC, seeding());
    assert(updated.ok);
    assertEquals([updated.seq, updated.room.log.length], [1, 1]);
    assertNotEquals(updated.room.epoch, before?.epoch);
    assertEquals(await one.drop("/w/none.smdf.json"), true);
  }],
  ["drop() keeps a room that someone is in", async ({ one, other }) => {
    await one.update(DOC, seeding());
    await other.members.join(DOC, presenceOf("s1"));
    assertEquals([await one.drop(DOC), await one.drop(DOC, true)], [false, false]);
    await other.members.leave(DOC, "s1");
    assertEquals(await one.drop(DOC), true);
  }],
  ["drop() keeps what is unsaved unless told otherwise", async ({ one, other }) => {
    await one.update(DOC, seeding());
    await one.update(DOC, adding("A"));
    assertEquals(await other.drop(DOC), false);
    assertEquals((await one.read(DOC))?.def, machineOf("A"));
    assertEquals(await other.drop(DOC, true), true);
    assertEquals(await one.read(DOC), undefined);
  }],
  ["members lists all who joined, in order", async ({ one, other }) => {
    await one.members.join(DOC, presenceOf("b", 1));
    await other.members.join(DOC, presenceOf("a", 2));
    await one.members.join(DOC, presenceOf("__proto__", 3));
    await one.members.join("/w/b.smdf.json", presenceOf("c", 3));
    for (const { members } of [one, other]) {
      assertEquals((await members.list(DOC)).map(({ clientId }) => clientId), ["b", "a", "__proto__"]);
    }
    assertEquals(await one.members.leave(DOC, "b"), true);
    assertEquals(await one.members.leave(DOC, "b"), false);
    assertEquals(await one.members.leave("/w/none.smdf.json", "b"), false);
    assertEquals((await other.members.list(DOC)).map(({ clientId }) => clientId), ["a", "__proto__"]);
    assertEquals(await one.members.list("/w/none.smdf.json"), []);
  }],
  ["members replaces who joins again", async ({ one, other }) => {
    await one.members.join(DOC, presenceOf("a"));
    await one.members.join(DOC, { ...presenceOf("a"), name: "Ann" });
    assertEquals(await other.members.list(DOC), [{ ...presenceOf("a"), name: "Ann" }]);
  }],
  ["members keeps what a change leaves out and takes away what is null", async ({ one, other }) => {
    await one.members.join(DOC, presenceOf("a"));
    const moved = await one.members.update(DOC, { clientId: "a", cursor: { x: 1 }, selection: ["S"] });
    assertEquals(moved, { ...presenceOf("a"), cursor: { x: 1 }, selection: ["S"] });
    await one.members.update(DOC, { clientId: "a", cursor: null });
    assertEquals(await other.members.list(DOC), [{ ...presenceOf("a"), selection: ["S"] }]);
    assertEquals(await one.members.update(DOC, { clientId: "nobody", cursor: 1 }), undefined);
  }],
  ["isAvailable tells that the store answers", ({ one, other }) => {
    assertEquals([one.isAvailable, other.isAvailable], [true, true]);
    return Promise.resolve();
  }],
];

const DOC = "/w/kettle.smdf.json";

/**
 * Makes a test of each case.
 *
 * @param name what the store is called
 * @param open makes a pair of stores that hold nothing yet
 */
export function testStore(
  name: string,
  open: () => Promise<StorePair>,
  options: { readonly ignore?: boolean } = {},
): void {
  for (const [what, test] of CASES) {
    Deno.test(`${name}: ${what}`, options, async () => {
      const pair = await open();
      try {
        await test(pair);
      } finally {
        await pair.close();
      }
    });
  }
}

/** A recorder for each of the stores that are not the same, with a member in the room. */
async function listening(one: RoomStore, other: RoomStore): Promise<Recorder[]> {
  const stores = [...new Set([one, other])];
  return await Promise.all(stores.map(async (store, at) => {
    const recorder = new Recorder();
    store.listen(recorder);
    await store.members.join(DOC, presenceOf(`s${at}`));
    return recorder;
  }));
}

function stateNames(room: Room): string[] {
  const { state } = room.def as { state: { states: { name: string }[] } };
  return state.states.map(({ name }) => name);
}

function logged(room: Room | undefined, seq: number): Room["log"][number] {
  return room?.log.find((change) => change.seq === seq) ?? never();
}

function never(): never {
  throw new Error("There is none.");
}
