import { assertEquals, assertStringIncludes } from "@std/assert";
import type { StateMachineDefinition } from "../types.ts";
import { writeMachineDot } from "./write_dot.ts";

const DOOR: StateMachineDefinition = {
  settings: { namespace: "Home", name: "Door", asynchronous: false },
  events: [],
  state: {
    name: "Root",
    states: [
      {
        name: "Closed",
        onEntry: { actions: [{ code: 'say("shut")' }] },
        transitions: [{
          event: "push",
          nextState: "Open",
          condition: "not locked",
          actions: [{ raise: "x" }],
        }],
      },
      {
        name: "Open",
        states: [{ name: "Ajar" }, { name: "Back", kind: "history" }, { name: "Gone", kind: "final" }],
        transitions: [{ event: "pull", nextState: "Closed" }, { event: "look" }],
      },
    ],
  },
};

Deno.test("a machine becomes a graph with clusters, marks and labels", () => {
  const { text, leftOut } = writeMachineDot(DOOR);
  for (
    const line of [
      'digraph "Door" {',
      's1 [label="Closed\\nentry / say(\\"shut\\")"];',
      "subgraph cluster_2 {",
      's4 [shape=circle, label="H"];',
      's5 [shape=doublecircle, style=solid, label="Gone"];',
      "start2 -> s3;",
      's1 -> s2 [label="push [not locked] / raise x", lhead=cluster_2];',
      's2 -> s1 [label="pull", ltail=cluster_2];',
      's2 -> s2 [label="look (stays)"];',
    ]
  ) assertStringIncludes(text, line);
  assertEquals(leftOut.map(({ message }) => message), [
    'A Graphviz graph has no place for "namespace" and "name" of the settings: they were left out.',
  ]);
});
