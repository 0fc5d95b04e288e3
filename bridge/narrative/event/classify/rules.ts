import type { Act, Universe } from "../../types.ts";

/** A row of the story view's table. */
export interface StoryRow {
  /** What the event does for the story. */
  readonly intent: string;
  /** The act that it belongs to. */
  readonly act: Act;
}

/** How words are looked for in titles and names of labels: anywhere, or as whole words. */
export type WordMatch = "substring" | "word";

/** By what events are read. */
export interface Rules {
  /** Intents of the engineer's view by key. */
  readonly engineer: ReadonlyMap<string, string>;
  /** Intents of the ceremony's view by key. */
  readonly ceremony: ReadonlyMap<string, string>;
  /** Intents of the story's view by key, with their acts. */
  readonly story_engine: ReadonlyMap<string, StoryRow>;
  /** How sure each view is. */
  readonly confidence: Readonly<Record<Universe, number>>;
  /** The flows that each view would start. */
  readonly flows: Readonly<Record<Universe, readonly string[]>>;
  /** How words are looked for. */
  readonly match: WordMatch;
  /** The SHA-256 of the rules, in hexadecimal: it changes when they do. */
  readonly sha256: string;
}

/** What an event is for each view whose table has no row for it. */
export const DEFAULT_INTENTS = {
  engineer: "unknown",
  ceremony: "acknowledgment",
  story_engine: "beat",
} as const;

/** The act of an event whose function tells none. */
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
