import { assertEquals } from "@std/assert";
import type { State, StateMachineDefinition } from "@loom/protocol";
import { Machine } from "./machine.ts";

const LEVELS = 10_000;

function definitionOf(state: State): StateMachineDefinition {
  return {
    settings: { namespace: "Deep", name: "M", asynchronous: false },
    events: [{ name: "All", events: [{ id: "go" }] }],
    state,
  };
}

Deno.test("Machine runs states that nest deeper than the call stack", () => {
  let state: State = { name: "Leaf", transitions: [{ event: "go", nextState: "S0" }] };
  for (let level = LEVELS - 1; level >= 0; level--) state = { name: `S${level}`, states: [state] };
  const machine = new Machine(definitionOf(state));
  assertEquals([machine.state, machine.configuration.length], ["Leaf", LEVELS + 1]);
  const { handled, to } = machine.send("go");
  assertEquals([handled, to], [true, "Leaf"]);
});

Deno.test("Machine runs regions that nest deeper than the call stack, beside states that never run", () => {
  let state: State = { name: "Leaf" };
  let ignored: State = { name: "Ignored" };
  for (let level = LEVELS - 1; level >= 0; level--) {
    state = { name: `S${level}`, parallel: { nextState: "", states: [state] } };
    ignored = { name: `I${level}`, states: [ignored] };
  }
  // Without the findings: one for each level, each with the path to it.
  const machine = new Machine(definitionOf({ ...state, states: [ignored] }), { validate: false });
  assertEquals([machine.state, machine.configuration.length], ["Leaf", LEVELS + 1]);
});
