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
