import { assertEquals } from "@std/assert";
import type { MachineOp } from "./ops.ts";
import type { StateMachineDefinition } from "./types.ts";
import { applyPatchOps } from "./patch.ts";
import { goneNames } from "./patch.ts";

const DEF: StateMachineDefinition = {
  settings: { namespace: "n", asynchronous: false },
  events: [{ name: "s", events: [{ id: "e" }], timers: [{ id: "t", name: "T" }] }],
  state: { name: "R", states: [{ name: "A", states: [{ name: "A1" }] }, { name: "B" }] },
};

function gone(...ops: MachineOp[]): [readonly string[], readonly string[], readonly string[]] {
  const { state: states = [], event: events = [], timer: timers = [] } =
    goneNames(DEF, applyPatchOps(DEF, ops), ops).names;
  return [states, events, timers];
}

Deno.test("goneNames() names what went, with everything below it", () => {
  assertEquals(gone({ op: "state.remove", name: "A" }), [["A", "A1"], [], []]);
  assertEquals(gone({ op: "eventSource.remove", index: 0 }), [[], ["e"], ["t"]]);
  assertEquals(gone({ op: "timer.remove", id: "t" }), [[], [], ["t"]]);
});

Deno.test("goneNames() names what a whole list replaces, be it there again", () => {
  assertEquals(gone({ op: "state.update", name: "R", patch: { states: [{ name: "A" }] } }), [
    ["A", "A1", "B"],
    [],
    [],
  ]);
  assertEquals(gone({ op: "document.update", patch: { events: [] } }), [[], ["e"], ["t"]]);
  assertEquals(gone({ op: "document.set", document: DEF }), [["R", "A", "A1", "B"], ["e"], ["t"]]);
});

Deno.test("goneNames() gives the names that things had before the change", () => {
  assertEquals(gone({ op: "state.rename", name: "A", to: "Z" }, { op: "state.remove", name: "Z" }), [
    ["A", "A1"],
    [],
    [],
  ]);
  assertEquals(gone({ op: "event.rename", id: "e", to: "f" }, { op: "event.remove", id: "f" }), [
    [],
    ["e"],
    [],
  ]);
});

Deno.test("goneNames() leaves out what the change made itself", () => {
  const add: MachineOp = { op: "state.add", parent: "R", state: { name: "N" } };
  assertEquals(gone(add, { op: "state.remove", name: "N" }), [[], [], []]);
  assertEquals(gone({ op: "state.remove", name: "B" }, { ...add, state: { name: "B" } }), [["B"], [], []]);
});

Deno.test("goneNames() looks at nothing for operations that only set members", () => {
  const ops: MachineOp[] = [
    { op: "state.update", name: "A", patch: { description: "d" } },
    { op: "state.rename", name: "A", to: "Z" },
    { op: "runtime.exit", state: "B" },
  ];
  assertEquals(goneNames(DEF, applyPatchOps(DEF, ops), ops), { names: {} });
});

Deno.test("goneNames() names nothing for operations that do not apply", () => {
  const ops: MachineOp[] = [{ op: "state.remove", name: "Nobody" }];
  assertEquals(goneNames(DEF, structuredClone(DEF), ops), { names: {} });
});
