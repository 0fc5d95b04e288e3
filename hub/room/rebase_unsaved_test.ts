import { assertEquals } from "@std/assert";
import type { MachineOp } from "@loom/protocol";
import { type Rebased, rebaseUnsaved } from "./rebase_unsaved.ts";
import { CHANGES, childrenOf, DOOR, stateAdd, withOps } from "./testing/door.ts";

/** Changes of Ada, of Bob and so on, on a file that someone else changed. */
function rebased(changes: readonly MachineOp[][], file: readonly MachineOp[]): Rebased {
  const unsaved = changes.map((ops, at) => ({
    seq: at + 1,
    ids: [`op${at + 1}`],
    origin: ["ada", "bob", "cleo"][at] ?? "",
    ops,
  }));
  const now = withOps(DOOR, ...file);
  return rebaseUnsaved(CHANGES, unsaved, DOOR, now, CHANGES.diff(DOOR, now));
}

Deno.test("rebaseUnsaved() keeps changes of other things", () => {
  const { def, unsaved, lost } = rebased([[stateAdd("Ajar")]], [stateAdd("Wide")]);
  assertEquals(childrenOf(def), ["Open", "Shut", "Wide", "Ajar"]);
  assertEquals([unsaved.length, lost], [1, []]);
});

Deno.test("rebaseUnsaved() keeps what can be kept of a change, and tells whose it was", () => {
  const notes = (name: string): MachineOp => ({ op: "state.update", name, patch: { notes: "x" } });
  const { unsaved, lost } = rebased([[notes("Open"), notes("Shut")], [notes("Open")]], [{
    op: "state.remove",
    name: "Shut",
  }]);
  assertEquals(unsaved.map(({ ops }) => ops), [[notes("Open")], [notes("Open")]]);
  assertEquals(lost.map(({ origin }) => origin), ["ada"]);
});

Deno.test("rebaseUnsaved() leaves out what rests on a change that is lost", () => {
  const inShut: MachineOp = { op: "state.add", parent: "Shut", state: { name: "Locked" } };
  const onLocked: MachineOp = { op: "state.update", name: "Locked", patch: { notes: "x" } };
  const { unsaved, lost } = rebased([[inShut], [onLocked], [stateAdd("Ajar")]], [{
    op: "state.remove",
    name: "Shut",
  }]);
  assertEquals(unsaved.map(({ seq }) => seq), [3]);
  assertEquals(lost.map(({ origin }) => origin), ["ada", "bob"]);
});

Deno.test("rebaseUnsaved() counts right after a change that is lost", () => {
  const add = (nextState: string): MachineOp => ({
    op: "transition.add",
    state: "Open",
    index: 0,
    transition: { nextState },
  });
  const { def } = rebased(
    [[add("Door")], [{ op: "transition.update", state: "Open", index: 1, patch: { condition: "dry" } }]],
    [add("Open")],
  );
  const [open] = (def["state"] as { states: { transitions: unknown[] }[] }).states;
  assertEquals(open?.transitions, [{ nextState: "Open" }, { nextState: "Door" }, {
    nextState: "Shut",
    condition: "dry",
  }]);
});

Deno.test("rebaseUnsaved() gives up a document that replaced another one", () => {
  const now = withOps(DOOR, stateAdd("Wide"));
  const replaced = { ids: ["op"], seq: 1, origin: "ada", ops: null, def: {} };
  assertEquals(rebaseUnsaved(CHANGES, [replaced], DOOR, now, [stateAdd("Wide")]), {
    def: now,
    unsaved: [],
    lost: [replaced],
  });
});

Deno.test("rebaseUnsaved() keeps the rest of a change when what it renamed is gone", () => {
  const rename: MachineOp = { op: "state.rename", name: "Shut", to: "Closed" };
  const onClosed: MachineOp = { op: "transition.add", state: "Closed", transition: { nextState: "Open" } };
  const { def, lost } = rebased([[rename, onClosed, stateAdd("Ajar")]], [{
    op: "state.remove",
    name: "Shut",
  }]);
  assertEquals(childrenOf(def), ["Open", "Ajar"]);
  assertEquals(lost.map(({ origin }) => origin), ["ada"]);
});

Deno.test("rebaseUnsaved() keeps the regions of a change that cannot write over what the file changed", () => {
  const regions = (...names: string[]): MachineOp => ({
    op: "parallel.set",
    state: "Shut",
    parallel: { states: names.map((name) => ({ name })) },
  });
  const inLeft: MachineOp = { op: "state.add", parent: "Left", state: { name: "Deep" } };
  const { def, unsaved, lost } = rebased([[regions("Left", "Right")], [inLeft]], [regions("Right", "Far")]);
  const shut = (def["state"] as { states: { parallel?: unknown }[] }).states[1];
  assertEquals(shut?.parallel, {
    states: [{ name: "Right" }, { name: "Far" }, { name: "Left", states: [{ name: "Deep" }] }],
  });
  assertEquals([unsaved.length, lost.map(({ origin }) => origin)], [2, ["ada"]]);
});
