import type { Severity } from "@loom/protocol";
import { didYouMean } from "@loom/protocol";
import type { Survey } from "./survey.ts";
import type { Visitor } from "./sites.ts";

/** A remark of a rule at one place. */
export interface Remark {
  /** One sentence: what is wrong and what to do. */
  readonly message: string;
  /** The name of the element it is about. */
  readonly element?: string;
  /** JSON pointer to the offending value. */
  readonly path: string;
}

/** Takes what a rule finds. */
export type Report = (remark: Remark) => void;

/** One rule of the validator. */
export interface Rule {
  /** Its stable id. */
  readonly id: string;
  /** The severity of its findings. */
  readonly severity: Severity;
  /** Its subject, in a few words. */
  readonly title: string;
  /** When it fires and what to do then. */
  readonly explanation: string;
  /**
   * Looks over a definition as a whole, or gives a visitor that looks at its parts one by one. The remarks may come
   * in any order.
   */
  readonly check: (survey: Survey, report: Report) => Visitor | void;
}

/** Limit of different words that get a suggestion: each one is compared with every candidate. */
const MOST_SUGGESTIONS = 20;

/** Gives `didYouMean` for words against the same candidates, with a bound on the work. */
export function suggester(candidates: () => Iterable<string>): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    let hint = known.get(word);
    if (hint === undefined) {
      hint = known.size < MOST_SUGGESTIONS ? didYouMean(word, candidates()) : "";
      known.set(word, hint);
    }
    return hint;
  };
}
