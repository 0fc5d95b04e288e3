import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { enrich } from "../model.ts";
import { Machine } from "../machine/machine.ts";
import { machine } from "./testing.ts";
import { validate } from "./validate.ts";

const to = (nextState: string, more: object = {}) => ({ transitions: [{ nextState, ...more }] });

/** The loops that W115 finds, as their names. */
function loopsIn(...states: object[]): string[] {
  return validate(enrich(machine({ states })))
    .filter(({ ruleId }) => ruleId === "W115")
    .map(({ message }) => message.replace(/^.*end: (.*): give.*$/, "$1").replaceAll('"', ""));
}

Deno.test("W115 names the states of a loop, which run meets at once", () => {
  const states = [{ name: "A", ...to("B") }, { name: "B", ...to("C") }, { name: "C", ...to("B") }];
  assertEquals(loopsIn(...states), ["B → C → B"]);
  const warnings = validate(enrich(machine({ states }))).map(({ ruleId }) => ruleId);
  assertEquals(warnings.includes("W114"), false);
  const error = assertThrows(() => new Machine(machine({ states })), Error, "1000");
  assertStringIncludes(error.message, "B");
});

Deno.test("W115 follows composites to the leaf that they begin with", () => {
  const states = [
    { name: "A", ...to("C") },
    { name: "C", states: [{ name: "C1", ...to("C2") }, { name: "C2" }], ...to("A") },
  ];
  assertEquals(loopsIn(...states), ["A → C1 → C2 → A"]);
});

Deno.test("W115 finds a composite that leads to its own child", () => {
  assertEquals(loopsIn({ name: "C", ...to("C1"), states: [{ name: "C1" }] }), ["C1 → C1"]);
});

Deno.test("W115 passes over loops with a guard, an event, a final state or regions", () => {
  assertEquals(loopsIn({ name: "A", ...to("B") }, { name: "B", ...to("A", { condition: "x" }) }), []);
  assertEquals(loopsIn({ name: "A", ...to("B") }, { name: "B", ...to("A", { event: "go" }) }), []);
  assertEquals(loopsIn({ name: "A", ...to("B") }, { name: "B", kind: "final", ...to("A") }), []);
  assertEquals(
    loopsIn({ name: "A", ...to("P") }, {
      name: "P",
      ...to("A"),
      parallel: { states: [{ name: "R", states: [] }] },
    }),
    [],
  );
});

Deno.test("W115 leaves a transition to its own state to W114", () => {
  assertEquals(loopsIn({ name: "A", ...to("A") }), []);
});

Deno.test("W115 names the first states of a long loop", () => {
  const states = Array.from(
    { length: 20 },
    (_, index) => ({ name: `S${index}`, ...to(`S${(index + 1) % 20}`) }),
  );
  assertEquals(loopsIn(...states), ["S0 → S1 → S2 → S3 → S4 → S5 → S6 → S7 → … (20 states)"]);
});
