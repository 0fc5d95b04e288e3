import { type Character, characterOf, type FontWeight, kerningBetween } from "./character.ts";
import { graphemesOf } from "./terminal_text.ts";

/**
 * The `font-family` of all text in pictures: Inter, in which it is measured, and fallbacks. A PNG contains its
 * letters. It needs no escaping in an attribute.
 */
export const FONT_STACK: string =
  "Inter, ui-sans-serif, system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif";

/** Ligatures of Inter that are wider or narrower than the characters they replace. */
const DRAWN_AS: readonly { readonly written: RegExp; readonly sign: string }[] = [
  // An x between numbers.
  { written: /(?<=\d ?)x(?= ?\d)/g, sign: "×" },
  // An arrow of two characters that is no part of a longer one.
  { written: /(?<![-=<>|~])[-=]>(?![-=>|])/g, sign: "→" },
  // The end of an arrow with a long shaft.
  { written: /<---|--->/g, sign: "⟶⟶" },
];

/**
 * The width of a line of text as Inter draws it, from tables: the same everywhere, without a font and without a screen.
 * Of Latin, Greek and Cyrillic text it is seldom more than a hundredth away from what is drawn, and never more than
 * that below. Of characters that Inter does not have, the width is a cautious guess.
 *
 * @param text one line; tabs and line breaks count as spaces
 * @param size the font size, in the unit of the result
 * @param weight 400, 500 or 600
 *
 * @example
 * ```ts
 * import { measureText } from "@loom/protocol";
 * import { assert } from "@std/assert";
 * assert(measureText("Waiting", 14, 600) > measureText("Waiting", 14, 400));
 * ```
 */
export function measureText(text: string, size: number, weight: FontWeight): number {
  let width = 0;
  let before: Character | undefined;
  for (const letter of DRAWN_AS.reduce((line, { written, sign }) => line.replace(written, sign), text)) {
    const character = characterOf(letter);
    width += character.widths[weight] + (before === undefined ? 0 : kerningBetween(before, character));
    before = character;
  }
  return width * size / 1000;
}

/** True of a text that Inter has all letters of, so that its measured width is the width that is drawn. */
export function isMeasured(text: string): boolean {
  for (const letter of text) {
    const { isGuess, widths } = characterOf(letter);
    if (isGuess && widths[400] > 0) return false;
  }
  return true;
}

const ELLIPSIS = "…";

/**
 * Shortens a line of text to a width and marks the cut with `…`. Whole graphemes are removed: no accent and no
 * half of a surrogate pair is left alone.
 *
 * @param text one line
 * @param size the font size, in the unit of `width`
 * @param weight 400, 500 or 600
 * @param width the largest width of the result; `""` where not even `…` fits
 *
 * @example
 * ```ts
 * import { fitText } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(fitText("Waiting for tea", 14, 600, 70), "Waiting…");
 * ```
 */
export function fitText(text: string, size: number, weight: FontWeight, width: number): string {
  const fits = (line: string) => measureText(line, size, weight) <= width;
  if (fits(text)) return text;
  if (!fits(ELLIPSIS)) return "";
  const graphemes = graphemesOf(text);
  const shortened = (count: number) => graphemes.slice(0, count).join("").trimEnd() + ELLIPSIS;
  // Between these two counts of characters lies the most that fits.
  let fitting = 0;
  let tooMany = graphemes.length;
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1;
    if (fits(shortened(middle))) fitting = middle;
    else tooMany = middle;
  }
  return shortened(fitting);
}
