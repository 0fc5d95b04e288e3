import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { KINDS, type MachineOp } from "@loom/protocol";
import { takeFile } from "./change_file.ts";
import { changeLive, replaceLive } from "./change_live.ts";
import { emptyRoom, type Room, ROOM_LIMITS } from "./room.ts";
import {
  accepted,
  childrenOf,
  contentOf,
  DOOR,
  doorRoom,
  live,
  refused,
  stateAdd,
  withOps,
} from "./testing/door.ts";
import { withBoard } from "../../tests/board_kind.ts";

const ADA = { origin: "ada" };

Deno.test("changeLive() changes the document, gives it a number and leaves the file's content", () => {
  const before = doorRoom();
  const { room, seq, broadcasts } = accepted(
    changeLive(KINDS, before, [stateAdd("Ajar")], { ...ADA, opId: "a1" }),
  );
  assertEquals(seq, before.seq + 1);
  assertEquals(childrenOf(room.def), ["Open", "Shut", "Ajar"]);
  assertEquals(room.file, before.file);
  assertEquals(room.unsaved.map(({ seq, origin }) => [seq, origin]), [[seq, "ada"]]);
  assertEquals(broadcasts.map((one) => one.type === "patch" && [one.change.seq, one.change.opId]), [[
    seq,
    "a1",
  ]]);
});

Deno.test("changeLive() makes a change once when it comes twice", () => {
  const once = live(doorRoom(), [stateAdd("Ajar")], { opId: "a1" });
  const later = live(once, [stateAdd("Wide")]);
  const again = accepted(changeLive(KINDS, later, [stateAdd("Ajar")], { ...ADA, opId: "a1" }));
  assert(again.duplicate);
  assertEquals(again.seq, once.seq);
  assertEquals(again.room, later);
  assertEquals(again.broadcasts, []);
});

Deno.test("changeLive() adapts a change to what its sender had not seen", () => {
  const before = doorRoom();
  const renamed = live(before, [{ op: "state.rename", name: "Open", to: "Wide" }], { origin: "bob" });
  const notes: MachineOp = { op: "state.update", name: "Open", patch: { notes: "draughty" } };
  const outcome = accepted(changeLive(KINDS, renamed, [notes], { ...ADA, baseSeq: before.seq }));
  assert(outcome.rebased);
  assertEquals(outcome.room.log.at(-1)?.ops, [{ ...notes, name: "Wide" }]);
});

Deno.test("changeLive() refuses a change of something that is gone, with what its sender had not seen", () => {
  const before = doorRoom();
  const removed = live(before, [{ op: "state.remove", name: "Open" }], { origin: "bob" });
  const again = live(removed, [stateAdd("Open")], { origin: "bob" });
  const notes: MachineOp = { op: "state.update", name: "Open", patch: { notes: "draughty" } };
  const { code, message, missed } = refused(
    changeLive(KINDS, again, [notes], { ...ADA, baseSeq: before.seq }),
  );
  assertEquals(code, "stale_base");
  assertStringIncludes(message, "Open");
  assertEquals(missed?.map(({ seq }) => seq), [removed.seq, again.seq]);
});

Deno.test("changeLive() takes a second change for one that was made on top of the first of the same sender", () => {
  const before = live(doorRoom(), [{
    op: "transition.add",
    state: "Open",
    transition: { nextState: "Door" },
  }]);
  const remove: MachineOp = { op: "transition.remove", state: "Open", index: 0 };
  const once = live(before, [remove], { baseSeq: before.seq });
  const twice = live(once, [remove], { baseSeq: before.seq });
  const [open] = (twice.def?.["state"] as { states: { transitions: unknown[] }[] }).states;
  assertEquals(open?.transitions ?? [], []);
});

Deno.test("changeLive() adapts a change to what its sender announced of the file: it was not made on that", () => {
  const transition = (event: string): MachineOp => ({
    op: "transition.add",
    state: "Open",
    transition: { event },
    index: 0,
  });
  const before = doorRoom();
  const added = contentOf(withOps(DOOR, transition("ring")), 2);
  const announced = accepted(takeFile(KINDS, before, added, { ...ADA, ops: [transition("ring")] })).room;
  const remove: MachineOp = { op: "transition.remove", state: "Open", index: 0 };
  const { room, rebased } = accepted(changeLive(KINDS, announced, [remove], { ...ADA, baseSeq: before.seq }));
  assertEquals([rebased, room.log.at(-1)?.ops], [true, [{ ...remove, index: 1 }]]);
});

Deno.test("changeLive() makes nothing unsaved by a change of which nothing is left", () => {
  const before = doorRoom();
  const remove: MachineOp = { op: "state.remove", name: "Shut" };
  const removed = accepted(takeFile(KINDS, before, contentOf(withOps(DOOR, remove), 2))).room;
  const { room } = accepted(
    changeLive(KINDS, removed, [remove], { ...ADA, opId: "a1", baseSeq: before.seq }),
  );
  assertEquals([room.unsaved, room.log.at(-1)?.ops, room.named.at(-1)?.[0]], [[], [], "a1"]);
});

Deno.test("changeLive() refuses a second change when others changed the document before the first", () => {
  const before = doorRoom();
  const foreign = live(before, [stateAdd("Ajar")], { origin: "bob" });
  const once = live(foreign, [stateAdd("Wide")], { baseSeq: before.seq });
  const second = changeLive(KINDS, once, [stateAdd("Gone")], { ...ADA, baseSeq: before.seq });
  const { code, missed } = refused(second);
  assertEquals([code, missed?.map(({ origin }) => origin)], ["stale_base", ["bob"]]);
  // On top of all that was there it is made.
  accepted(changeLive(KINDS, once, [stateAdd("Gone")], { ...ADA, baseSeq: once.seq }));
});

Deno.test("changeLive() refuses a change on a state that the log does not reach any more, or not yet", () => {
  let room: Room = doorRoom();
  for (let count = 0; count <= ROOM_LIMITS.log; count++) {
    room = live(room, [{ op: "settings.update", patch: {} }]);
  }
  for (const baseSeq of [1, room.seq + 1]) {
    assertEquals(
      refused(changeLive(KINDS, room, [stateAdd("Ajar")], { ...ADA, baseSeq })).code,
      "stale_base",
    );
  }
});

Deno.test("changeLive() refuses a change on a document that was replaced by one that operations do not lead to", () => {
  const empty = emptyRoom("/a.smdf.json", "e");
  const room = accepted(replaceLive(KINDS, empty, DOOR, { origin: "bob" })).room;
  assertEquals(
    refused(changeLive(KINDS, room, [stateAdd("Ajar")], { ...ADA, baseSeq: 0 })).code,
    "stale_base",
  );
});

Deno.test("changeLive() refuses operations that do not fit", () => {
  const { code, message } = refused(
    changeLive(KINDS, doorRoom(), [{ op: "state.remove", name: "Roof" }], ADA),
  );
  assertEquals(code, "apply_failed");
  assertStringIncludes(message, "Roof");
});

Deno.test("changeLive() refuses operations while there is no document", () => {
  const empty = emptyRoom("/a.smdf.json", "e");
  assertEquals(refused(changeLive(KINDS, empty, [stateAdd("Ajar")], ADA)).code, "no_base");
});

Deno.test("changeLive() keeps which states are active, and does not take that for something to save", () => {
  const running = live(doorRoom(), [{ op: "runtime.enter", state: "Open" }, {
    op: "runtime.enter",
    state: "Door",
  }]);
  const moved = live(running, [{ op: "runtime.exit", state: "Open" }, {
    op: "runtime.enter",
    state: "Shut",
  }]);
  assertEquals(moved.active, ["Door", "Shut"]);
  assertEquals(moved.unsaved, []);
});

Deno.test("changeLive() bounds the active states", () => {
  const ops = Array.from(
    { length: ROOM_LIMITS.active + 1 },
    (_, at): MachineOp => ({ op: "runtime.enter", state: `S${at}` }),
  );
  assertEquals(live(doorRoom(), ops).active.length, ROOM_LIMITS.active);
  const long = "x".repeat(ROOM_LIMITS.activeName + 1);
  assertEquals(live(doorRoom(), [{ op: "runtime.enter", state: long }]).active, []);
});

Deno.test("replaceLive() tells the new document whole, and operations that lead to it to who asks later", () => {
  const before = doorRoom();
  const def = withOps(DOOR, stateAdd("Ajar"));
  const { room, broadcasts } = accepted(replaceLive(KINDS, before, def, { ...ADA, baseSeq: before.seq }));
  assertEquals(room.def, def);
  assertEquals(broadcasts.map((one) => one.type === "full" && one.def), [def]);
  assertEquals(room.log.at(-1)?.ops, [stateAdd("Ajar")].map((op) => ({ ...op, parent: "Door" })));
  assertEquals(room.unsaved.length, 1);
});

Deno.test("replaceLive() refuses to undo what its sender has not seen", () => {
  const before = doorRoom();
  const room = live(before, [stateAdd("Ajar")]);
  const { code, missed } = refused(replaceLive(KINDS, room, DOOR, { ...ADA, baseSeq: before.seq }));
  assertEquals(code, "stale_base");
  assertEquals(missed?.length, 1);
});

Deno.test("replaceLive() takes a document that comes twice once", () => {
  const once = accepted(replaceLive(KINDS, doorRoom(), DOOR, { ...ADA, opId: "a1" }));
  const twice = accepted(replaceLive(KINDS, once.room, DOOR, { ...ADA, opId: "a1" }));
  assert(twice.duplicate);
  assertEquals(twice.room, once.room);
});

Deno.test("replaceLive() keeps only the last document that is not saved when there are no operations", () => {
  const boards = withBoard(KINDS);
  const first = accepted(replaceLive(boards, emptyRoom("/a.board.json", "e"), { cards: [] }, ADA)).room;
  const second = accepted(replaceLive(boards, first, { cards: [{}] }, ADA)).room;
  assertEquals(second.unsaved, [{
    seq: 2,
    ids: ["e.2"],
    origin: "ada",
    ops: null,
    def: { cards: [{}] },
  }]);
});
