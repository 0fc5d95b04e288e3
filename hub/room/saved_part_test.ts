import { assertEquals } from "@std/assert";
import type { MachineOp } from "@loom/protocol";
import type { Unsaved } from "./room.ts";
import { savedPart } from "./saved_part.ts";
import { CHANGES, DOOR, stateAdd, withOps } from "./testing/door.ts";

const ADD: MachineOp = { op: "transition.add", state: "Shut", transition: { nextState: "Open" } };
const GUARD: MachineOp = { op: "transition.update", state: "Shut", index: 0, patch: { condition: "dry" } };

function part(changes: readonly MachineOp[][], content: readonly MachineOp[]): number {
  const unsaved = changes.map((ops, at): Unsaved => ({ seq: at + 1, ids: [], origin: "ada", ops }));
  const states = changes.map((_, at) => withOps(DOOR, ...changes.slice(0, at + 1).flat()));
  const now = withOps(DOOR, ...content);
  return savedPart(unsaved, [DOOR, ...states], now, CHANGES.diff(DOOR, now));
}

Deno.test("savedPart() counts the changes that the file has", () => {
  assertEquals(part([[ADD], [stateAdd("Ajar")]], [ADD, stateAdd("Ajar")]), 2);
  assertEquals(part([[ADD], [stateAdd("Ajar")]], [ADD]), 1);
  assertEquals(part([[ADD], [stateAdd("Ajar")]], [stateAdd("Wide")]), 0);
});

Deno.test("savedPart() knows what was added again after it was changed", () => {
  assertEquals(part([[ADD], [GUARD], [stateAdd("Ajar")]], [ADD, GUARD]), 2);
});

Deno.test("savedPart() is not misled by what someone else wrote since", () => {
  assertEquals(
    part([[ADD], [stateAdd("Ajar")]], [ADD, stateAdd("Wide"), { op: "state.remove", name: "Open" }]),
    1,
  );
});

Deno.test("savedPart() does not take another thing of the same name for the one that was added", () => {
  const mine: MachineOp = { op: "state.add", parent: null, state: { name: "Ajar", notes: "mine" } };
  const theirs: MachineOp = { op: "state.add", parent: null, state: { name: "Ajar", notes: "theirs" } };
  assertEquals(part([[mine]], [theirs]), 0);
});

Deno.test("savedPart() does not look where nothing was added", () => {
  assertEquals(part([[{ op: "state.update", name: "Open", patch: { notes: "x" } }]], [stateAdd("Ajar")]), 0);
});
