import { collectStateNames, nearest, triggerIds } from "@loom/protocol";
import type { Completer } from "../server/parts.ts";

/**
 * Completions of a word, the likeliest first: words that begin with it as it is written, then in upper or
 * lower case, then those with a part that begins with it (`bank` for `AskingBank` and `wait_for_bank`). Where there is none, the
 * one that it may be a misspelling of.
 *
 * @param begun What is there; every word fits nothing.
 * @param words What there is, in its order; a repeated one counts once.
 */
export function completeWord(begun: string, words: Iterable<string>): string[] {
  const all = [...new Set(words)];
  if (begun === "") return all;
  const folded = begun.toLowerCase();
  const tiers: readonly ((word: string) => boolean)[] = [
    (word) => word.startsWith(begun),
    (word) => word.toLowerCase().startsWith(folded),
    (word) => partsOf(word).some((part) => part.startsWith(folded)),
  ];
  const fitting = new Set(tiers.flatMap((fits) => all.filter(fits)));
  if (fitting.size > 0) return [...fitting];
  const near = nearest(begun, all);
  return near === undefined ? [] : [near];
}

/** The words that a name is made of, each with all that follows it, in lower case. */
function partsOf(name: string): string[] {
  const starts = name.matchAll(/\p{Lu}(?=\p{Ll})|(?<=\p{Ll})\p{Lu}|(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu);
  return Array.from(starts, ({ index }) => name.slice(index).toLowerCase());
}

/** Completes the name of a state of the active document. */
export const stateNames: Completer = async (begun, _others, session) => {
  const { machine } = await session.readMachine();
  return completeWord(begun, collectStateNames(machine.state));
};

/** Completes the id of an event or a timer of the active document. */
export const eventNames: Completer = async (begun, _others, session) => {
  const { machine } = await session.readMachine();
  return completeWord(begun, triggerIds(machine));
};
