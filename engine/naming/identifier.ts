/**
 * Which characters generated identifiers have. The table is written out, so that it is the same for every version of
 * either language and for both generators: ASCII, and letters of large alphabets that are single characters in every
 * case and that Python leaves as they are (it normalizes identifiers).
 *
 * @module
 */

/** Ranges of letters beyond ASCII. */
const LETTERS: readonly (readonly [first: number, last: number])[] = [
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x12f],
  [0x131, 0x131],
  [0x134, 0x13e],
  [0x141, 0x148],
  [0x14a, 0x17e],
  [0x386, 0x386],
  [0x388, 0x38a],
  [0x38c, 0x38c],
  [0x38e, 0x38f],
  [0x391, 0x3a1],
  [0x3a3, 0x3af],
  [0x3b1, 0x3ce],
  [0x400, 0x481],
  [0x48a, 0x52f],
  [0x5d0, 0x5ea],
  [0x620, 0x64a],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x4e00, 0x9fa5],
  [0xac00, 0xd7a3],
];

/**
 * The identifier that a text becomes: every character that no identifier has becomes `_`, several `_` at the
 * beginning become one (Python hides such names), and a text that begins with a digit gets a `_` in front. What would
 * be empty or `_` alone becomes `_0`, so that a number behind it does not make such a name again.
 *
 * @param text Any text.
 * @returns The text itself when it is an identifier already.
 *
 * @example
 * ```ts
 * import { identifierOf } from "@loom/engine/codegen";
 * import { assertEquals } from "@std/assert";
 * assertEquals(["door", "état", "price-update", "9 lives"].map(identifierOf), [
 *   "door",
 *   "état",
 *   "price_update",
 *   "_9_lives",
 * ]);
 * ```
 */
export function identifierOf(text: string): string {
  if (/^[A-Za-z][A-Za-z0-9_]*$/.test(text)) return text;
  let identifier = "";
  for (const character of text) identifier += isUsable(character) ? character : "_";
  identifier = identifier.replace(/^_+/, "_");
  if (identifier === "" || identifier === "_") return "_0";
  return /^[0-9]/.test(identifier) ? `_${identifier}` : identifier;
}

function isUsable(character: string): boolean {
  if (/^[A-Za-z0-9_]$/.test(character)) return true;
  const code = character.codePointAt(0) ?? 0;
  return LETTERS.some(([first, last]) => code >= first && code <= last);
}
