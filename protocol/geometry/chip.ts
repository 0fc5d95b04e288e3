import type { Size } from "./box.ts";
import type { Glyph } from "./glyph.ts";

/** The content of a chip, the small plate that names a transition. */
export interface ChipLabel {
  /** The event's id; `""` for an event-less transition. */
  readonly event: string;
  /** The guard; absent or `""` when there is none. */
  readonly condition?: string | undefined;
  /** The mark beside the event; absent when there is none. */
  readonly glyph?: Glyph | undefined;
}

/** The font size of the event on a chip. */
export const LABEL_FONT_SIZE = 11;
/** The font size of the guard on a chip. */
export const GUARD_FONT_SIZE = 9;
/** Guards longer than this many characters are shortened. */
export const GUARD_MAX_CHARS = 32;
/** The width and height of a glyph on a chip. */
export const GLYPH_SIZE = 12;
/** The distance of a glyph from the left edge of its chip. */
export const GLYPH_INSET = 5;
/** The extra width of a chip with a glyph; the text moves to the right by half of it. */
export const GLYPH_COLUMN: number = GLYPH_SIZE + 2 * GLYPH_INSET - 6;

const CHARACTER_WIDTH = 0.55;
const LEAST_WIDTH = 56;
const SIDE_ROOM = 16;
const HEIGHT = 18;
const HEIGHT_WITH_GUARD = 28;

/**
 * The width of a line on a chip, by a formula, so that chips have the same size wherever they are placed;
 * {@linkcode measureText} measures a real font.
 */
export function textWidth(text: string, size: number): number {
  return text.length * size * CHARACTER_WIDTH;
}

/**
 * The guard as a chip shows it: in brackets, shortened to fit.
 *
 * @example
 * ```ts
 * import { guardText } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(guardText("stock > 0"), "[stock > 0]");
 * assertEquals(guardText("order.total > 100 and customer.trusted"), "[order.total > 100 and customer.…]");
 * ```
 */
export function guardText(condition: string): string {
  if (condition.length <= GUARD_MAX_CHARS) return `[${condition}]`;
  // Half of a surrogate pair at the cut would be shown as a replacement character.
  const kept = condition.slice(0, GUARD_MAX_CHARS - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `[${kept.trimEnd()}…]`;
}

/**
 * The size of a chip, made for its longest line.
 *
 * @example
 * ```ts
 * import { chipSize } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(chipSize({ event: "go" }), { width: 56, height: 18 });
 * assertEquals(chipSize({ event: "go", condition: "stock > 0" }), { width: 70.45, height: 28 });
 * ```
 */
export function chipSize(label: ChipLabel): Size {
  const event = textWidth(label.event, LABEL_FONT_SIZE);
  const guard = label.condition ? textWidth(guardText(label.condition), GUARD_FONT_SIZE) : 0;
  return {
    width: Math.max(LEAST_WIDTH, Math.max(event, guard) + SIDE_ROOM) + (label.glyph ? GLYPH_COLUMN : 0),
    height: label.condition ? HEIGHT_WITH_GUARD : HEIGHT,
  };
}
