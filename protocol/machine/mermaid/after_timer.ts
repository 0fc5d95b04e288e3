import type { OutlineState } from "../outline.ts";
import { durationText } from "../../duration.ts";

/** The words that the timer of an `after 5s` adds to the name of its state. */
function afterWords(duration: number): readonly [string, string] {
  return ["After", durationText(duration)];
}

/** A name made of that of an owner, in its spelling: `OpenFinal`, `is_open_final`, `My door final`. */
export function derivedName(owner: string, words: readonly string[]): string {
  if (owner === "") return words.join("");
  const isWord = /^\w+$/.test(owner);
  if (isWord && !owner.includes("_")) return owner + words.join("");
  return [owner, ...words.map((word) => word.toLowerCase())].join(isWord ? "_" : " ");
}

/**
 * The time after which an event comes to a state, where it is the timer that an import of `after 5s` makes: started
 * on entry, stopped on exit, named after both.
 */
export function afterOf(state: OutlineState, event: string): number | undefined {
  if (!state.exit.includes(`stop ${event}`)) return undefined;
  for (const text of state.entry) {
    const duration = text.startsWith(`start ${event} `) ? text.slice(`start ${event} `.length) : "";
    if (!/^\d{1,15}$/.test(duration)) continue;
    if (derivedName(state.name, afterWords(Number(duration))) === event) return Number(duration);
  }
  return undefined;
}
