import { assertEquals } from "@std/assert";
import { leftOutOfMermaid } from "./left_out.ts";
import { parseMermaid } from "./import/parse_mermaid.ts";
import type { StateMachineDefinition } from "../types.ts";

const GATE: StateMachineDefinition = {
  settings: {
    namespace: "Home",
    asynchronous: false,
    objects: [{ instance: "motor", class: "Motor" }],
    imports: [],
  },
  events: [{
    name: "Hand",
    events: [{ id: "open", description: "Pulls." }, { id: "never" }],
    timers: [{ id: "late", name: "Wait" }],
  }],
  state: {
    name: "Root",
    states: [
      { name: "A", transitions: [{ event: "open", nextState: "B", actions: [{ code: "motor.run()" }] }] },
      { name: "B", onEntry: { actions: [{ code: "motor.stop()" }] }, onExit: { actions: [] } },
      { name: "C", prompt: "Why?", notes: "Kept." },
    ],
  },
};

Deno.test("leftOutOfMermaid() lists actions, objects, timers and whatever else a diagram has no place for", () => {
  const left = leftOutOfMermaid(GATE);
  assertEquals(left.map(({ part, members, count, path }) => [part, members, count, path]), [
    ["settings", ["namespace", "objects"], 1, "/settings"],
    ["source", ["name", "timers"], 1, "/events/0"],
    ["event", ["description", "id"], 2, "/events/0/events/0"],
    ["transition", ["actions"], 1, "/state/states/0/transitions/0"],
    ["state", ["onEntry", "prompt"], 2, "/state/states/1"],
  ]);
  assertEquals([left[4]?.message, left[3]?.message], [
    'A Mermaid diagram has no place for "onEntry" and "prompt" of 2 states, the first at /state/states/1: they were left out.',
    'A Mermaid diagram has no place for "actions" of the transition at /state/states/0/transitions/0: it was left out.',
  ]);
});

Deno.test("leftOutOfMermaid() lists nothing of what was a diagram", () => {
  const { definition } = parseMermaid(
    "stateDiagram-v2\n  [*] --> A\n  A --> B : go [ready]\n  note right of A : Here\n",
  );
  assertEquals(leftOutOfMermaid(definition), []);
});

Deno.test("leftOutOfMermaid() passes over the timers that a diagram has as times", () => {
  const timer = "AAfter5s";
  const definition: StateMachineDefinition = {
    settings: { namespace: "n", asynchronous: false },
    events: [{ name: "E", events: [], timers: [{ id: timer, name: timer }] }],
    state: {
      name: "R",
      states: [{
        name: "A",
        onEntry: { actions: [{ timerStart: { timer, duration: 5000 } }] },
        onExit: { actions: [{ timerStop: timer }] },
        transitions: [{ event: timer, nextState: "B" }],
      }, { name: "B" }],
    },
  };
  const losesEntry = () => leftOutOfMermaid(definition).some(({ members }) => members.includes("onEntry"));
  assertEquals(losesEntry(), false);
  definition.state.states?.[0]?.onEntry?.actions.push({ code: "more()" });
  assertEquals(losesEntry(), true);
});
