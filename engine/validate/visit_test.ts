import type { State, StateMachineDefinition } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { enrich } from "../model.ts";
import type { StateSite } from "./sites.ts";
import { type Survey, surveyOf } from "./survey.ts";
import { machine } from "./testing.ts";
import { visit } from "./visit.ts";

const survey = (definition: StateMachineDefinition): Survey => surveyOf(enrich(definition));

Deno.test("visit() shows a state, its entry and exit, and each transition before its actions", () => {
  const seen: string[] = [];
  const states: State[] = [
    {
      name: "A",
      onEntry: { actions: [{ code: "x = 1" }] },
      onExit: { actions: [{ code: "x = 2" }] },
      transitions: [{ event: "go", nextState: "B", actions: [{ code: "x = 3" }] }, { event: "stay" }],
    },
    { name: "B" },
  ];
  visit(survey(machine({ states })), [{
    state: ({ name }) => seen.push(name),
    transition: ({ event, to }) => seen.push(`${event} to ${to?.name}`),
    action: ({ action }) => seen.push(action.code ?? ""),
    end: () => seen.push("end"),
  }]);
  assertEquals(seen, ["Root", "A", "x = 1", "x = 2", "go to B", "x = 3", "stay to undefined", "B", "end"]);
});

Deno.test("visit() shows each part to all visitors before it goes on", () => {
  const seen: string[] = [];
  const visitors = ["first", "second"].map((who) => ({
    state: ({ name }: StateSite) => void seen.push(`${who} ${name}`),
  }));
  visit(survey(machine({ states: [{ name: "A" }] })), visitors);
  assertEquals(seen, ["first Root", "second Root", "first A", "second A"]);
});

Deno.test("visit() notes where the transitions lead, and what they wait for", () => {
  const looked = survey(machine({
    states: [
      {
        name: "A",
        transitions: [5, { event: "go", nextState: "B" }, { event: "done.state.B", nextState: "X" }],
      },
      { name: "B", transitions: [{ event: "go" }] },
    ],
  }));
  visit(looked, []);
  const edges = looked.states.map((state) => {
    const found: string[] = [];
    for (let edge = looked.edges.first(state); edge < looked.edges.end(state); edge++) {
      found.push(`to ${looked.edges.target(edge)?.name} after ${looked.edges.awaited(edge)?.name}`);
    }
    return found;
  });
  assertEquals(edges, [[], ["to B after undefined", "to undefined after B"], [
    "to undefined after undefined",
  ]]);
});
