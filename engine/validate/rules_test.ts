import { assertEquals } from "@std/assert";
import { findingsOf } from "./testing.ts";
import { FATAL_RULES } from "./fatal_rules.ts";
import { RULES } from "./rules.ts";
import { RULE_FIXTURES } from "./testing/rule_fixtures.ts";

for (const { id, title } of RULES) {
  Deno.test(`${id} (${title}) is the only finding in its smallest document`, () => {
    assertEquals(findingsOf(RULE_FIXTURES[id]?.dirty), [RULE_FIXTURES[id]?.finding]);
  });

  Deno.test(`${id} (${title}) is gone in the clean twin`, () => {
    assertEquals(findingsOf(RULE_FIXTURES[id]?.clean), []);
  });
}

Deno.test("RULES are numbered in order, V before W, each once", () => {
  const ids = RULES.map((rule) => rule.id);
  assertEquals(ids, [...new Set(ids)].sort());
});

Deno.test("RULES are errors where a document is invalid, else warnings", () => {
  const errors = RULES.filter((rule) => rule.severity === "error").map((rule) => rule.id);
  assertEquals(errors, ["V001", "V002", "V003", "V004", "V005", "V006", "V014"]);
});

Deno.test("FATAL_RULES are rules", () => {
  assertEquals(FATAL_RULES.filter((rule) => !RULES.includes(rule)), []);
});
