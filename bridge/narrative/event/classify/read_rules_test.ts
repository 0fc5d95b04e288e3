import { LoomError } from "@loom/protocol";
import { assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { NarrativeError } from "../../narrative_error.ts";
import { BUILT_IN_RULES } from "./rules.ts";
import { readRules } from "./read_rules.ts";

Deno.test("readRules() changes nothing when nothing is said", () => {
  assertEquals(readRules("{}"), BUILT_IN_RULES);
});

Deno.test("readRules() lays what is said over the built-in rules", () => {
  const rules = readRules(JSON.stringify({
    engineer: { " Release.Published ": "delivery" },
    story_engine: { "release": { intent: "climax", act: 2 }, "fork": "crisis", "star": "applause" },
    confidence: { engineer: 1 },
    flows: { ceremony: ["sit_down"] },
  }));
  assertEquals(rules.engineer.get("release.published"), "delivery");
  assertEquals(rules.engineer.get("push"), "code_change");
  assertEquals(rules.story_engine.get("release"), { intent: "climax", act: 2 });
  assertEquals(rules.story_engine.get("fork"), { intent: "crisis", act: 2 });
  assertEquals(rules.story_engine.get("star"), { intent: "applause", act: 2 });
  assertEquals(rules.confidence, { engineer: 1, ceremony: 0.7, story_engine: 0.85 });
  assertEquals(rules.flows.ceremony, ["sit_down"]);
  assertEquals(BUILT_IN_RULES.engineer.has("release.published"), false);
});

Deno.test("readRules() hashes what the rules say, not how they are written", () => {
  const a = readRules('{"engineer": {"a": "x", "b": "y"}}');
  assertEquals(readRules('{ "engineer": {"b":"y","a":"x"} }').sha256, a.sha256);
  assertNotEquals(readRules('{"engineer": {"a": "x", "b": "z"}}').sha256, a.sha256);
  assertNotEquals(readRules('{"match": "word"}').sha256, BUILT_IN_RULES.sha256);
  assertEquals(/^[0-9a-f]{64}$/.test(a.sha256), true);
});

for (
  const [text, field] of [
    ["[]", ""],
    ['{"enginer": {}}', "enginer"],
    ['{"engineer": []}', "engineer"],
    ['{"engineer": {"a": 1}}', "engineer.a"],
    ['{"ceremony": {"a": " "}}', "ceremony.a"],
    ['{"story_engine": {"a": {"act": 1}}}', "story_engine.a.intent"],
    ['{"story_engine": {"a": {"intent": "x", "act": 4}}}', "story_engine.a.act"],
    ['{"confidence": {"engineer": 2}}', "confidence.engineer"],
    ['{"confidence": {"moon": 1}}', "confidence.moon"],
    ['{"flows": {"engineer": "x"}}', "flows.engineer"],
    ['{"match": "regex"}', "match"],
  ] as const
) {
  Deno.test(`readRules() refuses ${text}`, () => {
    const error = assertThrows(() => readRules(text), NarrativeError);
    assertEquals([error.code, error.field], ["invalid_rules", field]);
    assertEquals(/^Cannot read the rules: [^\n]+\.$/.test(error.message), true, error.message);
  });
}

Deno.test("readRules() says where a text is no JSON", () => {
  assertThrows(() => readRules("{"), LoomError);
});
