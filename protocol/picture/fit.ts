import { LoomError } from "../error.ts";
import type { Fit } from "../layout/options.ts";

/** The width of the column that a README has on most sites, in units. */
const README_WIDTH = 830;
/** The ratios of an A4 page, upright and on its side. */
const A4 = [Math.SQRT1_2, Math.SQRT2];

const NAMED: Readonly<Record<string, Fit>> = {
  a4: { aspects: A4 },
  readme: { width: README_WIDTH },
};

/** The room that a picture has around the drawing. */
export const FRAME = { width: 48, height: 104 } as const;

/** The words for spaces that are suggested. */
export const FIT_WORDS: readonly string[] = ["16:9", "a4", "readme", "<width>"];

/** The narrowest column and the flattest frame. */
const LEAST_WIDTH = 100;
const FLATTEST = 10;

/**
 * The space that a word means: `16:9` for a ratio, `a4`, `readme`, or a width in units such as `1200`.
 *
 * @throws {LoomError} `bad_style` when the word means none.
 *
 * @example
 * ```ts
 * import { fitOf } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(fitOf("4:2"), { aspects: [2] });
 * assertEquals(fitOf("1200"), { width: 1200 });
 * ```
 */
export function fitOf(word: string): Fit {
  const text = word.trim().toLowerCase();
  const named = Object.hasOwn(NAMED, text) ? NAMED[text] : undefined;
  if (named) return named;
  const [, width, height] = /^(\d+(?:\.\d+)?)[:x/](\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const aspect = Number(width) / Number(height);
  if (aspect <= FLATTEST && aspect >= 1 / FLATTEST) return { aspects: [aspect] };
  const column = Number(/^\d+$/.exec(text)?.[0]);
  if (column >= LEAST_WIDTH) return { width: column };
  throw new LoomError(
    "bad_style",
    `${
      JSON.stringify(word)
    } is no space to fit: give a ratio such as 16:9, a4, readme, or a width of at least ${LEAST_WIDTH}.`,
  );
}
