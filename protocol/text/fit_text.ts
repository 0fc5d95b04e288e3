import type { FontWeight } from "./font.ts";
import { measureText } from "./measure_text.ts";

const ELLIPSIS = "…";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

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
  const ends = Array.from(segmenter.segment(text), ({ index }) => index);
  const shortened = (count: number) => text.slice(0, ends[count]).trimEnd() + ELLIPSIS;
  // Between these two counts of characters lies the most that fits.
  let fitting = 0;
  let tooMany = ends.length;
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1;
    if (fits(shortened(middle))) fitting = middle;
    else tooMany = middle;
  }
  return shortened(fitting);
}
