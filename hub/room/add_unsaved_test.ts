import { KINDS } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { takeSave } from "./change_file.ts";
import { originsOf } from "./add_unsaved.ts";
import { type Room, ROOM_LIMITS } from "./room.ts";
import { accepted, contentOf, DOOR, doorRoom, live, stateAdd, withOps } from "./testing/door.ts";

function manyUnsaved(count: number): Room {
  let room = doorRoom();
  for (let at = 0; at < count; at++) room = live(room, [stateAdd(`S${at}`)], { origin: `client-${at % 3}` });
  return room;
}

Deno.test("addUnsaved() puts the older half together when there are many", () => {
  const room = manyUnsaved(ROOM_LIMITS.unsaved + 1);
  const [first] = room.unsaved;
  assertEquals(room.unsaved.length, 502);
  assertEquals(first?.ops?.length, 500);
  assertEquals(first && originsOf(first).toSorted(), ["client-0", "client-1", "client-2"]);
  const ops = room.unsaved.flatMap(({ ops }) => ops ?? []);
  assertEquals(withOps(DOOR, ...ops), room.def);
});

Deno.test("addUnsaved() leaves apart what a save may tell apart", () => {
  const room = manyUnsaved(ROOM_LIMITS.unsaved + 1);
  const savedSeq = room.seq - 100;
  const names = Array.from({ length: ROOM_LIMITS.unsaved + 1 - 100 }, (_, at) => stateAdd(`S${at}`));
  const saved = accepted(takeSave(KINDS, room, contentOf(withOps(DOOR, ...names), 2), savedSeq)).room;
  assertEquals(saved.unsaved.length, 100);
  assertEquals(saved.def, room.def);
});

Deno.test("addUnsaved() puts changes together when they have many operations", () => {
  let room = doorRoom();
  for (let at = 0; at < 12; at++) {
    const ops = Array.from(
      { length: 1_000 },
      () => ({ op: "state.update" as const, name: "Open", patch: { notes: `${at}` } }),
    );
    room = live(room, ops);
  }
  assertEquals(room.unsaved[0]?.ops, [{ op: "state.update", name: "Open", patch: { notes: "4" } }]);
});

Deno.test("addUnsaved() puts changes together when they are large", () => {
  let room = doorRoom();
  const long = "x".repeat(1024 * 1024);
  const count = ROOM_LIMITS.unsavedSize / long.length;
  for (let at = 1; at <= count; at++) {
    room = live(room, [{ op: "state.update", name: "Open", patch: { notes: `${at}${long}` } }]);
  }
  // The last one was one too many: the half before it is one change now, as large as one.
  assertEquals(room.unsaved.length, count / 2 + 1);
  assertEquals(room.unsaved.reduce((sum, { size = 0 }) => sum + size, 0) > count / 2 * long.length, true);
  assertEquals(withOps(DOOR, ...room.unsaved.flatMap(({ ops }) => ops ?? [])), room.def);
});

Deno.test("addUnsaved() keeps the latest names of what it puts together", () => {
  let room = doorRoom();
  for (let at = 0; at < 2 * ROOM_LIMITS.unsaved; at++) {
    room = live(room, [{ op: "state.update", name: "Open", patch: { notes: `${at}` } }]);
  }
  const [one] = room.unsaved;
  assertEquals(one && one.ids.length <= ROOM_LIMITS.unsavedIds, true);
  assertEquals(one?.ids.at(-1), `epoch.${one?.seq}`);
});
