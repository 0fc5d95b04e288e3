import { assertEquals } from "@std/assert";
import type { StateMachineDefinition } from "./types.ts";
import { applyPatchOps } from "./patch.ts";
import { diffDefinition } from "./patch.ts";
import { ownIdOf } from "../change/own_id.ts";

/** A machine of these children and transitions of the root. */
function machine(states: object[], transitions: object[] = []): StateMachineDefinition {
  const root = { name: "Root", transitions, states };
  return {
    settings: { namespace: "Home", asynchronous: false },
    events: [],
    state: root,
  } as StateMachineDefinition;
}

Deno.test("ownIdOf() finds the id that a tool has given", () => {
  assertEquals(ownIdOf({ event: "go", "x-id": "t1" }), "t1");
  assertEquals(ownIdOf({ uuid: "t1" }), "t1");
  assertEquals(ownIdOf({ id: "go", name: "Go", "x-id": "" }), undefined);
});

Deno.test("diffDefinition() knows a transition by its id, not by its event", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => ({ event: "go", nextState: "Root", "x-id": id }));
  const next = [b, { ...c, nextState: "A" }] as object[];
  const ops = diffDefinition(machine([{ name: "A" }], [a, b, c] as object[]), machine([{ name: "A" }], next));
  assertEquals(ops, [
    { op: "transition.remove", state: "Root", index: 0 },
    { op: "transition.update", state: "Root", index: 1, patch: { nextState: "A" } },
  ]);
});

Deno.test("diffDefinition() knows a renamed state by its id, wherever it went", () => {
  const before = machine([{ name: "A", "x-id": "1", notes: "long" }, { name: "B", "x-id": "2" }]);
  const after = machine([{ name: "B", "x-id": "2", states: [{ name: "C", "x-id": "1" }] }]);
  const ops = diffDefinition(before, after);
  assertEquals(ops.map(({ op }) => op).slice(0, 2), ["state.rename", "state.nest"]);
  assertEquals(applyPatchOps(before, ops), after);
});

Deno.test("diffDefinition() takes states with other ids for other states, however alike they are", () => {
  const ops = diffDefinition(machine([{ name: "A", "x-id": "1" }]), machine([{ name: "C", "x-id": "2" }]));
  assertEquals(ops.map(({ op }) => op).toSorted(), ["state.add", "state.remove"]);
});
