import { assertEquals } from "@std/assert";
import { surveyStates } from "./survey.ts";
import { machine } from "./testing.ts";

Deno.test("surveyStates() gives states the name for a key, and later ones of that name the path", () => {
  const { states, byName } = surveyStates(machine([{ name: "A" }, { name: "A" }, {}]));
  assertEquals(states.map((state) => state.key), ["Root", "A", "/state/states/1", "/state/states/2"]);
  assertEquals(byName.get("A")?.path, "/state/states/0");
});

Deno.test("surveyStates() gives different keys when a state is called like the path of another", () => {
  const { states } = surveyStates(machine([{ name: "A" }, { name: "A" }, { name: "/state/states/1" }]));
  assertEquals(states.map((state) => state.key), ["Root", "A", "/state/states/1~", "/state/states/1"]);
});

Deno.test("surveyStates() keeps the index that a transition has in the document", () => {
  const { states } = surveyStates(
    machine([{ name: "A", transitions: [null, { event: "a" }, 1, { event: "b" }] }]),
  );
  assertEquals(states[1]?.transitions.map(({ event, index }) => [event, index]), [["a", 1], ["b", 3]]);
});

Deno.test("surveyStates() knows the children beside regions, and all below them, as never entered", () => {
  const { states } = surveyStates(machine([
    {
      name: "P",
      states: [{ name: "Beside", states: [{ name: "Below" }] }],
      parallel: { states: [{ name: "R" }] },
    },
  ]));
  assertEquals(states.filter((state) => state.ignored).map((state) => state.key), ["Beside", "Below"]);
});

Deno.test("surveyStates() finds what each state enters by default", () => {
  const { initials } = surveyStates(machine([
    { name: "A", initial: "A2", states: [{ name: "A1", states: [{ name: "A2" }] }] },
    {
      name: "P",
      parallel: { states: [{ name: "R", states: [{ name: "H", kind: "history" }, { name: "R1" }] }] },
    },
  ]));
  assertEquals(Array.from(initials, ([state, initial]) => [state.key, initial.key]), [
    ["Root", "A"],
    ["A", "A2"],
    ["A1", "A2"],
    ["R", "R1"],
  ]);
});

Deno.test("surveyStates() finds nothing in what is no definition", () => {
  for (const odd of [undefined, null, 1, "x", [], {}, { state: [] }]) {
    assertEquals(surveyStates(odd).states, []);
  }
});
