import { assertEquals } from "@std/assert";
import { emptyRoom } from "./room.ts";
import { seedRoom } from "./seed_room.ts";

const CONTENT = { revision: "r1", def: { state: { name: "Root" } }, mtime: 5 };

Deno.test("seedRoom() gives a new room its document without a change", () => {
  const outcome = seedRoom(emptyRoom("/door.smdf.json", true, "e"), CONTENT);
  assertEquals(outcome.ok && [outcome.seq, outcome.broadcasts, outcome.room.def, outcome.room.file], [
    0,
    [],
    CONTENT.def,
    { ...CONTENT, before: 0 },
  ]);
});

Deno.test("seedRoom() is a change of a room that has a document already", () => {
  const seeded = seedRoom(emptyRoom("/door.smdf.json", true, "e"), CONTENT);
  const outcome = seedRoom(seeded.ok ? seeded.room : emptyRoom("", true, ""), {
    revision: "r2",
    def: { state: { name: "Root", note: "x" } },
    mtime: 6,
  });
  assertEquals(outcome.ok && [outcome.seq, outcome.broadcasts.length], [1, 1]);
});
