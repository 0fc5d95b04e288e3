import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { initialOf, outlineOf, readTriggerText, triggerText } from "./outline.ts";

Deno.test("outlineOf() gives every member of an empty state", () => {
  const empty = {
    name: "",
    kind: "normal",
    deep: false,
    notes: "",
    initial: "",
    entry: [],
    exit: [],
    work: [],
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
  assertEquals(transitions, [
    { event: "go", events: ["go"], delay: undefined, target: "", further: [], guard: "", actions: [] },
  ]);
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
  assertEquals(transitions.map(({ event }) => event), ["after 500ms", "after wait * 2", "a / b / *", ""]);
});

Deno.test("outlineOf() has the targets of a transition, and the work of a state", () => {
  const { transitions, work } = outlineOf({
    transitions: [{ nextState: "B", nextStates: ["C", "B", "D"] }, { nextStates: ["C"] }],
    invoke: [{ id: "pay", task: "pay" }, { id: "ship", machine: "ship.smdf.json" }, { id: "none" }, {}],
  });
  assertEquals(transitions.map(({ target, further }) => [target, ...further]), [["B", "C", "D"], ["C"]]);
  assertEquals(work, ["pay", "ship: ship.smdf.json", "none"]);
});

Deno.test("outlineOf() reads structured actions", () => {
  const { entry } = outlineOf({
    onEntry: {
      actions: [
        { assign: { target: "sum", value: "1" } },
        { if: { condition: "x", then: [{ raise: "go" }], else: ["f()"] } },
        { forEach: { list: "items", item: "one", actions: [{ log: "one" }] } },
        { send: { event: "stop", to: "pay", delay: 500 } },
        { cancel: "reminder" },
      ],
    },
  });
  assertEquals(entry, [
    "sum = 1",
    "if x { raise go } else { f() }",
    "for one in items { log one }",
    "send stop to pay after 500",
    "cancel reminder",
  ]);
});

Deno.test("readTriggerText() reads what triggerText() writes", () => {
  const id = fc.stringMatching(/^[a-z*][\w.*]{0,8}$/).filter((text) => text !== "after");
  const trigger = fc.oneof(
    fc.record({ event: id }),
    fc.record({ event: id, events: fc.array(id, { minLength: 1, maxLength: 3 }) }),
    fc.record({ after: fc.nat() }),
    fc.record({ after: fc.constantFrom("limit", "limit * 2", "payload.wait + 1") }),
    fc.constant({}),
  );
  fc.assert(fc.property(trigger, (trigger) => assertEquals(readTriggerText(triggerText(trigger)), trigger)), {
    seed: 5,
  });
});
