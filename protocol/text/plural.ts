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
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}
