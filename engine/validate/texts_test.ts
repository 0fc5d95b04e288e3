import { assertEquals, assertStringIncludes } from "@std/assert";
import { enrich } from "../model.ts";
import { findingsOf, machine, pair } from "./testing.ts";
import { validate } from "./validate.ts";

function textFindings(definition: unknown): string[] {
  return findingsOf(definition).filter((finding) => finding.startsWith("W106"));
}

const guarded = (condition: unknown) =>
  machine({ states: pair({ transitions: [{ event: "go", nextState: "B", condition }] }) });
const acting = (...actions: unknown[]) => machine({ onExit: { actions }, states: pair() });

for (const condition of ["a and b", "a && !b", "x not in ['a']", " ", true, 5]) {
  Deno.test(`W106 passes over the guard ${JSON.stringify(condition)}`, () => {
    assertEquals(textFindings(guarded(condition)), []);
  });
}

for (const condition of ["a +", "a = 1", "if x", "f("]) {
  Deno.test(`W106 finds the guard ${JSON.stringify(condition)}`, () => {
    assertEquals(textFindings(guarded(condition)), ["W106 A /state/states/0/transitions/0/condition"]);
  });
}

Deno.test("W106 finds actions that do not parse, as objects and as plain text", () => {
  assertEquals(textFindings(acting({ code: "f()" }, { code: "f(" }, "g(")), [
    "W106 Root /state/onExit/actions/1/code",
    "W106 Root /state/onExit/actions/2",
  ]);
});

Deno.test("W106 passes over code that does not count", () => {
  assertEquals(textFindings(acting({ code: 5, timerStop: "T" }, { raise: "go", code: "" })), []);
});

Deno.test("W106 carries the parser's sentence", () => {
  const finding = validate(enrich(guarded("a +"))).find(({ ruleId }) => ruleId === "W106");
  assertStringIncludes(finding?.message ?? "", 'A guard of "A" does not parse and never passes.');
  assertStringIncludes(finding?.message ?? "", "at character");
});

Deno.test("rules look at the actions inside others", () => {
  const nested = [{
    if: {
      condition: "a +",
      then: [{ raise: "nope" }, {
        forEach: { list: "x", item: "i", actions: [{ code: "b =" }, { timerStop: "T" }] },
      }],
      else: [{ send: { event: "gone", delay: "-5" } }, { assign: { target: "x", value: "(" } }, { log: "(" }],
    },
  }];
  assertEquals(
    findingsOf(acting(...nested)).toSorted(),
    [
      "W106 Root /state/onExit/actions/0/if/condition",
      "V005 Root /state/onExit/actions/0/if/then/0/raise",
      "W106 Root /state/onExit/actions/0/if/then/1/forEach/actions/0/code",
      "V014 Root /state/onExit/actions/0/if/then/1/forEach/actions/1/timerStop",
      "V005 Root /state/onExit/actions/0/if/else/0/send/event",
      "W114 Root /state/onExit/actions/0/if/else/0/send/delay",
      "W106 Root /state/onExit/actions/0/if/else/1/assign/value",
      "W106 Root /state/onExit/actions/0/if/else/2/log",
    ].toSorted(),
  );
});

Deno.test("rules know further events, wildcards, delays and further targets", () => {
  const ways = [
    { event: "go", events: ["nope"], nextState: "B", condition: "x" },
    { events: ["go.*", "*"], nextState: "A" },
    { after: 500, nextState: "B" },
    { event: "go", nextState: "A", nextStates: ["Lost"], condition: "y" },
  ];
  assertEquals(findingsOf(machine({ states: pair({ transitions: ways }) })), [
    "V005 A /state/states/0/transitions/0/events/0",
    "V006 A /state/states/0/transitions/3/nextStates/0",
  ]);
});
