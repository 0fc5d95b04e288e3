import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { documents } from "../_arbitrary.ts";
import { drawMachine } from "../draw/draw_machine.ts";
import { surveyStates } from "../draw/survey.ts";
import { machine } from "../draw/testing.ts";
import { compareMachines } from "./compare_machines.ts";

const OLD = machine([
  {
    name: "A",
    transitions: [{ event: "go", nextState: "B" }, { event: "stop", nextState: "C" }],
  },
  { name: "B", transitions: [{ event: "end", condition: "x > 1", nextState: "C" }] },
  { name: "C", states: [{ name: "C1" }] },
]);

const NEW = machine([
  { name: "A", onEntry: ["log()"], transitions: [{ event: "go", nextState: "B" }] },
  {
    name: "B",
    transitions: [{ event: "end", condition: "x > 2", nextState: "D" }, { event: "back", nextState: "A" }],
  },
  { name: "D" },
]);

Deno.test("compareMachines() marks what was added, changed and removed, and has all of both", () => {
  const { definition, overlay } = compareMachines(OLD, NEW);
  assertEquals(overlay.states, { A: "changed", D: "added", C: "removed", C1: "removed" });
  assertEquals(
    overlay.transitions?.map(({ state, index, mark }) => `${state}:${index} ${mark}`),
    ["A:1 removed", "B:0 added", "B:1 added", "B:2 removed"],
  );
  assertEquals(drawMachine(definition).states.map(({ key }) => key), ["A", "B", "D", "C", "C1"]);
});

Deno.test("compareMachines() takes a transition with another guard as changed", () => {
  const of = (condition: string) =>
    machine([{ name: "A", transitions: [{ event: "e", condition, nextState: "A" }] }]);
  assertEquals(compareMachines(of("x"), of("y")).overlay.transitions, [{
    state: "A",
    index: 0,
    mark: "changed",
  }]);
});

Deno.test("compareMachines() marks nothing in two equal machines", () => {
  fc.assert(
    fc.property(documents(3), (def) => {
      const names = surveyStates(def).states.map(({ outline }) => outline.name);
      fc.pre(new Set(names).size === names.length);
      const { states = {}, transitions = [] } = compareMachines(def, structuredClone(def)).overlay;
      assertEquals([states, transitions], [{}, []]);
    }),
    { numRuns: 50, seed: 4 },
  );
});
