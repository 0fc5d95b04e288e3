import { assertEquals } from "@std/assert";
import type { State, StateMachineDefinition } from "@loom/protocol";
import fc from "fast-check";
import { enrich } from "./model.ts";
import { arbitraryDocument } from "./parse/_arbitrary.ts";

const DEFINITION: StateMachineDefinition = {
  settings: { namespace: "N", asynchronous: false },
  events: [
    { name: "S1", feeder: "F", events: [{ id: "a" }], timers: [{ id: "late", name: "Late" }] },
    { name: "S2", events: [{ id: "b" }] },
    { name: "S3", feeder: "F", events: [{ id: "c" }] },
  ],
  state: {
    name: "Root",
    states: [
      { name: "A", states: [{ name: "A1" }, { name: "H", kind: "history" }] },
      { name: "P", parallel: { states: [{ name: "R1", states: [{ name: "X" }] }, { name: "R2" }] } },
      { name: "End", kind: "final" },
    ],
  },
};

const names = (states: readonly State[]): string[] => states.map((state) => state.name);

Deno.test("enrich() lists states in document order, children before regions", () => {
  const model = enrich(DEFINITION);
  assertEquals(names(model.allStates), ["Root", "A", "A1", "H", "P", "R1", "X", "R2", "End"]);
  assertEquals(names(model.leafStates), ["A1", "H", "X", "R2", "End"]);
  assertEquals(names(model.compositeStates), ["Root", "A", "R1"]);
});

Deno.test("enrich() knows parents, the root's being null and a region's the parallel state", () => {
  const { parentMap } = enrich(DEFINITION);
  assertEquals([parentMap.get("Root"), parentMap.get("A1"), parentMap.get("R1"), parentMap.get("X")], [
    null,
    "A",
    "P",
    "R1",
  ]);
});

Deno.test("enrich() counts a timer as an event with a source parameter, after the events of its source", () => {
  const { eventMap, timerMap } = enrich(DEFINITION);
  assertEquals([...eventMap.keys()], ["a", "late", "b", "c"]);
  assertEquals(eventMap.get("late"), {
    id: "late",
    name: "Late",
    parameters: [{ name: "source", type: "object" }],
  });
  assertEquals(timerMap.get("Late"), { id: "late", name: "Late" });
});

Deno.test("enrich() joins the events of sources with the same feeder", () => {
  const { feedersMap } = enrich(DEFINITION);
  assertEquals([...feedersMap].map(([feeder, events]) => [feeder, events.map((event) => event.id)]), [
    ["F", ["a", "late", "c"]],
  ]);
});

Deno.test("enrich() keeps the last of several states with one name", () => {
  const last = { name: "A", description: "last" };
  assertEquals(
    enrich({ ...DEFINITION, state: { name: "R", states: [{ name: "A" }, last] } }).stateMap.get("A"),
    last,
  );
});

Deno.test("enrich() keeps names of the language's own members apart", () => {
  const state = { name: "constructor", states: [{ name: "__proto__" }, { name: "toString" }] };
  const { parentMap, stateMap } = enrich({ ...DEFINITION, state });
  assertEquals([...parentMap], [["constructor", null], ["__proto__", "constructor"], [
    "toString",
    "constructor",
  ]]);
  assertEquals(stateMap.get("__proto__"), { name: "__proto__" });
});

for (
  const odd of [undefined, null, 5, [], {}, { state: [], events: {} }, {
    state: {},
    events: [null, { events: 5 }],
  }]
) {
  Deno.test(`enrich() gives empty indexes for ${JSON.stringify(odd)}`, () => {
    const model = enrich(odd as never);
    assertEquals([model.allStates.length, model.eventMap.size], [0, 0]);
  });
}

Deno.test("enrich() takes arbitrary documents", () => {
  fc.assert(
    fc.property(arbitraryDocument, (document) => {
      const model = enrich(document);
      assertEquals(model.parentMap.size, model.stateMap.size);
    }),
    { seed: 3, numRuns: 100 },
  );
});

Deno.test("enrich() takes a chain of 100,000 states", () => {
  let state: State = { name: "S0" };
  for (let depth = 1; depth < 100_000; depth++) state = { name: `S${depth}`, states: [state] };
  assertEquals(enrich({ ...DEFINITION, state }).allStates.length, 100_000);
});
