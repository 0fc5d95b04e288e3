/** Line ends with the spaces around them. */
const LINE_END = /[ \t]*[\r\n\v\f\u0085\u2028\u2029]+\s*/g;
/** Characters that move a terminal's cursor or change the direction of writing. */
const UNSAFE = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\u061C]/gu;

/**
 * Makes one safe line of a text from a document: line ends become spaces, and control characters (which could
 * steer a terminal) and marks of writing direction become `\uFFFD`.
 *
 * @example
 * ```ts
 * import { oneLine } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(oneLine("a = 1\n  b = 2"), "a = 1 b = 2");
 * ```
 */
export function oneLine(text: string): string {
  return text.trim().replace(LINE_END, " ").replaceAll("\t", " ").replace(UNSAFE, "\uFFFD");
}
