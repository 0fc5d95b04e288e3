import { assertEquals } from "@std/assert";
import { MACHINE_CHANGES } from "../patch.ts";
import { findState } from "../tree.ts";
import type { State, StateMachineDefinition, Transition } from "../types.ts";
import { ADD_STATE_COMMAND, REMOVE_STATE_COMMAND, UPDATE_STATE_COMMAND } from "./states.ts";
import { UPDATE_TRANSITION_COMMAND } from "./transitions.ts";
import type { MachineCommand } from "./checks.ts";

function machine(...states: State[]): StateMachineDefinition {
  return {
    settings: { namespace: "N", asynchronous: false },
    events: [{ name: "S", events: [{ id: "go" }] }],
    state: { name: "Root", states },
  };
}

/** The machine after a command; the code of a refusal. */
function after<Given extends object>(
  before: StateMachineDefinition,
  command: MachineCommand<Given>,
  given: Given,
): StateMachineDefinition | string {
  const planned = command.run(before, given);
  if (!planned.ok) return planned.refusal.code;
  const applied = MACHINE_CHANGES.apply(before, planned.value.ops);
  return applied.ok ? applied.value : applied.refusal.code;
}

function stateAfter<Given extends object>(
  before: StateMachineDefinition,
  command: MachineCommand<Given>,
  given: Given,
  name: string,
): State | string | undefined {
  const found = after(before, command, given);
  return typeof found === "string" ? found : findState(found.state, name);
}

Deno.test("add state takes work as a task, a path, or as documents have it", () => {
  const invoke = ["charge", "parts/pay.smdf.json", { id: "ship", task: "send", input: "order" }];
  const given = { name: "Paying", invoke, tags: ["busy"], meta: { colour: "red" } };
  assertEquals(stateAfter(machine(), ADD_STATE_COMMAND, given, "Paying"), {
    name: "Paying",
    tags: ["busy"],
    meta: { colour: "red" },
    invoke: [
      { id: "charge", task: "charge" },
      { id: "pay", machine: "parts/pay.smdf.json" },
      { id: "ship", task: "send", input: "order" },
    ],
  });
});

for (
  const work of ["", 5, {}, { id: "pay" }, { id: "pay", task: "a", machine: "b" }, { id: "pay", tusk: "a" }]
) {
  Deno.test(`add state refuses ${JSON.stringify(work)} as work`, () => {
    assertEquals(after(machine(), ADD_STATE_COMMAND, { name: "Paying", invoke: [work] }), "bad_parameter");
  });
}

Deno.test("update state gives an output to final states only", () => {
  const before = machine({ name: "A" }, { name: "F", kind: "final" });
  const changes = { patch: { output: "sum" } };
  assertEquals(after(before, UPDATE_STATE_COMMAND, { name: "A", changes }), "bad_parameter");
  assertEquals(stateAfter(before, UPDATE_STATE_COMMAND, { name: "F", changes }, "F"), {
    name: "F",
    kind: "final",
    output: "sum",
  });
});

const PAYING: State = {
  name: "A",
  invoke: [{ id: "pay", task: "charge" }],
  onEntry: { actions: [{ if: { condition: "x", then: [{ send: { event: "stop", to: "pay" } }] } }] },
  transitions: [
    { event: "done.invoke.pay", nextState: "B" },
    { events: ["error.invoke.pay", "go"], actions: [{ send: { event: "stop", to: "pay" } }] },
    { event: "done.invoke.other" },
  ],
};

Deno.test("update state renames an id of work in events and sends", () => {
  const before = machine(PAYING, { name: "B" });
  const invoke = [{ id: "charge", task: "charge" }];
  assertEquals(stateAfter(before, UPDATE_STATE_COMMAND, { name: "A", invoke }, "A"), {
    name: "A",
    invoke,
    onEntry: { actions: [{ if: { condition: "x", then: [{ send: { event: "stop", to: "charge" } }] } }] },
    transitions: [
      { event: "done.invoke.charge", nextState: "B" },
      { events: ["error.invoke.charge", "go"], actions: [{ send: { event: "stop", to: "charge" } }] },
      { event: "done.invoke.other" },
    ],
  });
});

Deno.test("update state leaves references to work that another state invokes too, and to work that goes", () => {
  const other = machine(PAYING, { name: "B", invoke: [{ id: "pay", task: "charge" }] });
  const renamed = { name: "A", invoke: [{ id: "charge", task: "charge" }] };
  const ways = (found: State | string | undefined) => typeof found === "object" ? found.transitions : found;
  assertEquals(ways(stateAfter(other, UPDATE_STATE_COMMAND, renamed, "A")), PAYING.transitions);
  const emptied = { name: "A", invoke: [] };
  assertEquals(ways(stateAfter(machine(PAYING), UPDATE_STATE_COMMAND, emptied, "A")), PAYING.transitions);
});

for (
  const [what, before, left] of [
    ["keeps the other targets", { event: "go", nextState: "B", nextStates: ["C", "D"] }, {
      event: "go",
      nextState: "C",
      nextStates: ["D"],
    }],
    ["keeps the one target left", { event: "go", nextState: "C", nextStates: ["B"] }, {
      event: "go",
      nextState: "C",
    }],
    ["keeps the other events", { event: "done.state.B", events: ["go"], nextState: "C" }, {
      event: "go",
      nextState: "C",
    }],
    ["takes the last target along", { event: "go", nextStates: ["B"] }, undefined],
    ["takes the last event along", { events: ["done.state.B"], nextState: "C" }, undefined],
  ] satisfies [string, Transition, Transition | undefined][]
) {
  Deno.test(`remove state with cascade ${what}`, () => {
    const document = machine(
      { name: "A", transitions: [before] },
      { name: "B", states: [{ name: "Inner", kind: "final" }] },
      { name: "C" },
      { name: "D" },
    );
    const found = stateAfter(document, REMOVE_STATE_COMMAND, { name: "B", cascade: true }, "A");
    assertEquals(typeof found === "object" ? found.transitions ?? [] : found, left ? [left] : []);
  });
}

for (
  const [what, before, patch, left] of [
    ["a delay in place of its events", { event: "go", events: ["stop"] }, { after: 5 }, { after: 5 }],
    ["an event in place of its delay", { after: 5 }, { event: "go" }, { event: "go" }],
    ["several targets", { event: "go", nextState: "B" }, { nextStates: ["A"], type: "external" }, {
      event: "go",
      nextState: "B",
      nextStates: ["A"],
      type: "external",
    }],
    ["no delay beside an event", { event: "go" }, { event: "go", after: 5 }, "bad_parameter"],
  ] satisfies [string, Transition, Partial<Transition>, Transition | string][]
) {
  Deno.test(`update transition gives it ${what}`, () => {
    const document = machine({ name: "A", transitions: [before] }, { name: "B" });
    const given = { state: "A", index: 0, changes: { patch } };
    const found = stateAfter(document, UPDATE_TRANSITION_COMMAND, given, "A");
    assertEquals(typeof found === "object" ? found.transitions?.[0] : found, left);
  });
}
