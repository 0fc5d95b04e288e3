import { assertEquals, assertThrows } from "@std/assert";
import type { MachineOp } from "./ops.ts";
import type { StateMachineDefinition } from "./types.ts";
import { applyPatchOps } from "./patch.ts";
import { PatchError } from "../change/error.ts";
import { invertOp, invertOps } from "./patch.ts";

const DEF: StateMachineDefinition = {
  settings: { namespace: "n", asynchronous: false },
  events: [{ name: "s", events: [{ id: "a" }, { id: "b" }], feeder: "F" }, {
    name: "t",
    timers: [{ id: "k", name: "K" }],
  }],
  state: {
    name: "R",
    states: [
      {
        name: "A",
        states: [{ name: "A1" }],
        transitions: [{ event: "a", nextState: "B" }],
        description: "d",
      },
      {
        name: "B",
        parallel: { nextState: "A", states: [{ name: "P" }] },
        onEntry: { actions: [{ code: "x" }] },
      },
    ],
  },
};

/** The undo of an operation, which leads back exactly. */
function undo(op: MachineOp): MachineOp[] {
  const ops = invertOp(op, DEF);
  assertEquals(JSON.stringify(applyPatchOps(applyPatchOps(DEF, [op]), ops)), JSON.stringify(DEF));
  return ops;
}

Deno.test("invertOp() of an addition is a removal", () => {
  assertEquals(undo({ op: "state.add", parent: "R", state: { name: "C" }, index: 1 }), [{
    op: "state.remove",
    name: "C",
  }]);
  assertEquals(undo({ op: "event.add", sourceIndex: 0, event: { id: "c" } }), [{
    op: "event.remove",
    id: "c",
  }]);
  assertEquals(undo({ op: "transition.add", state: "A", transition: { event: "b" }, index: -9 }), [
    { op: "transition.remove", state: "A", index: 0 },
  ]);
  assertEquals(undo({ op: "eventSource.add", source: { name: "u" } }), [{
    op: "eventSource.remove",
    index: 2,
  }]);
});

Deno.test("invertOp() of a removal brings back the thing, its place and the order of keys around it", () => {
  assertEquals(undo({ op: "state.remove", name: "A1" }), [
    { op: "state.add", parent: "A", state: { name: "A1" }, index: 0 },
    { op: "state.update", name: "A", patch: {}, order: ["name", "states"] },
  ]);
  assertEquals(undo({ op: "state.remove", name: "P" }), [
    { op: "state.add", parent: "B", state: { name: "P" }, index: 0, region: true },
  ]);
  assertEquals(undo({ op: "transition.remove", state: "A", index: 0 }), [
    { op: "transition.add", state: "A", transition: { event: "a", nextState: "B" }, index: 0 },
    { op: "state.update", name: "A", patch: {}, order: ["name", "states", "transitions"] },
  ]);
  assertEquals(undo({ op: "action.remove", state: "B", hook: "onEntry", index: 0 }), [
    { op: "action.add", state: "B", hook: "onEntry", action: { code: "x" }, index: 0 },
  ]);
});

Deno.test("invertOp() of a move is a move back", () => {
  assertEquals(undo({ op: "state.nest", child: "A", newParent: "P" }), [
    { op: "state.move", name: "A", parent: "R", index: 0 },
  ]);
  assertEquals(undo({ op: "state.move", name: "P", parent: "R" }), [
    { op: "state.move", name: "P", parent: "B", index: 0, region: true },
  ]);
  assertEquals(undo({ op: "eventSource.move", index: 0, to: 9 }), [{
    op: "eventSource.move",
    index: 1,
    to: 0,
  }]);
  assertEquals(undo({ op: "event.move", id: "b", sourceIndex: 1 }), [
    { op: "event.move", id: "b", sourceIndex: 0, index: 1 },
  ]);
  assertEquals(undo({ op: "transition.move", state: "A", index: 0, to: 0, toState: "P" })[0], {
    op: "transition.move",
    state: "P",
    index: 0,
    to: 0,
    toState: "A",
  });
});

Deno.test("invertOp() of a rename is the rename back", () => {
  assertEquals(undo({ op: "state.rename", name: "A", to: "Z" }), [{
    op: "state.rename",
    name: "Z",
    to: "A",
  }]);
  assertEquals(undo({ op: "event.rename", id: "k", to: "l" }), [{ op: "event.rename", id: "l", to: "k" }]);
});

Deno.test("invertOp() of a rename tells the references that had the new name before", () => {
  const def = { ...DEF, state: { name: "R", initial: "Z", states: [{ name: "A" }] } };
  const op: MachineOp = { op: "state.rename", name: "A", to: "Z" };
  const back = applyPatchOps(applyPatchOps(def, [op]), invertOp(op, def));
  assertEquals(JSON.stringify(back), JSON.stringify(def));
});

Deno.test("invertOp() of an update restores the keys it changed, erased or moved", () => {
  assertEquals(undo({ op: "state.update", name: "A", patch: { kind: "final", description: "e" } }), [
    { op: "state.update", name: "A", patch: { description: "d" }, unset: ["kind"] },
  ]);
  assertEquals(undo({ op: "state.update", name: "A", patch: { name: "Z" } }), [
    { op: "state.update", name: "Z", patch: { name: "A" } },
  ]);
  assertEquals(undo({ op: "timer.update", id: "k", patch: {}, unset: ["name"] }), [
    { op: "timer.update", id: "k", patch: { name: "K" } },
  ]);
  assertEquals(undo({ op: "parallel.update", state: "B", patch: {}, unset: ["nextState"] }), [
    { op: "parallel.update", state: "B", patch: { nextState: "A" }, order: ["nextState"] },
  ]);
});

Deno.test("invertOp() of replacing the document is the difference back", () => {
  assertEquals(
    undo({ op: "document.set", document: { ...DEF, settings: { namespace: "m", asynchronous: false } } }),
    [
      { op: "settings.update", patch: { namespace: "n" } },
    ],
  );
});

Deno.test("invertOp() of an operation that changes nothing is empty", () => {
  assertEquals(undo({ op: "runtime.enter", state: "A" }), []);
  assertEquals(undo({ op: "document.set", document: DEF }), []);
});

Deno.test("invertOp() still fits when others have edited in between", () => {
  const op: MachineOp = { op: "state.remove", name: "A" };
  const others: MachineOp[] = [{ op: "state.update", name: "B", patch: { notes: "theirs" } }, {
    op: "state.add",
    parent: "R",
    state: { name: "C" },
  }];
  const after = applyPatchOps(DEF, [op, ...others, ...invertOp(op, DEF)]);
  assertEquals(after, applyPatchOps(DEF, others));
});

Deno.test("invertOp() refuses an operation that does not apply", () => {
  assertThrows(() => invertOp({ op: "state.remove", name: "X" }, DEF), PatchError);
});

Deno.test("invertOps() undoes the last operation first", () => {
  const ops: MachineOp[] = [
    { op: "state.add", parent: "R", state: { name: "C" } },
    { op: "state.rename", name: "C", to: "D" },
  ];
  assertEquals(invertOps(ops, DEF), [{ op: "state.rename", name: "D", to: "C" }, {
    op: "state.remove",
    name: "C",
  }]);
});

Deno.test("invertOps() tells a long list as one difference", () => {
  const ops = Array.from({ length: 100 }, (_, index): MachineOp => ({
    op: "settings.update",
    patch: { name: `M${index}` },
  }));
  assertEquals(invertOps(ops, DEF), [{ op: "settings.update", patch: {}, unset: ["name"] }]);
});

Deno.test("invertOps() names the refused operation by its index in the whole list", () => {
  const ops: MachineOp[] = [{ op: "runtime.exit", state: "A" }, { op: "state.remove", name: "X" }];
  assertEquals(assertThrows(() => invertOps(ops, DEF), PatchError).index, 1);
});
