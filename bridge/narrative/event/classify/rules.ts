import type { Act, Universe } from "../../types.ts";
import { sha256 } from "../../sha256.ts";

/** A row of the story view's table. */
export interface StoryRow {
  /** Function of the event in the story. */
  readonly intent: string;
  /** The act that it belongs to. */
  readonly act: Act;
}

/** Search mode for words in titles and label names: anywhere, or whole words. */
export type WordMatch = "substring" | "word";

/** Classification rules. */
export interface Rules {
  /** Intents of the engineer's view by key. */
  readonly engineer: ReadonlyMap<string, string>;
  /** Intents of the ceremony's view by key. */
  readonly ceremony: ReadonlyMap<string, string>;
  /** Intents of the story's view by key, with their acts. */
  readonly story_engine: ReadonlyMap<string, StoryRow>;
  /** Confidence of each view. */
  readonly confidence: Readonly<Record<Universe, number>>;
  /** The flows that each view would start. */
  readonly flows: Readonly<Record<Universe, readonly string[]>>;
  /** Search mode for words. */
  readonly match: WordMatch;
  /** The SHA-256 of the rules, in hexadecimal: it changes when they do. */
  readonly sha256: string;
}

/** Intent of each view for events without a row in its table. */
export const DEFAULT_INTENTS = {
  engineer: "unknown",
  ceremony: "acknowledgment",
  story_engine: "beat",
} as const;

/** Act of functions without an act of their own. */
export const DEFAULT_ACT: Act = 2;

/** The acts of the functions that are known, those of other analysers included. */
const ACTS: ReadonlyMap<string, Act> = new Map<string, Act>([
  ["inciting_incident", 1],
  ["rising_action", 2],
  ["turning_point", 2],
  ["complication", 2],
  ["crisis", 2],
  ["climax", 3],
  ["resolution", 3],
  ["denouement", 3],
  ["beat", 2],
]);

/** The act to which a function belongs; 2 for one that is not known. */
export function actOfFunction(intent: string): Act {
  return ACTS.get(intent.trim().toLowerCase()) ?? DEFAULT_ACT;
}

/** The SHA-256 of what rules say, in whatever order they say it. */
export function rulesHash(
  { engineer, ceremony, story_engine, confidence, flows, match }: Omit<Rules, "sha256">,
): string {
  return sha256(JSON.stringify([
    rows(engineer),
    rows(ceremony),
    rows(story_engine).map(([key, { intent, act }]) => [key, intent, act]),
    [confidence.engineer, confidence.ceremony, confidence.story_engine],
    [flows.engineer, flows.ceremony, flows.story_engine],
    match,
  ]));
}

function rows<Value>(table: ReadonlyMap<string, Value>): [string, Value][] {
  return [...table].sort(([a], [b]) => a < b ? -1 : 1);
}

const ENGINEER: readonly [key: string, intent: string][] = [
  ["issues.opened", "feature_request"],
  ["issues.closed", "task_complete"],
  ["push", "code_change"],
  ["pull_request.opened", "review_request"],
  ["pull_request.merged", "integration_complete"],
];

const CEREMONY: readonly [key: string, intent: string][] = [
  ["issues.opened", "co_creation"],
  ["issues.labeled", "intentional_marking"],
  ["issue_comment", "dialogue"],
  ["pull_request", "offering"],
];

const STORY: readonly [key: string, intent: string][] = [
  ["issues.opened", "inciting_incident"],
  ["issues.labeled", "rising_action"],
  ["issues.closed", "resolution"],
  ["pull_request.opened", "turning_point"],
  ["pull_request.merged", "climax"],
];

/** The rules that hold where no file gives others. */
export const BUILT_IN_RULES: Rules = withHash({
  engineer: new Map(ENGINEER),
  ceremony: new Map(CEREMONY),
  story_engine: new Map(STORY.map(([key, intent]) => [key, storyRow(intent)])),
  confidence: { engineer: 0.8, ceremony: 0.7, story_engine: 0.85 },
  flows: {
    engineer: ["tech_analyzer", "spec_writer", "api_designer"],
    ceremony: ["relational_auditor", "sacred_pause", "ke_mapper"],
    story_engine: ["narrative_analyzer", "arc_tracker", "beat_generator"],
  },
  match: "substring",
});

function storyRow(intent: string): StoryRow {
  return { intent, act: actOfFunction(intent) };
}

function withHash(rules: Omit<Rules, "sha256">): Rules {
  return { ...rules, sha256: rulesHash(rules) };
}
