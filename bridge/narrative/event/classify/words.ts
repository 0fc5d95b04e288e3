import type { Facts } from "../../types.ts";
import type { WordMatch } from "./rules.ts";

/** A value that a word in the event decided, and that word. */
export interface WordHit<Value extends string = string> {
  /** The value. */
  readonly value: Value;
  /** The word; `null` when none was found. */
  readonly word: string | null;
  /** Title or label with the word; `null` when none was found. */
  readonly text: string | null;
}

/** Urgency of an event. */
export type Priority = "CRITICAL" | "HIGH" | "NORMAL";
/** Area that an event affects. */
export type ImpactArea = "API" | "UI" | "DATABASE" | "GENERAL";
/** Long-term impact of an event. */
export type SevenGenerationImpact = "HIGH" | "MODERATE";

type Row<Value> = readonly [word: string, value: Value];

const PRIORITIES: readonly Row<Priority>[] = [["critical", "CRITICAL"], ["high", "HIGH"]];
const AREAS: readonly Row<ImpactArea>[] = [
  ["api", "API"],
  ["ui", "UI"],
  ["frontend", "UI"],
  ["database", "DATABASE"],
  ["db", "DATABASE"],
];
const LASTING: readonly Row<SevenGenerationImpact>[] = [
  ["architecture", "HIGH"],
  ["design", "HIGH"],
  ["foundation", "HIGH"],
];

/** Urgency of an event, by the names of its issue's labels. */
export function priorityOf({ issue }: Facts, match: WordMatch): WordHit<Priority> {
  return firstHit(PRIORITIES, issue?.labels ?? [], match) ?? noHit("NORMAL");
}

/** Area that an event affects, by the title of its issue, else of its request. */
export function impactAreaOf({ issue, pull_request }: Facts, match: WordMatch): WordHit<ImpactArea> {
  return firstHit(AREAS, [issue?.title || pull_request?.title || ""], match) ?? noHit("GENERAL");
}

/** Long-term impact of an event, by the title of its issue. */
export function sevenGenerationImpactOf({ issue }: Facts, match: WordMatch): WordHit<SevenGenerationImpact> {
  return firstHit(LASTING, [issue?.title ?? ""], match) ?? noHit("MODERATE");
}

function noHit<Value extends string>(value: Value): WordHit<Value> {
  return { value, word: null, text: null };
}

/** The first row whose word is in one of the texts: the order of the rows counts, not that of the texts. */
function firstHit<Value extends string>(
  rows: readonly Row<Value>[],
  texts: readonly string[],
  match: WordMatch,
): WordHit<Value> | undefined {
  if (texts.length === 0) return undefined;
  const lowered = texts.map((text) => text.toLowerCase());
  for (const [word, value] of rows) {
    const at = lowered.findIndex((text) => has(text, word, match));
    if (at >= 0) return { value, word, text: texts[at] ?? null };
  }
  return undefined;
}

function has(text: string, word: string, match: WordMatch): boolean {
  if (match === "substring") return text.includes(word);
  return text.split(/[^\p{L}\p{N}]+/u).includes(word);
}
