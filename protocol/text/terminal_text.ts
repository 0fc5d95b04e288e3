/** Characters that take two columns in a terminal: East Asian wide and full-width forms (Unicode TR 11). */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u4DBF\u4E00-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{17000}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\uFE0F/u;
/** Combining marks, and characters that are not shown. */
const WIDTHLESS = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;
const ASCII = /^[\x20-\x7E]*$/;
const ELLIPSIS = "…";

let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as a reader counts them: each with the marks on it. */
export function graphemesOf(text: string): string[] {
  if (ASCII.test(text)) return text.split("");
  // Made with the first text that needs it: that takes 10 to 20 ms, which programs would spend at their start.
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/**
 * The number of terminal columns a line takes: two for East Asian wide characters and emoji, none for
 * combining marks.
 *
 * @example
 * ```ts
 * import { displayWidth } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals([displayWidth("tea"), displayWidth("お茶"), displayWidth("e\u0301")], [3, 4, 1]);
 * ```
 */
export function displayWidth(line: string): number {
  if (ASCII.test(line)) return line.length;
  let width = 0;
  for (const grapheme of graphemesOf(line)) width += graphemeWidth(grapheme);
  return width;
}

/**
 * Shortens a line to at most `columns` terminal columns; what is left out is marked with `…`.
 *
 * @example
 * ```ts
 * import { elide } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(elide("Waiting for tea", 8), "Waiting…");
 * ```
 */
export function elide(line: string, columns: number): string {
  if (displayWidth(line) <= columns) return line;
  let kept = "";
  let width = 0;
  for (const grapheme of graphemesOf(line)) {
    width += graphemeWidth(grapheme);
    if (width > columns - 1) break;
    kept += grapheme;
  }
  return columns < 1 ? "" : kept + ELLIPSIS;
}

/**
 * Breaks a text into lines of at most `width` columns, between words.
 *
 * @param text Words with blanks between them.
 * @param width The columns; a longer word stands alone.
 *
 * @example
 * ```ts
 * import { wrapWords } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(wrapWords("Waiting for tea", 11), ["Waiting for", "tea"]);
 * ```
 */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

function graphemeWidth(grapheme: string): number {
  if (WIDTHLESS.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

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
