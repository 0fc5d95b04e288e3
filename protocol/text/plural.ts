/**
 * The plural of an English word: `states`, `entities`.
 *
 * @example
 * ```ts
 * import { pluralOf } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(["state", "entity", "play"].map(pluralOf), ["states", "entities", "plays"]);
 * ```
 */
export function pluralOf(word: string): string {
  if (word === "data") return word;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** A number with its noun: `1 state`, `2 states`. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : pluralOf(noun)}`;
}
