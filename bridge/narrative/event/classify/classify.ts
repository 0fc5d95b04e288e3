import { phaseOf } from "../../position.ts";
import type { Analysis, Facts, Perspective, StoryContext } from "../../types.ts";
import { BUILT_IN_RULES } from "./built_in_rules.ts";
import { coherenceOf, leadOf } from "./lead.ts";
import { rowsOf } from "./lookup_key.ts";
import { relationalImplications } from "./relations.ts";
import { DEFAULT_ACT, DEFAULT_INTENTS, type Rules } from "./rules.ts";
import { throughlineOf } from "./throughline.ts";
import { impactAreaOf, priorityOf, sevenGenerationImpactOf } from "./words.ts";

/**
 * Reads an event from three views.
 *
 * @param facts what is known of the event, from `factsOf`
 * @param rules by what it is read; without, by the built-in rules
 *
 * @example
 * ```ts
 * import { classify, factsOf } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * const analysis = classify(factsOf({ event_type: "issues", action: "opened", payload: {} }));
 * assertEquals(analysis.engineer.intent, "feature_request");
 * assertEquals(analysis.story_engine.context.act, 1);
 * ```
 */
export function classify(facts: Facts, rules: Rules = BUILT_IN_RULES): Analysis {
  const views = {
    engineer: engineerView(facts, rules),
    ceremony: ceremonyView(facts, rules),
    story_engine: storyView(facts, rules),
  };
  return { ...views, lead_universe: leadOf(views), coherence_score: coherenceOf(views) };
}

/** A row of a table, and the key under which it stands. */
export interface FoundRow<Row> {
  /** The key. */
  readonly key: string;
  /** The row. */
  readonly row: Row;
}

/** The row for a key: its own, else that of its type. */
export function findRow<Row>(table: ReadonlyMap<string, Row>, key: string): FoundRow<Row> | undefined {
  for (const candidate of rowsOf(key)) {
    const row = table.get(candidate);
    if (row !== undefined) return { key: candidate, row };
  }
  return undefined;
}

function engineerView(facts: Facts, { engineer, confidence, flows, match }: Rules): Perspective {
  return {
    intent: findRow(engineer, facts.key)?.row ?? DEFAULT_INTENTS.engineer,
    confidence: confidence.engineer,
    suggested_flows: [...flows.engineer],
    context: { priority: priorityOf(facts, match).value, impact_area: impactAreaOf(facts, match).value },
  };
}

function ceremonyView(facts: Facts, { ceremony, confidence, flows, match }: Rules): Perspective {
  const intent = findRow(ceremony, facts.key)?.row ?? DEFAULT_INTENTS.ceremony;
  return {
    intent,
    confidence: confidence.ceremony,
    suggested_flows: [...flows.ceremony],
    context: {
      seven_generation_impact: sevenGenerationImpactOf(facts, match).value,
      relational_implications: relationalImplications(intent, facts),
    },
  };
}

function storyView(facts: Facts, { story_engine, confidence, flows }: Rules): Perspective<StoryContext> {
  const { intent, act } = findRow(story_engine, facts.key)?.row ??
    { intent: DEFAULT_INTENTS.story_engine, act: DEFAULT_ACT };
  return {
    intent,
    confidence: confidence.story_engine,
    suggested_flows: [...flows.story_engine],
    context: { act, phase: phaseOf(act), throughline: throughlineOf(intent) },
  };
}
