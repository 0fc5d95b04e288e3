import { assert, assertEquals } from "@std/assert";
import { type JsonObject, KINDS, type MachineOp } from "@loom/protocol";
import { loseFile, seedRoom, takeFile, takeSave } from "./change_file.ts";
import { changeLive, replaceLive } from "./change_live.ts";
import type { Broadcast } from "./outcome.ts";
import { emptyRoom, isUnsaved, type Room } from "./room.ts";
import { accepted, childrenOf, contentOf, DOOR, doorRoom, live, stateAdd, withOps } from "./testing/door.ts";
import { withBoard } from "../../tests/board_kind.ts";

const BOARDS = withBoard(KINDS);

const AJAR = stateAdd("Ajar");
const WIDE = stateAdd("Wide");

function types(broadcasts: readonly Broadcast[]): string[] {
  return broadcasts.map(({ type }) => type);
}

Deno.test("takeFile() gives an empty room its document", () => {
  const { room, broadcasts } = accepted(takeFile(KINDS, emptyRoom("/a.smdf.json", "e"), contentOf(DOOR, 1)));
  assertEquals([room.def, room.seq, room.unsaved], [DOOR, 1, []]);
  assertEquals(room.file, { revision: "r1", def: DOOR, mtime: 60_000, before: 0 });
  assertEquals(types(broadcasts), ["full"]);
});

Deno.test("takeFile() tells the operations that lead to the new content, from the file", () => {
  const { room, broadcasts } = accepted(takeFile(KINDS, doorRoom(), contentOf(withOps(DOOR, AJAR), 2)));
  assertEquals(childrenOf(room.def), ["Open", "Shut", "Ajar"]);
  const [patch] = broadcasts;
  assert(patch?.type === "patch");
  assertEquals([patch.change.origin, patch.change.revision], ["file", "r2"]);
  assertEquals(room.file.before, 60_000);
});

Deno.test("takeFile() takes a change for that of who said so, when it is what they said", () => {
  const writer = { origin: "cli", opId: "c1", mtime: 120_000, ops: [AJAR] };
  const { room, broadcasts } = accepted(
    takeFile(KINDS, doorRoom(), contentOf(withOps(DOOR, AJAR), 2), writer),
  );
  const [patch] = broadcasts;
  assert(patch?.type === "patch");
  assertEquals(patch.change.ops, [AJAR]);
  assertEquals([patch.change.origin, patch.change.opId, patch.change.mtime], ["cli", "c1", 120_000]);
  assertEquals(room.named, [["c1", room.seq]]);
});

Deno.test("takeFile() takes a change for the file's own when it is not what the writer said", () => {
  const content = contentOf(withOps(DOOR, AJAR, WIDE), 2);
  const [patch] = accepted(takeFile(KINDS, doorRoom(), content, { origin: "cli", ops: [AJAR] })).broadcasts;
  assertEquals(patch?.type === "patch" && patch.change.origin, "file");
});

Deno.test("takeFile() takes what it knows for a duplicate, and notes the newer time", () => {
  const before = doorRoom();
  const outcome = accepted(takeFile(KINDS, before, { ...contentOf(DOOR, 1), mtime: 90_000 }));
  assert(outcome.duplicate);
  assertEquals(outcome.room, { ...before, file: { ...before.file, mtime: 90_000 } });
});

Deno.test("takeFile() takes an earlier content as the change that it is", () => {
  const changed = accepted(takeFile(KINDS, doorRoom(), contentOf(withOps(DOOR, AJAR), 2))).room;
  const reverted = accepted(takeFile(KINDS, changed, contentOf(DOOR, 1)));
  assertEquals(reverted.room.def, DOOR);
  assertEquals(reverted.seq, changed.seq + 1);
});

Deno.test("takeFile() tells a new revision when only the text changed", () => {
  const before = doorRoom();
  const { room, seq, broadcasts } = accepted(takeFile(KINDS, before, contentOf(DOOR, 2)));
  assertEquals([seq, room.file.revision], [before.seq, "r2"]);
  assertEquals(types(broadcasts), ["file"]);
});

Deno.test("takeFile() keeps unsaved changes and makes them on the new content", () => {
  const unsaved = live(doorRoom(), [{ op: "state.update", name: "Shut", patch: { notes: "tight" } }]);
  const renamed = withOps(DOOR, { op: "state.rename", name: "Shut", to: "Closed" });
  const { room, broadcasts } = accepted(takeFile(KINDS, unsaved, contentOf(renamed, 2)));
  assertEquals(room.file.def, renamed);
  assertEquals(room.def, withOps(renamed, { op: "state.update", name: "Closed", patch: { notes: "tight" } }));
  assertEquals(room.unsaved.map(({ ops }) => ops), [[{
    op: "state.update",
    name: "Closed",
    patch: { notes: "tight" },
  }]]);
  assertEquals(types(broadcasts), ["patch"]);
});

Deno.test("takeFile() tells who made them that unsaved changes are lost when the file took the ground from them", () => {
  const unsaved = live(doorRoom(), [{ op: "state.update", name: "Shut", patch: { notes: "tight" } }, AJAR]);
  const removed = withOps(DOOR, { op: "state.remove", name: "Shut" });
  const { room, broadcasts } = accepted(takeFile(KINDS, unsaved, contentOf(removed, 2)));
  assertEquals(childrenOf(room.def), ["Open", "Ajar"]);
  const lost = broadcasts.find(({ type }) => type === "lost");
  assertEquals(lost?.type === "lost" && lost.origins, ["ada"]);
});

Deno.test("takeFile() tells nobody of a loss when the file removed what was to be removed", () => {
  const remove: MachineOp = { op: "state.remove", name: "Shut" };
  const { room, broadcasts } = accepted(
    takeFile(KINDS, live(doorRoom(), [remove]), contentOf(withOps(DOOR, remove), 2)),
  );
  assertEquals(room.unsaved, []);
  assertEquals(types(broadcasts), ["file"]);
});

Deno.test("takeFile() does not make a change twice that was saved before anyone said so", () => {
  const shut: MachineOp = { op: "transition.add", state: "Shut", transition: { nextState: "Open" } };
  const first = live(doorRoom(), [shut]);
  const unsaved = live(first, [WIDE]);
  const someoneElse = withOps(first.def ?? {}, AJAR);
  const { room } = accepted(takeFile(KINDS, unsaved, contentOf(someoneElse, 2)));
  assertEquals(room.def, withOps(someoneElse, WIDE));
  const told = accepted(takeSave(KINDS, room, contentOf(someoneElse, 2), first.seq)).room;
  assertEquals(told.def, room.def);
  assertEquals(told.unsaved.map(({ seq }) => seq), [unsaved.seq]);
});

Deno.test("takeFile() replaces documents that have no operations, and says so when that undoes something", () => {
  const first = accepted(takeFile(BOARDS, emptyRoom("/a.board.json", "e"), contentOf({ cards: [] }, 1))).room;
  const unsaved = accepted(replaceLive(BOARDS, first, { cards: [{}] }, { origin: "ada" })).room;
  const { room, broadcasts } = accepted(
    takeFile(BOARDS, unsaved, contentOf({ cards: [], notes: "x" }, 2)),
  );
  assertEquals(room.def, { cards: [], notes: "x" });
  assertEquals(room.unsaved, []);
  const [full] = broadcasts;
  assertEquals(full?.type === "full" && full.reason, "remote-changed");
});

Deno.test("takeSave() leaves nothing unsaved when the file has the document", () => {
  const unsaved = live(doorRoom(), [AJAR]);
  const { room, seq, broadcasts } = accepted(
    takeSave(KINDS, unsaved, contentOf(unsaved.def ?? {}, 2), unsaved.seq),
  );
  assertEquals([room.unsaved, room.def, seq], [[], unsaved.def, unsaved.seq]);
  assertEquals(room.file, { revision: "r2", def: unsaved.def, mtime: 120_000, before: 60_000 });
  assertEquals(types(broadcasts), ["file"]);
});

Deno.test("takeSave() keeps what came after the save", () => {
  const saved = live(doorRoom(), [AJAR]);
  const newer = live(saved, [WIDE]);
  const { room } = accepted(takeSave(KINDS, newer, contentOf(saved.def ?? {}, 2), saved.seq));
  assertEquals(room.unsaved.map(({ seq }) => seq), [newer.seq]);
  assertEquals(room.def, newer.def);
});

Deno.test("takeSave() keeps a document that was undone to the file's content during the save", () => {
  const saved = live(doorRoom(), [AJAR]);
  const undone = live(saved, [{ op: "state.remove", name: "Ajar" }]);
  assertEquals([undone.def, isUnsaved(undone)], [DOOR, false]);
  const { room, broadcasts } = accepted(takeSave(KINDS, undone, contentOf(saved.def ?? {}, 2), saved.seq));
  assertEquals([room.def, room.file.def, isUnsaved(room)], [DOOR, saved.def, true]);
  assertEquals(types(broadcasts), ["file"]);
});

Deno.test("takeFile() keeps a document that was undone while its earlier content was saved", () => {
  const saved = live(doorRoom(), [AJAR]);
  const undone = live(saved, [{ op: "state.remove", name: "Ajar" }]);
  const names = saved.unsaved.flatMap(({ ids }) => ids);
  const { room } = accepted(
    takeFile(KINDS, undone, { ...contentOf(saved.def ?? {}, 2), saved: names }),
  );
  assertEquals([room.def, isUnsaved(room)], [DOOR, true]);
});

Deno.test("takeFile() takes another program's content where everything unsaved was undone", () => {
  const undone = live(live(doorRoom(), [AJAR]), [{ op: "state.remove", name: "Ajar" }]);
  const { room } = accepted(takeFile(KINDS, undone, contentOf(withOps(DOOR, WIDE), 2)));
  assertEquals([childrenOf(room.def), room.unsaved], [["Open", "Shut", "Wide"], []]);
});

Deno.test("takeSave() takes in what someone else wrote after the save", () => {
  const saved = live(doorRoom(), [AJAR]);
  const newer = live(saved, [WIDE]);
  const content = contentOf(withOps(saved.def ?? {}, { op: "state.remove", name: "Open" }), 2);
  const { room } = accepted(takeSave(KINDS, newer, content, saved.seq));
  assertEquals(childrenOf(room.def), ["Shut", "Ajar", "Wide"]);
  assertEquals(room.file.def, content.def);
});

Deno.test("takeSave() sees that the file was taken back behind the save", () => {
  const unsaved = live(doorRoom(), [AJAR]);
  const { room } = accepted(takeSave(KINDS, unsaved, contentOf(DOOR, 1), unsaved.seq));
  assertEquals([room.def, room.unsaved], [DOOR, []]);
});

Deno.test("takeSave() keeps a document that replaced the saved one, with or without operations", () => {
  const cases: (readonly [JsonObject, JsonObject, boolean])[] = [
    [DOOR, withOps(DOOR, WIDE), true],
    [{ cards: [] }, { cards: [{}] }, false],
  ];
  for (const [first, second, hasOps] of cases) {
    const one = replaced(emptyRoom("/a.json", "e"), first);
    const two = replaced({ ...one, def: null }, second);
    const { room } = accepted(takeSave(BOARDS, two, contentOf(first, 1), one.seq));
    assertEquals(room.def, two.def);
    assertEquals(room.file.def, first);
    assertEquals(room.unsaved.map(({ seq, ops }) => [seq, ops !== null]), [[two.seq, hasOps]]);
    const done = accepted(takeSave(BOARDS, room, contentOf(two.def ?? {}, 2), two.seq)).room;
    assertEquals([done.def, done.unsaved], [two.def, []]);
  }
});

Deno.test("takeSave() keeps changes of a document that has had no file yet", () => {
  const begun = replaced(emptyRoom("/a.smdf.json", "e"), DOOR);
  const newer = live(begun, [WIDE]);
  const { room } = accepted(takeSave(KINDS, newer, contentOf(DOOR, 1), begun.seq));
  assertEquals(room.def, newer.def);
  assertEquals(room.unsaved.map(({ seq }) => seq), [newer.seq]);
});

Deno.test("loseFile() keeps the document, all of it unsaved", () => {
  const { room, broadcasts } = accepted(loseFile(doorRoom()));
  assertEquals(room.def, DOOR);
  assertEquals([room.file.revision, room.file.def], [null, null]);
  assertEquals(room.unsaved.length, 1);
  assertEquals(types(broadcasts), ["file"]);
});

Deno.test("takeFile() of operations that lead exactly to the content takes nothing unsaved for saved", () => {
  const goes = (state: string): MachineOp => ({
    op: "transition.add",
    state,
    transition: { event: "pull", nextState: "Open" },
  });
  const room = live(doorRoom(), [goes("Open")], { opId: "b1", origin: "bob" });
  const ops = [goes("Shut")];
  const content = contentOf(withOps(DOOR, ...ops), 2);
  const { room: after } = accepted(takeFile(KINDS, room, content, { origin: "ada", opId: "a1", ops }));
  assertEquals(after.def, withOps(DOOR, goes("Open"), goes("Shut")));
  assertEquals(after.unsaved.map(({ ids }) => ids), [["b1"]]);
});

Deno.test("takeFile() remembers the name of an edit that the file had already", () => {
  const content = contentOf(withOps(DOOR, AJAR), 2);
  const seen = accepted(takeFile(KINDS, doorRoom(), content)).room;
  const told = accepted(takeFile(KINDS, seen, content, { origin: "ada", opId: "a1", ops: [AJAR] }));
  assertEquals([told.duplicate, told.broadcasts], [true, []]);
  const again = accepted(changeLive(KINDS, told.room, [AJAR], { origin: "ada", opId: "a1" }));
  assertEquals([again.duplicate, again.room], [true, told.room]);
});

Deno.test("takeFile() of a file that was away keeps what was unsaved before and meanwhile", () => {
  const unsaved = live(doorRoom(), [AJAR], { opId: "a1" });
  const gone = live(accepted(loseFile(unsaved)).room, [stateAdd("Meanwhile")], { opId: "a2" });
  const { room } = accepted(takeFile(KINDS, gone, contentOf(withOps(DOOR, WIDE), 2)));
  assertEquals(childrenOf(room.def), ["Open", "Shut", "Wide", "Ajar", "Meanwhile"]);
  assertEquals(room.unsaved.map(({ ids }) => ids), [["a1"], ["a2"]]);
  const same = accepted(takeFile(KINDS, gone, contentOf(DOOR, 1))).room;
  assertEquals([same.def, same.unsaved.length, same.file.gone], [gone.def, 2, undefined]);
});

Deno.test("loseFile() tells nothing when there was no file", () => {
  const { room, broadcasts } = accepted(loseFile(emptyRoom("/a.smdf.json", "e")));
  assertEquals([room.unsaved, broadcasts], [[], []]);
});

function replaced(room: Room, def: JsonObject): Room {
  return accepted(replaceLive(BOARDS, room, def, { origin: "ada" })).room;
}

Deno.test("takeFile() does not make changes once more that were saved into the file, however much was written since", () => {
  const first = accepted(changeLive(KINDS, doorRoom(), [AJAR], { origin: "ada", opId: "a1" })).room;
  const both = accepted(changeLive(KINDS, first, [WIDE], { origin: "bob", opId: "b1" })).room;
  const saved = withOps(DOOR, AJAR, { op: "state.rename", name: "Ajar", to: "Gap" });
  const { room } = accepted(takeFile(KINDS, both, { ...contentOf(saved, 2), saved: ["a1"] }));
  assertEquals(childrenOf(room.def), ["Open", "Shut", "Gap", "Wide"]);
  assertEquals(room.unsaved.map(({ ids }) => ids), [["b1"]]);
});

Deno.test("takeFile() knows the changes by name that an earlier hub had and the file has", () => {
  const { room } = accepted(
    takeFile(KINDS, doorRoom(), { ...contentOf(withOps(DOOR, AJAR), 2), saved: ["a1"] }),
  );
  const again = accepted(changeLive(KINDS, room, [AJAR], { origin: "ada", opId: "a1" }));
  assertEquals([again.duplicate, childrenOf(again.room.def)], [true, ["Open", "Shut", "Ajar"]]);
});

const SEED = { revision: "r1", def: { state: { name: "Root" } }, mtime: 5 };

Deno.test("seedRoom() gives a new room its document without a change", () => {
  const outcome = seedRoom(KINDS, emptyRoom("/door.smdf.json", "e"), SEED);
  assertEquals(outcome.ok && [outcome.seq, outcome.broadcasts, outcome.room.def, outcome.room.file], [
    0,
    [],
    SEED.def,
    { ...SEED, before: 0 },
  ]);
});

Deno.test("seedRoom() is a change of a room that has a document already", () => {
  const seeded = seedRoom(KINDS, emptyRoom("/door.smdf.json", "e"), SEED);
  const outcome = seedRoom(KINDS, seeded.ok ? seeded.room : emptyRoom("", ""), {
    revision: "r2",
    def: { state: { name: "Root", note: "x" } },
    mtime: 6,
  });
  assertEquals(outcome.ok && [outcome.seq, outcome.broadcasts.length], [1, 1]);
});

Deno.test("takeFile() keeps what came after a member has made the file of its room", () => {
  const made = accepted(
    replaceLive(KINDS, emptyRoom("/door.smdf.json", "e"), DOOR, { origin: "web", opId: "w1" }),
  );
  const room = live(made.room, [AJAR], { origin: "web", opId: "w2" });
  const after = accepted(takeFile(KINDS, room, { ...contentOf(DOOR, 1), saved: ["w1"] }));
  assertEquals([childrenOf(after.room.def), types(after.broadcasts)], [["Open", "Shut", "Ajar"], ["file"]]);
  assertEquals(after.room.file.def, DOOR);
  assertEquals(after.room.unsaved.map(({ ops }) => ops), [[{ ...AJAR, parent: "Door" }]]);
  const foreign = accepted(takeFile(KINDS, room, contentOf(DOOR, 1)));
  assertEquals(types(foreign.broadcasts), ["full"]);
});
