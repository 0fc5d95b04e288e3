import { assertEquals } from "@std/assert";
import { initialOf, outlineOf } from "./outline.ts";

Deno.test("outlineOf() gives every member of an empty state", () => {
  const empty = {
    name: "",
    kind: "normal",
    deep: false,
    notes: "",
    initial: "",
    entry: [],
    exit: [],
    transitions: [],
    children: [],
    regions: [],
    sections: [[]],
    join: "",
  };
  assertEquals(outlineOf(undefined), empty);
  assertEquals(outlineOf({ states: null, transitions: "x", parallel: [], onEntry: 1, name: {} }), empty);
});

Deno.test("outlineOf() reads actions in every form that documents have", () => {
  const { entry } = outlineOf({ onEntry: ["a()", { code: "b()" }, { raise: "go" }, { code: "" }, 1, null] });
  assertEquals(entry, ["a()", "b()", "raise go", "1"]);
});

Deno.test("outlineOf() takes a blank guard for none and an empty target for an internal transition", () => {
  const { transitions } = outlineOf({ transitions: [{ event: "go", condition: "  ", nextState: "" }] });
  assertEquals(transitions, [{ event: "go", target: "", guard: "", actions: [] }]);
});

Deno.test("initialOf() is the first child that is not history when `initial` leads nowhere", () => {
  const state = outlineOf({ initial: "Gone", states: [{ name: "H", kind: "history" }, { name: "A" }] });
  assertEquals(initialOf(state)?.name, "A");
});

Deno.test("initialOf() is the descendant that `initial` names, in regions too", () => {
  const state = outlineOf({
    initial: "C",
    states: [{ name: "A" }, { name: "B", parallel: { states: [{ name: "C" }] } }],
  });
  assertEquals(initialOf(state)?.name, "C");
});

Deno.test("outlineOf() names delays and all events of a transition", () => {
  const { transitions } = outlineOf({
    name: "A",
    transitions: [
      { after: 500, nextState: "B" },
      { after: "wait * 2", nextState: "B" },
      { event: "a", events: ["b", "*"], nextState: "B" },
      { nextState: "B" },
    ],
  });
  assertEquals(transitions.map(({ event }) => event), ["after 500 ms", "after wait * 2", "a / b / *", ""]);
});
