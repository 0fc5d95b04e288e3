import { type JsonObject, KINDS } from "@loom/protocol";
import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { takeFile } from "../../room/change_file.ts";
import { addToLog } from "../../room/log.ts";
import { type Room, ROOM_LIMITS } from "../../room/room.ts";
import { newRoom } from "../room_store.ts";
import { adding, machineOf, seeding } from "../testing/store_conformance.ts";
import { readRoom, type RoomDelta, roomDelta, type RoomRecord } from "./room_record.ts";

const NOTHING: RoomRecord = { head: "", def: "", file: "", log: [], named: [], unsaved: [] };
const LISTS = ["log", "named", "unsaved"] as const;

/** What Redis does with a delta. */
function written(record: RoomRecord, { parts, lists }: RoomDelta): RoomRecord {
  const changed = LISTS.map((name, at) => {
    const { gone, come } = lists[at] ?? { gone: 0, come: [] };
    return [name, [...(gone === -1 ? [] : record[name].slice(gone)), ...come]];
  });
  return { ...record, ...Object.fromEntries(parts), ...Object.fromEntries(changed) };
}

function stored(room: Room): RoomRecord {
  return written(NOTHING, roomDelta(undefined, room));
}

/** A room with some changes in it. */
function roomWith(...names: readonly string[]): Room {
  const changes = [seeding(), ...names.map((name) => adding(name))];
  return changes.reduce((room: Room, change) => {
    const outcome = change(room);
    return outcome.ok ? outcome.room : room;
  }, newRoom("/w/a.smdf.json"));
}

/** Lists that share items, as those of rooms do. */
const lists = fc.array(fc.record({ seq: fc.nat(5) }), { maxLength: 8 }).chain((items) =>
  fc.tuple(
    fc.constant(items),
    fc.nat(8),
    fc.array(fc.record({ seq: fc.nat(5) }), { maxLength: 4 }),
    fc.boolean(),
  )
).map(([items, gone, come, isOther]) => ({
  before: items,
  after: [...items.slice(gone), ...come].toSorted((a, b) => isOther ? a.seq - b.seq : 0),
}));

Deno.test("roomDelta() turns what is stored of one room into what is stored of another", () => {
  fc.assert(
    fc.property(lists, lists, fc.boolean(), (log, unsaved, isSameFile) => {
      const base = roomWith("A");
      const def: JsonObject = { state: { name: "Other" } };
      const before = { ...base, log: log.before, unsaved: unsaved.before } as unknown as Room;
      const after = {
        ...before,
        log: log.after,
        unsaved: unsaved.after,
        def,
        file: { ...base.file, def: isSameFile ? def : base.file.def },
      } as unknown as Room;
      const record = written(stored(before), roomDelta(before, after));
      assertEquals(record, { ...stored(after), ...Object.fromEntries([["seq", String(after.seq)]]) });
      assertEquals(readRoom(record).room, after);
    }),
    { seed: 5 },
  );
});

Deno.test("roomDelta() writes only what is new", () => {
  const before = roomWith("A", "B");
  const outcome = adding("C")(before);
  const after = outcome.ok ? outcome.room : before;
  const { parts, lists } = roomDelta(before, after);
  assertEquals(parts.map(([name]) => name), ["head", "seq", "def"]);
  assertEquals(lists.map(({ gone, come }) => [gone, come.length]), [[0, 1], [0, 1], [0, 1]]);
});

Deno.test("roomDelta() takes from the front of a log that is full", () => {
  const full = Array.from({ length: ROOM_LIMITS.log }).reduce(
    (room: Room) => addToLog(room, { seq: room.seq + 1, origin: "s1", ops: [] }),
    newRoom("/w/a.smdf.json"),
  );
  const after = addToLog(full, { seq: full.seq + 1, origin: "s1", ops: [] });
  assertEquals(roomDelta(full, after).lists[0], {
    gone: 1,
    come: [JSON.stringify({ seq: full.seq + 1, origin: "s1", ops: [] })],
  });
});

Deno.test("readRoom() gives a room whose file is its live document as one that shares it", () => {
  const saved = roomWith();
  const { room } = readRoom(stored(saved));
  assertStrictEquals(room.def, room.file.def);
  const outcome = takeFile(KINDS, room, { revision: "r2", def: machineOf("A"), mtime: 2 });
  assertEquals(outcome.ok && outcome.room.unsaved, []);
});
