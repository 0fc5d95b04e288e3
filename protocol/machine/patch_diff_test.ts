import { assert, assertEquals, assertThrows } from "@std/assert";
import type { MachineOp } from "./ops.ts";
import type { EventSource, State, StateMachineDefinition } from "./types.ts";
import { applyPatchOps } from "./patch.ts";
import { diffDefinition, emptyDefinition } from "./patch.ts";
import { PatchError } from "../change/error.ts";

function machine(state: State, events: EventSource[] = []): StateMachineDefinition {
  return { settings: { namespace: "n", asynchronous: false }, events, state };
}

/** The operations from one document to the other, which lead there exactly. */
function diff(prev: StateMachineDefinition, next: StateMachineDefinition): MachineOp[] {
  const ops = diffDefinition(prev, next);
  assertEquals(JSON.stringify(applyPatchOps(prev, ops)), JSON.stringify(next));
  return ops;
}

function diffStates(prev: State, next: State): MachineOp[] {
  return diff(machine(prev), machine(next));
}

function diffEvents(prev: EventSource[], next: EventSource[]): MachineOp[] {
  return diff(machine({ name: "R" }, prev), machine({ name: "R" }, next));
}

function kinds(ops: MachineOp[]): string[] {
  return ops.map(({ op }) => op);
}

const A: State = { name: "A", description: "first" };
const B: State = { name: "B", transitions: [{ event: "e", nextState: "A" }] };
const C: State = { name: "C", kind: "final" };

Deno.test("diffDefinition() is empty for equal documents", () => {
  assertEquals(diffStates({ name: "R", states: [A, B] }, { name: "R", states: [A, B] }), []);
});

Deno.test("diffDefinition() adds a leaf at the end without an index", () => {
  assertEquals(diffStates({ name: "R", states: [A] }, { name: "R", states: [A, { name: "B" }] }), [
    { op: "state.add", parent: "R", state: { name: "B" } },
  ]);
});

Deno.test("diffDefinition() adds a state between others with an index", () => {
  assertEquals(diffStates({ name: "R", states: [A, B] }, { name: "R", states: [A, C, B] }), [
    { op: "state.add", parent: "R", state: C, index: 1 },
  ]);
});

Deno.test("diffDefinition() adds a new subtree at once", () => {
  const subtree: State = { name: "S", states: [A, { name: "T", parallel: { states: [B] } }] };
  assertEquals(diffStates({ name: "R", states: [C] }, { name: "R", states: [C, subtree] }), [
    { op: "state.add", parent: "R", state: subtree },
  ]);
});

Deno.test("diffDefinition() removes the inbound transition, then the state", () => {
  const next: State = { name: "R", states: [{ name: "B" }] };
  assertEquals(diffStates({ name: "R", states: [A, B] }, next), [
    { op: "transition.remove", state: "B", index: 0 },
    { op: "state.remove", name: "A" },
  ]);
});

Deno.test("diffDefinition() removes a subtree at once", () => {
  const subtree: State = { name: "S", states: [A, { name: "T", states: [B] }] };
  assertEquals(diffStates({ name: "R", states: [C, subtree] }, { name: "R", states: [C] }), [
    { op: "state.remove", name: "S" },
  ]);
});

Deno.test("diffDefinition() nests a state that went to the end of another's children", () => {
  assertEquals(diffStates({ name: "R", states: [A, C] }, { name: "R", states: [{ ...A, states: [C] }] }), [
    { op: "state.nest", child: "C", newParent: "A" },
  ]);
});

Deno.test("diffDefinition() moves one state when one sibling changed its place", () => {
  assertEquals(diffStates({ name: "R", states: [A, B, C] }, { name: "R", states: [C, A, B] }), [
    { op: "state.move", name: "C", parent: "R", index: 0 },
  ]);
  assertEquals(diffStates({ name: "R", states: [A, B, C] }, { name: "R", states: [B, C, A] }), [
    { op: "state.move", name: "A", parent: "R" },
  ]);
});

Deno.test("diffDefinition() moves a state into a region", () => {
  const prev: State = { name: "R", states: [A, C], parallel: { states: [B] } };
  const next: State = { name: "R", states: [A], parallel: { states: [C, B] } };
  assertEquals(diffStates(prev, next), [{
    op: "state.move",
    name: "C",
    parent: "R",
    index: 0,
    region: true,
  }]);
});

Deno.test("diffDefinition() edits states inside regions one by one", () => {
  const prev: State = { name: "R", parallel: { nextState: "A", states: [A, B] } };
  const next: State = { name: "R", parallel: { nextState: "B", states: [A, { ...B, kind: "final" }] } };
  assertEquals(diffStates(prev, next), [
    { op: "parallel.update", state: "R", patch: { nextState: "B" } },
    { op: "state.update", name: "B", patch: { kind: "final" } },
  ]);
});

Deno.test("diffDefinition() wraps siblings in a new composite and keeps them", () => {
  const next: State = { name: "R", states: [{ name: "W", states: [A, B] }, C] };
  assertEquals(kinds(diffStates({ name: "R", states: [A, B, C] }, next)), [
    "state.add",
    "state.nest",
    "state.nest",
  ]);
});

Deno.test("diffDefinition() swaps a parent and its child", () => {
  const prev: State = { name: "R", states: [{ name: "A", states: [{ name: "B" }] }] };
  const next: State = { name: "R", states: [{ name: "B", states: [{ name: "A" }] }] };
  const ops = diffStates(prev, next);
  assert(ops.every(({ op }) => op === "state.nest" || op === "state.move"), JSON.stringify(ops));
});

Deno.test("diffDefinition() updates with only the key that changed", () => {
  assertEquals(diffStates({ name: "R", states: [A] }, { name: "R", states: [{ ...A, kind: "final" }] }), [
    { op: "state.update", name: "A", patch: { kind: "final" } },
  ]);
});

Deno.test("diffDefinition() unsets an erased key", () => {
  assertEquals(diffStates({ name: "R", states: [A] }, { name: "R", states: [{ name: "A" }] }), [
    { op: "state.update", name: "A", patch: {}, unset: ["description"] },
  ]);
});

Deno.test("diffDefinition() tells a key put before the children without repeating them", () => {
  const next: State = { name: "R", description: "d", states: [A, B, C] };
  assertEquals(diffStates({ name: "R", states: [A, B, C] }, next), [
    { op: "state.update", name: "R", patch: { description: "d" }, order: ["name", "description"] },
  ]);
});

Deno.test("diffDefinition() renames a state together with its references", () => {
  const prev: State = { name: "R", initial: "A", states: [A, B] };
  const next = JSON.parse(JSON.stringify(prev).replaceAll('"A"', '"Z"'));
  assertEquals(diffStates(prev, next), [{ op: "state.rename", name: "A", to: "Z" }]);
});

Deno.test("diffDefinition() renames a state that changed a little as well", () => {
  const prev: State = { name: "R", states: [{ ...B, description: "b", kind: "normal" }, A] };
  const next: State = { name: "R", states: [{ ...B, name: "Z", description: "z", kind: "normal" }, A] };
  assertEquals(diffStates(prev, next), [
    { op: "state.rename", name: "B", to: "Z" },
    { op: "state.update", name: "Z", patch: { description: "z" } },
  ]);
});

Deno.test("diffDefinition() renames only the state when references keep the old name", () => {
  assertEquals(diffStates({ name: "R", states: [A, B] }, { name: "R", states: [{ ...A, name: "Z" }, B] }), [
    { op: "state.update", name: "A", patch: { name: "Z" } },
  ]);
});

Deno.test("diffDefinition() renames the root, and a child in the same go", () => {
  const prev: State = { name: "R", states: [{ name: "S", states: [A, C] }] };
  const next: State = { name: "Q", states: [{ name: "T", states: [A, C] }] };
  assertEquals(diffStates(prev, next), [
    { op: "state.rename", name: "R", to: "Q" },
    { op: "state.rename", name: "S", to: "T" },
  ]);
});

Deno.test("diffDefinition() takes a state that differs in everything for a new one", () => {
  const other: State = { name: "Z", notes: "z", onEntry: { actions: [{ code: "z()" }] } };
  assertEquals(kinds(diffStates({ name: "R", states: [C, A] }, { name: "R", states: [C, other] })), [
    "state.add",
    "state.remove",
  ]);
});

Deno.test("diffDefinition() adds a transition at its index", () => {
  const next: State = { name: "R", transitions: [{ event: "e", nextState: "R" }] };
  assertEquals(diffStates({ name: "R" }, next), [
    { op: "transition.add", state: "R", transition: { event: "e", nextState: "R" }, index: 0 },
  ]);
});

Deno.test("diffDefinition() removes the first of two transitions and leaves the second its own", () => {
  const transitions = [{ event: "a", nextState: "R", condition: "x" }, { event: "a", nextState: "A" }];
  assertEquals(diffStates({ name: "R", transitions }, { name: "R", transitions: [transitions[1]!] }), [
    { op: "transition.remove", state: "R", index: 0 },
  ]);
});

Deno.test("diffDefinition() moves a transition and updates another", () => {
  const transitions = [{ event: "a" }, { event: "b" }, { event: "c", nextState: "R" }];
  const next = [{ event: "c", nextState: "R" }, { event: "a" }, { event: "b", condition: "x" }];
  assertEquals(diffStates({ name: "R", transitions }, { name: "R", transitions: next }), [
    { op: "transition.move", state: "R", index: 2, to: 0 },
    { op: "transition.update", state: "R", index: 2, patch: { condition: "x" } },
  ]);
});

Deno.test("diffDefinition() edits entry actions one by one", () => {
  const [x, y, z] = [{ code: "x" }, { code: "y" }, { code: "z" }];
  const prev: State = { name: "R", onEntry: { actions: [x, y] }, onExit: { actions: [x] } };
  const next: State = { name: "R", onEntry: { actions: [x, z, y] }, onExit: { actions: [{ code: "w" }] } };
  assertEquals(diffStates(prev, next), [
    { op: "action.add", state: "R", hook: "onEntry", action: z, index: 1 },
    { op: "action.update", state: "R", hook: "onExit", index: 0, action: { code: "w" } },
  ]);
});

Deno.test("diffDefinition() erases notes and puts them", () => {
  const prev = { ...machine({ name: "R", notes: "r" }), settings: { namespace: "n", asynchronous: false } };
  const next = { ...machine({ name: "R" }), settings: { namespace: "n", asynchronous: false, notes: "s" } };
  assertEquals(diff(prev, next), [
    { op: "settings.update", patch: { notes: "s" } },
    { op: "state.update", name: "R", patch: {}, unset: ["notes"] },
  ]);
});

Deno.test("diffDefinition() updates only the setting that changed", () => {
  const next = { ...machine(A), settings: { namespace: "m", asynchronous: false } };
  assertEquals(diff(machine(A), next), [{ op: "settings.update", patch: { namespace: "m" } }]);
});

Deno.test("diffDefinition() adds a parameter to an event", () => {
  const parameter = { name: "p", type: "int" };
  assertEquals(
    diffEvents([{ name: "s", events: [{ id: "e" }] }], [{
      name: "s",
      events: [{ id: "e", parameters: [parameter] }],
    }]),
    [
      { op: "parameter.add", eventId: "e", parameter, index: 0 },
    ],
  );
});

Deno.test("diffDefinition() adds an event with its parameters at once", () => {
  const event = { id: "f", parameters: [{ name: "p", type: "int" }] };
  assertEquals(
    diffEvents([{ name: "s", events: [{ id: "e" }] }], [{ name: "s", events: [{ id: "e" }, event] }]),
    [
      { op: "event.add", sourceIndex: 0, event, index: 1 },
    ],
  );
});

Deno.test("diffDefinition() moves an event within its source", () => {
  const [a, b, c] = [{ id: "a" }, { id: "b" }, { id: "c" }];
  assertEquals(diffEvents([{ name: "s", events: [a, b, c] }], [{ name: "s", events: [c, a, b] }]), [
    { op: "event.move", id: "c", sourceIndex: 0, index: 0 },
  ]);
});

Deno.test("diffDefinition() moves an event to an earlier and to a later source", () => {
  const [a, b, c] = [{ id: "a" }, { id: "b" }, { id: "c" }];
  const one: EventSource[] = [{ name: "s", events: [a] }, { name: "t", events: [b, c] }];
  const other: EventSource[] = [{ name: "s", events: [a, c] }, { name: "t", events: [b] }];
  assertEquals(diffEvents(one, other), [{ op: "event.move", id: "c", sourceIndex: 0, index: 1 }]);
  assertEquals(diffEvents(other, one), [{ op: "event.move", id: "c", sourceIndex: 1, index: 1 }]);
});

Deno.test("diffDefinition() swaps two sources", () => {
  const [s, t]: EventSource[] = [{ name: "s", events: [{ id: "a" }] }, { name: "t", events: [{ id: "b" }] }];
  assertEquals(diffEvents([s!, t!], [t!, s!]), [{ op: "eventSource.move", index: 1, to: 0 }]);
});

Deno.test("diffDefinition() adds and removes sources whole", () => {
  const [s, t]: EventSource[] = [{ name: "s", events: [{ id: "a" }] }, { name: "t", events: [{ id: "b" }] }];
  assertEquals(diffEvents([s!], [s!, t!]), [{ op: "eventSource.add", source: t! }]);
  assertEquals(diffEvents([s!, t!], [t!]), [{ op: "eventSource.remove", index: 0 }]);
});

Deno.test("diffDefinition() renames an event together with its references", () => {
  const prev = machine({ name: "R", transitions: [{ event: "a" }] }, [{
    name: "s",
    events: [{ id: "a" }, { id: "b" }],
  }]);
  const next = JSON.parse(JSON.stringify(prev).replaceAll('"a"', '"z"'));
  assertEquals(diff(prev, next), [{ op: "event.rename", id: "a", to: "z" }]);
});

Deno.test("diffDefinition() edits timers by their ids", () => {
  const [t, u] = [{ id: "t", name: "T" }, { id: "u", name: "U" }];
  assertEquals(
    diffEvents([{ name: "s", timers: [t] }], [{ name: "s", timers: [{ ...t, description: "d" }, u] }]),
    [
      { op: "timer.add", sourceIndex: 0, timer: u, index: 1 },
      { op: "timer.update", id: "t", patch: { description: "d" } },
    ],
  );
});

Deno.test("diffDefinition() tells an unknown member of the definition and its place", () => {
  const prev = machine(A);
  const next = { extra: [1], ...prev };
  assertEquals(diff(prev, next), [{ op: "document.update", patch: { extra: [1] }, order: ["extra"] }]);
});

Deno.test("diffDefinition() replaces the narrowest state when names below it repeat", () => {
  const twins = (kind: "final" | "normal"): State => ({
    name: "R",
    states: [A, { name: "S", states: [{ name: "T" }, { name: "T", kind }] }],
  });
  assertEquals(diffStates(twins("normal"), twins("final")), [
    { op: "state.update", name: "S", patch: { states: [{ name: "T" }, { name: "T", kind: "final" }] } },
  ]);
});

Deno.test("diffDefinition() replaces only the states when a name comes in twice", () => {
  const ops = diffStates({ name: "R", states: [A] }, { name: "R", states: [A, A] });
  assertEquals(ops, [{ op: "document.update", patch: { state: { name: "R", states: [A, A] } } }]);
});

Deno.test("diffDefinition() keeps an empty note, which an update would erase", () => {
  assertEquals(kinds(diffStates({ name: "R", notes: "n" }, { name: "R", notes: "" })), ["document.update"]);
});

Deno.test("diffDefinition() starts from the empty definition without a document", () => {
  const next = machine({ name: "R", states: [A, B] }, [{ name: "s", events: [{ id: "e" }] }]);
  const ops = diffDefinition(null, next);
  assertEquals(kinds(ops), ["settings.update", "eventSource.add", "state.add", "state.add"]);
  assertEquals(JSON.stringify(applyPatchOps(emptyDefinition("R"), ops)), JSON.stringify(next));
});

Deno.test("diffDefinition() shares nothing with the documents", () => {
  const next = machine({ name: "R", states: [{ name: "A" }] });
  const ops = diffDefinition(machine({ name: "R" }), next);
  const text = JSON.stringify(ops);
  next.state.states![0]!.name = "changed";
  assertEquals(JSON.stringify(ops), text);
});

Deno.test("diffDefinition() refuses a document that is no object", () => {
  const none = [] as unknown as StateMachineDefinition;
  assertThrows(() => diffDefinition(machine(A), none), PatchError, "diffDefinition:");
  assertThrows(() => diffDefinition(none, machine(A)), PatchError);
});

Deno.test("diffDefinition() tells one change among ten thousand states with one operation", () => {
  const states = Array.from({ length: 10_000 }, (_, index): State => ({
    name: `S${index}`,
    transitions: [{ event: "e", nextState: `S${(index * 7) % 10_000}` }],
  }));
  const prev = machine({ name: "R", states });
  const next = machine({ name: "R", states: states.with(5_000, { ...states[5_000]!, kind: "final" }) });
  assertEquals(diffDefinition(prev, structuredClone(next)), [
    { op: "state.update", name: "S5000", patch: { kind: "final" } },
  ]);
});
