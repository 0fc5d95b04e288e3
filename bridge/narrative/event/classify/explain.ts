import type { Facts, Universe } from "../../types.ts";
import { BUILT_IN_RULES, DEFAULT_INTENTS, type Rules } from "./rules.ts";
import { findRow } from "./classify.ts";
import { impactAreaOf, priorityOf, sevenGenerationImpactOf, type WordHit } from "./words.ts";

/** The origin of an intent. */
export interface IntentReason {
  /** The intent. */
  readonly intent: string;
  /** The key of the row that gave it; `null` for the default. */
  readonly row: string | null;
}

/** Why an event is read as it is. */
export interface Explanation {
  /** Lookup key. */
  readonly key: string;
  /** Origin of each view's intent. */
  readonly intents: Readonly<Record<Universe, IntentReason>>;
  /** Words that decided the rest. */
  readonly words: {
    /** In the names of labels. */
    readonly priority: WordHit;
    /** In the title. */
    readonly impact_area: WordHit;
    /** In the title. */
    readonly seven_generation_impact: WordHit;
  };
}

/** Explains the result of `classify`. */
export function explain(facts: Facts, rules: Rules = BUILT_IN_RULES): Explanation {
  const { key } = facts;
  const story = findRow(rules.story_engine, key);
  return {
    key,
    intents: {
      engineer: reason(findRow(rules.engineer, key), DEFAULT_INTENTS.engineer),
      ceremony: reason(findRow(rules.ceremony, key), DEFAULT_INTENTS.ceremony),
      story_engine: reason(story && { key: story.key, row: story.row.intent }, DEFAULT_INTENTS.story_engine),
    },
    words: {
      priority: priorityOf(facts, rules.match),
      impact_area: impactAreaOf(facts, rules.match),
      seven_generation_impact: sevenGenerationImpactOf(facts, rules.match),
    },
  };
}

function reason(
  found: { readonly key: string; readonly row: string } | undefined,
  otherwise: string,
): IntentReason {
  return found === undefined ? { intent: otherwise, row: null } : { intent: found.row, row: found.key };
}
