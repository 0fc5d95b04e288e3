import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type { State, StateMachineDefinition } from "@loom/protocol";
import { Machine } from "../../machine/mod.ts";
import { programOf } from "../../machine/program.ts";
import { ConfigurationTable, isWhole } from "./configuration.ts";
import type { StateNode } from "./node.ts";

function definitionOf(states: State[]): StateMachineDefinition {
  return {
    settings: { namespace: "Test", asynchronous: false },
    events: [{ name: "All", events: [{ id: "go" }] }],
    state: { name: "Root", states },
  };
}

/** The states of a machine with a parallel state `P` beside a leaf `A`, by name. */
function nodes(): (...names: string[]) => Set<StateNode> {
  const region = (name: string): State => ({ name, states: [{ name: `${name}1` }, { name: `${name}2` }] });
  const states = [{ name: "A" }, { name: "P", parallel: { states: [region("X"), region("Y")] } }];
  const { nodeByName } = programOf(definitionOf(states), {}).tables;
  return (...names) => new Set(names.map((name) => nodeByName.get(name)!)); // the names above
}

Deno.test("isWhole() tells sets of states that can be active together from others", () => {
  const of = nodes();
  assert(isWhole(of("Root", "A")));
  assert(isWhole(of("Root", "P", "X", "X2", "Y", "Y1")));
  assertEquals(isWhole(of("Root")), false);
  assertEquals(isWhole(of("Root", "A", "P", "X", "X2", "Y", "Y1")), false);
  assertEquals(isWhole(of("Root", "P", "X", "X1")), false);
  assertEquals(isWhole(of("Root", "P", "X", "X1", "X2", "Y", "Y1")), false);
});

Deno.test("ConfigurationTable makes each configuration once, and starts again after too many steps", () => {
  const leaves = [...nodes()("X1", "Y1")];
  const table = new ConfigurationTable();
  const first = table.of(leaves);
  table.noteStep(499_999);
  assertStrictEquals(table.of(leaves), first);
  table.noteStep(2);
  assert(table.of(leaves) !== first);
});

Deno.test("visited holds no state twice in a row when the table starts again", () => {
  const states = [{ name: "A", transitions: [{ event: "go", nextState: "A" }] }];
  const program = programOf(definitionOf(states), {});
  const machine = new Machine(program);
  program.tables.configurations.noteStep(Infinity);
  assertEquals([machine.send("go").changed, machine.visited], [false, ["A"]]);
});
