import type { JsonObject } from "@loom/protocol";
import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { factsOf } from "../facts.ts";
import { NarrativeError } from "../../narrative_error.ts";
import { classify } from "./classify.ts";
import { repairAnalysis } from "./repair_analysis.ts";

const whole = () => classify(factsOf({ event_type: "issues.opened", payload: {} }));
const bare = (changes: JsonObject = {}): JsonObject => ({
  engineer: { intent: "a" },
  ceremony: { intent: "b" },
  story_engine: { intent: "climax" },
  ...changes,
});

Deno.test("repairAnalysis() leaves a whole analysis as it is", () => {
  for (const type of ["issues.opened", "push", "pull_request.merged"]) {
    const analysis = classify(factsOf({ event_type: type, payload: {} }));
    assertEquals(repairAnalysis(structuredClone(analysis)), analysis);
  }
});

Deno.test("repairAnalysis() fills in what is missing", () => {
  const { engineer, story_engine, lead_universe, coherence_score } = repairAnalysis(bare());
  assertEquals(engineer, {
    intent: "a",
    confidence: 0.8,
    suggested_flows: ["tech_analyzer", "spec_writer", "api_designer"],
    context: {},
  });
  assertEquals(story_engine.context, { act: 3 });
  assertEquals([lead_universe, coherence_score], ["story_engine", 0.7833333333333333]);
});

Deno.test("repairAnalysis() finds the act by the intent unless it is 1, 2 or 3", () => {
  const act = (intent: string, given?: JsonObject["x"]) =>
    repairAnalysis(bare({ story_engine: { intent, context: given === undefined ? {} : { act: given } } }))
      .story_engine.context.act;
  assertEquals(
    ["inciting_incident", "rising_action", "turning_point", "climax", "resolution", "beat"].map((intent) =>
      act(intent)
    ),
    [1, 2, 2, 3, 3, 2],
  );
  assertEquals(["complication", "crisis", "denouement", "moonrise", "CLIMAX"].map((intent) => act(intent)), [
    2,
    2,
    3,
    2,
    3,
  ]);
  assertEquals([1, 2, 3].map((given) => act("climax", given)), [1, 2, 3]);
  assertEquals([0, 4, 1.5, "1", null, true].map((given) => act("climax", given)), [3, 3, 3, 3, 3, 3]);
});

Deno.test("repairAnalysis() finds the lead by the confidences when it is none of the three", () => {
  const engineer = { intent: "a", confidence: 0.9 };
  const lead = (changes: JsonObject) => repairAnalysis(bare({ engineer, ...changes })).lead_universe;
  assertEquals(lead({ lead_universe: "moon" }), "engineer");
  assertEquals(lead({ lead_universe: 7 }), "engineer");
  assertEquals(lead({ lead_universe: "ceremony" }), "ceremony");
});

Deno.test("repairAnalysis() keeps the score within its bounds", () => {
  const score = (coherence_score: JsonObject["x"]) =>
    repairAnalysis(bare({ coherence_score: coherence_score ?? null })).coherence_score;
  assertEquals([2, -1, 0.3, 0, "0.5", null].map(score), [
    1,
    0,
    0.3,
    0,
    0.7833333333333333,
    0.7833333333333333,
  ]);
  assertEquals(repairAnalysis({ ...whole(), coherence_score: NaN }).coherence_score, 0.7833333333333333);
});

Deno.test("repairAnalysis() reads the spellings of neighbouring analysers", () => {
  const { engineer, ceremony, story_engine } = whole();
  const { suggested_flows, ...rest } = engineer;
  for (const name of ["leadUniverse", "leadPerspective", "lead_perspective", "lead_universe"]) {
    const repaired = repairAnalysis({
      engineer: { ...rest, suggestedFlows: ["x", 7] },
      ceremony,
      storyEngine: story_engine,
      [name]: "ceremony-world",
      coherenceScore: 0.25,
    });
    assertEquals(repaired, {
      engineer: { ...engineer, suggested_flows: ["x"] },
      ceremony,
      story_engine,
      lead_universe: "ceremony",
      coherence_score: 0.25,
    });
  }
  assertEquals(suggested_flows.length, 3);
});

for (
  const [given, field] of [
    [undefined, "analysis"],
    [null, "analysis"],
    [[], "analysis"],
    [{}, "analysis.story_engine"],
    [bare({ engineer: "x" }), "analysis.engineer"],
    [bare({ ceremony: {} }), "analysis.ceremony.intent"],
    [bare({ story_engine: { intent: 7 } }), "analysis.story_engine.intent"],
    [JSON.parse('{"__proto__": {"engineer": {"intent": "a"}}}'), "analysis.story_engine"],
  ] as const
) {
  Deno.test(`repairAnalysis() refuses ${JSON.stringify(given)}`, () => {
    const error = assertThrows(() => repairAnalysis(given), NarrativeError);
    assertEquals([error.code, error.field], ["invalid_field", field]);
  });
}

Deno.test("repairAnalysis() repairs nothing that it repaired", () => {
  const view = fc.record({ intent: fc.string(), confidence: fc.double(), context: fc.object() });
  fc.assert(
    fc.property(
      view,
      view,
      view,
      fc.anything(),
      fc.anything(),
      (engineer, ceremony, story_engine, lead, score) => {
        const given = { engineer, ceremony, story_engine, lead_universe: lead, coherence_score: score };
        const once = repairAnalysis(given);
        assertEquals(repairAnalysis(once), once);
      },
    ),
    { seed: 6, numRuns: 50 },
  );
});

Deno.test("repairAnalysis() takes any text for an intent, and as much of it as is kept", () => {
  const { engineer } = repairAnalysis(bare({ engineer: { intent: "ä".repeat(100_000) } }));
  assertEquals(engineer.intent, "ä".repeat(200));
});
