import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import type { MachineOp } from "./ops.ts";
import type { State, StateMachineDefinition } from "./types.ts";
import { applyPatchOps } from "./patch.ts";
import { PatchError } from "../change/error.ts";

function machine(state: State): StateMachineDefinition {
  return { settings: { namespace: "n", asynchronous: false }, events: [], state };
}

/** The root after the operations, as text, so that the order of keys shows. */
function after(state: State, ...ops: MachineOp[]): string {
  return JSON.stringify(applyPatchOps(machine(state), ops).state);
}

function refusal(state: State, ...ops: MachineOp[]): PatchError {
  return assertThrows(() => applyPatchOps(machine(state), ops), PatchError);
}

const AB: State = { name: "R", states: [{ name: "A" }, { name: "B" }] };
const NESTED: State = { name: "R", states: [{ name: "A", states: [{ name: "A1" }] }, { name: "B" }] };
const REGIONS: State = {
  name: "R",
  parallel: { states: [{ name: "P" }, { name: "Q", states: [{ name: "Q1" }] }] },
};

Deno.test("state.add appends to the parent, and to the root for null", () => {
  const expected = '{"name":"R","states":[{"name":"A"},{"name":"B"},{"name":"C"}]}';
  assertEquals(after(AB, { op: "state.add", parent: "R", state: { name: "C" } }), expected);
  assertEquals(after(AB, { op: "state.add", parent: null, state: { name: "C" } }), expected);
});

Deno.test("state.add inserts at an index, counted from the end when negative, and at the end when past it", () => {
  const names = (index: number) => {
    const def = applyPatchOps(machine(AB), [{ op: "state.add", parent: "R", state: { name: "C" }, index }]);
    return def.state.states?.map((state) => state.name).join("");
  };
  assertEquals([names(0), names(1), names(9), names(-1), names(-9)], ["CAB", "ACB", "ABC", "ACB", "CAB"]);
});

Deno.test("state.add makes the parent's list, and its parallel for a region", () => {
  assertEquals(
    after({ name: "R" }, { op: "state.add", parent: "R", state: { name: "C" } }),
    '{"name":"R","states":[{"name":"C"}]}',
  );
  assertEquals(
    after({ name: "R" }, { op: "state.add", parent: "R", state: { name: "C" }, region: true }),
    '{"name":"R","parallel":{"states":[{"name":"C"}]}}',
  );
});

Deno.test("state.add finds parents inside regions", () => {
  assertEquals(
    after(REGIONS, { op: "state.add", parent: "Q1", state: { name: "C" } }),
    '{"name":"R","parallel":{"states":[{"name":"P"},{"name":"Q","states":[{"name":"Q1","states":[{"name":"C"}]}]}]}}',
  );
});

Deno.test("state.add refuses a name that is taken, also deep inside what is added", () => {
  for (
    const state of [
      { name: "B" },
      { name: "C", states: [{ name: "A" }] },
      { name: "C", parallel: { states: [{ name: "R" }] } },
      { name: "C", states: [{ name: "C" }] },
    ]
  ) {
    assertEquals(
      refusal(AB, { op: "state.add", parent: "R", state }).code,
      "duplicate",
      JSON.stringify(state),
    );
  }
});

Deno.test("state.add refuses what is no state", () => {
  const nameless = { kind: "final" } as unknown as State;
  assertEquals(refusal(AB, { op: "state.add", parent: "R", state: nameless }).code, "wrong_type");
});

Deno.test("state.update merges its patch and deletes an erased note", () => {
  const noted: State = { name: "R", notes: "n", kind: "normal" };
  assertEquals(
    after(noted, { op: "state.update", name: "R", patch: { notes: "", description: "d" } }),
    '{"name":"R","kind":"normal","description":"d"}',
  );
});

Deno.test("state.update renames the state alone when its patch has a name", () => {
  const state: State = { name: "R", initial: "A", states: [{ name: "A" }] };
  assertEquals(
    after(state, { op: "state.update", name: "A", patch: { name: "Z" } }, { op: "state.remove", name: "Z" }),
    '{"name":"R","initial":"A"}',
  );
});

Deno.test("state.update refuses a taken name, in what it brings in too", () => {
  assertEquals(refusal(AB, { op: "state.update", name: "A", patch: { name: "B" } }).code, "duplicate");
  assertEquals(
    refusal(AB, { op: "state.update", name: "A", patch: { states: [{ name: "B" }] } }).code,
    "duplicate",
  );
});

Deno.test("state.update refuses to take a state's name away", () => {
  const nameless = { name: 7 } as unknown as Partial<State>;
  assertEquals(refusal(AB, { op: "state.update", name: "A", patch: nameless }).code, "wrong_type");
  assertEquals(refusal(AB, { op: "state.update", name: "A", patch: {}, unset: ["name"] }).code, "wrong_type");
});

Deno.test("state.update may bring back the names that it replaces", () => {
  assertEquals(
    after(AB, { op: "state.update", name: "R", patch: { states: [{ name: "B" }, { name: "A" }] } }),
    '{"name":"R","states":[{"name":"B"},{"name":"A"}]}',
  );
});

Deno.test("state.remove takes the subtree away and deletes the emptied list", () => {
  assertEquals(
    after(NESTED, { op: "state.remove", name: "A" }, { op: "state.remove", name: "B" }),
    '{"name":"R"}',
  );
});

Deno.test("state.remove deletes a parallel that has nothing but its last region", () => {
  const one: State = { name: "R", parallel: { states: [{ name: "P" }] } };
  assertEquals(after(one, { op: "state.remove", name: "P" }), '{"name":"R"}');
});

Deno.test("state.remove keeps a parallel that has more than its last region", () => {
  const one: State = { name: "R", parallel: { nextState: "B", states: [{ name: "P" }] } };
  assertEquals(
    after(one, { op: "state.remove", name: "P" }),
    '{"name":"R","parallel":{"nextState":"B","states":[]}}',
  );
});

Deno.test("state.remove refuses the root", () => {
  assertEquals(refusal(AB, { op: "state.remove", name: "R" }).code, "root");
});

Deno.test("state.remove makes the names of the subtree free again", () => {
  assertEquals(
    after(NESTED, { op: "state.remove", name: "A" }, { op: "state.add", parent: "B", state: { name: "A1" } }),
    '{"name":"R","states":[{"name":"B","states":[{"name":"A1"}]}]}',
  );
});

Deno.test("state.nest moves a subtree to the end of another's children", () => {
  assertEquals(
    after(NESTED, { op: "state.nest", child: "B", newParent: "A" }),
    '{"name":"R","states":[{"name":"A","states":[{"name":"A1"},{"name":"B"}]}]}',
  );
});

Deno.test("state.nest under the same parent moves to the end", () => {
  assertEquals(
    after(AB, { op: "state.nest", child: "A", newParent: "R" }),
    '{"name":"R","states":[{"name":"B"},{"name":"A"}]}',
  );
});

Deno.test("state.nest keeps the place of the list when its only child stays in it", () => {
  const state: State = { name: "R", states: [{ name: "A" }], transitions: [] };
  assertEquals(after(state, { op: "state.nest", child: "A", newParent: "R" }), JSON.stringify(state));
});

Deno.test("state.nest and state.move refuse a state's own subtree", () => {
  for (const into of ["A", "A1"]) {
    assertEquals(refusal(NESTED, { op: "state.nest", child: "A", newParent: into }).code, "cycle");
    assertEquals(refusal(NESTED, { op: "state.move", name: "A", parent: into, region: true }).code, "cycle");
  }
});

Deno.test("state.nest and state.move refuse the root", () => {
  assertEquals(refusal(NESTED, { op: "state.nest", child: "R", newParent: "B" }).code, "root");
  assertEquals(refusal(NESTED, { op: "state.move", name: "R", parent: "B" }).code, "root");
});

Deno.test("state.move puts a state at the index it has afterwards", () => {
  const abc: State = { name: "R", states: [{ name: "A" }, { name: "B" }, { name: "C" }] };
  const names = (name: string, index: number) => {
    const def = applyPatchOps(machine(abc), [{ op: "state.move", name, parent: "R", index }]);
    return def.state.states?.map((state) => state.name).join("");
  };
  assertEquals([names("A", 1), names("A", 2), names("C", 0), names("B", 1)], ["BAC", "BCA", "CAB", "ABC"]);
});

Deno.test("state.move turns a child into a region and back", () => {
  assertEquals(
    after(AB, { op: "state.move", name: "A", parent: "R", region: true }),
    '{"name":"R","states":[{"name":"B"}],"parallel":{"states":[{"name":"A"}]}}',
  );
  assertEquals(
    after(REGIONS, { op: "state.move", name: "P", parent: "Q1" }),
    '{"name":"R","parallel":{"states":[{"name":"Q","states":[{"name":"Q1","states":[{"name":"P"}]}]}]}}',
  );
});

Deno.test("state.rename rewrites every reference to the state", () => {
  const state: State = {
    name: "R",
    initial: "A",
    states: [{
      name: "A",
      transitions: [{ event: "done.state.A", nextState: "A", condition: 'in_state("A") and x == "A"' }],
      onEntry: { actions: [{ code: "f(in_state('A'))" }, { raise: "done.state.A" }] },
    }, {
      name: "AA",
      parallel: { nextState: "A", states: [{ name: "P", transitions: [{ event: "e", nextState: "A" }] }] },
    }],
  };
  const expected = JSON.stringify(state).replaceAll(/\bA\b/g, "Z").replace('x == \\"Z\\"', 'x == \\"A\\"');
  assertEquals(after(state, { op: "state.rename", name: "A", to: "Z" }), expected);
});

Deno.test("state.rename rewrites the declared completion event, plain actions and a single action", () => {
  const def = JSON.parse(`{
    "events": [{ "name": "s", "events": [{ "id": "done.state.A" }, { "id": "A" }] }],
    "state": { "name": "A", "onExit": { "actions": ["in_state('A')"] },
      "transitions": [{ "event": "A", "action": { "raise": "done.state.A" } }] }
  }`);
  assertEquals<unknown>(applyPatchOps(def, [{ op: "state.rename", name: "A", to: "Z" }]), {
    events: [{ name: "s", events: [{ id: "done.state.Z" }, { id: "A" }] }],
    state: {
      name: "Z",
      onExit: { actions: ["in_state('Z')"] },
      transitions: [{ event: "A", action: { raise: "done.state.Z" } }],
    },
  });
});

Deno.test("state.rename leaves states without references alone", () => {
  const def = machine(NESTED);
  const renamed = applyPatchOps(def, [{ op: "state.rename", name: "B", to: "Z" }]);
  assertStrictEquals(renamed.state.states?.[0], def.state.states?.[0]);
});

Deno.test("state.rename refuses a taken name and does nothing for the same one", () => {
  assertEquals(refusal(AB, { op: "state.rename", name: "A", to: "B" }).code, "duplicate");
  assertEquals(after(AB, { op: "state.rename", name: "A", to: "A" }), JSON.stringify(AB));
});

Deno.test("parallel.set gives regions and takes them away", () => {
  assertEquals(
    after(AB, { op: "parallel.set", state: "A", parallel: { states: [{ name: "P" }] } }),
    '{"name":"R","states":[{"name":"A","parallel":{"states":[{"name":"P"}]}},{"name":"B"}]}',
  );
  assertEquals(after(REGIONS, { op: "parallel.set", state: "R", parallel: null }), '{"name":"R"}');
});

Deno.test("parallel.set refuses taken names, except those it replaces", () => {
  assertEquals(
    refusal(AB, { op: "parallel.set", state: "A", parallel: { states: [{ name: "B" }] } }).code,
    "duplicate",
  );
  assertEquals(
    after(REGIONS, { op: "parallel.set", state: "R", parallel: { states: [{ name: "Q1" }] } }),
    '{"name":"R","parallel":{"states":[{"name":"Q1"}]}}',
  );
});

Deno.test("parallel.update merges into parallel and leaves the regions alone", () => {
  const def = machine(REGIONS);
  const changed = applyPatchOps(def, [{ op: "parallel.update", state: "R", patch: { nextState: "P" } }]);
  assertEquals(changed.state.parallel?.nextState, "P");
  assertStrictEquals(changed.state.parallel?.states, def.state.parallel?.states);
});

Deno.test("parallel.update refuses a state without regions", () => {
  assertEquals(refusal(AB, { op: "parallel.update", state: "A", patch: {} }).code, "not_found");
});

Deno.test("state operations name the missing state and suggest a near one", () => {
  const door: State = { name: "Door", states: [{ name: "Opened" }] };
  const error = refusal(door, { op: "runtime.exit", state: "x" }, { op: "state.remove", name: "Openned" });
  assertEquals([error.code, error.op, error.index, error.target], [
    "not_found",
    "state.remove",
    1,
    "Openned",
  ]);
  assertEquals(
    error.message,
    'applyPatchOps: ops[1] state.remove: there is no state "Openned". Did you mean "Opened"?',
  );
});

Deno.test("state operations take the first state in document order when a name repeats", () => {
  const state: State = { name: "R", states: [{ name: "A", kind: "final" }, { name: "A" }] };
  assertEquals(after(state, { op: "state.remove", name: "A" }), '{"name":"R","states":[{"name":"A"}]}');
  assertEquals(
    after(state, { op: "state.remove", name: "A" }, { op: "state.remove", name: "A" }),
    '{"name":"R"}',
  );
});

Deno.test("state operations refuse a list of states that is no list", () => {
  const odd = { name: "R", states: "none" } as unknown as State;
  const error = refusal(odd, { op: "state.add", parent: "R", state: { name: "A" } });
  assertEquals([error.code, error.target], ["wrong_type", "states"]);
});
