import type { Point } from "../geometry/box.ts";
import { oneLine } from "../text/terminal_text.ts";
import { xmlCharacters } from "./xml.ts";
import type { FontWeight } from "../text/character.ts";
import { fitText, measureText } from "../text/measure_text.ts";

/** A line of text; it is as long as it was measured in the shipped font. */
export interface DrawnText extends Point {
  /** The text as it is shown, shortened where it was too long. */
  readonly text: string;
  /** The whole text. */
  readonly full: string;
  /** The font size. */
  readonly size: number;
  /** The weight of the font. */
  readonly weight: FontWeight;
  /** The measured length. */
  readonly width: number;
  /** The part of the text at `x`; `y` is the base line. */
  readonly anchor: "start" | "middle" | "end";
  /** The lines below this one, of a text that has several. */
  readonly more?: readonly DrawnText[];
}

/** The look of a piece of text. */
export interface Typeface {
  /** The font size. */
  readonly size: number;
  /** The weight of the font. */
  readonly weight: FontWeight;
}

/** A text with its length, not yet placed. */
export interface MeasuredText extends Typeface {
  /** The text as it is shown, shortened where it was too long. */
  readonly text: string;
  /** The whole text. */
  readonly full: string;
  /** The measured length. */
  readonly width: number;
  /** The lines below this one. */
  readonly more?: readonly MeasuredText[];
}

/** The distance of two lines of a text, in font sizes. */
const PITCH = 1.3;

/** The width of the longest line of a text. */
export function blockWidth({ width, more = [] }: MeasuredText): number {
  return more.reduce((most, line) => Math.max(most, line.width), width);
}

/** The height that the lines of a text after the first take. */
export function moreHeight({ size, more = [] }: MeasuredText): number {
  return Math.ceil(more.length * size * PITCH);
}

/** Makes one line of a text from a document, no longer than `longest`. */
export function measuredText(source: string, { size, weight }: Typeface, longest: number): MeasuredText {
  // Several blanks are drawn as one.
  const full = oneLine(xmlCharacters(source)).replace(/\s+/g, " ");
  const width = measureText(full, size, weight);
  if (width <= longest) return { text: full, full, size, weight, width };
  const text = fitText(full, size, weight, longest);
  return { text, full, size, weight, width: measureText(text, size, weight) };
}

/** Puts a text with its base line at `y`, and the part of it that `anchor` names at `x`. */
export function placedText(
  measured: MeasuredText,
  x: number,
  y: number,
  anchor: DrawnText["anchor"] = "start",
): DrawnText {
  const { more = [], ...first } = measured;
  const lines = more.map((line, at) => placedText(line, x, y + (at + 1) * line.size * PITCH, anchor));
  return { ...first, x, y, anchor, ...(lines.length > 0 ? { more: lines } : {}) };
}

/** A text moved by a vector, with all of its lines. */
export function movedText(text: DrawnText, by: Point): DrawnText {
  const lines = text.more?.map((line) => movedText(line, by));
  return { ...text, x: text.x + by.x, y: text.y + by.y, ...(lines ? { more: lines } : {}) };
}
