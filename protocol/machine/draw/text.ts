import { oneLine } from "../../text/terminal_text.ts";
import { xmlCharacters } from "../../picture/xml.ts";
import type { FontWeight } from "../../text/character.ts";
import { fitText, measureText } from "../../text/measure_text.ts";
import type { DrawnText } from "./machine_drawing.ts";

/** The look of a piece of text. */
export interface Typeface {
  readonly size: number;
  readonly weight: FontWeight;
}

/** The looks of the texts in a drawing. */
export const TYPEFACE = {
  name: { size: 14, weight: 600 },
  regionName: { size: 12, weight: 600 },
  historyName: { size: 12, weight: 500 },
  badge: { size: 10, weight: 400 },
  mark: { size: 9, weight: 500 },
  row: { size: 11, weight: 500 },
  rowDetail: { size: 10, weight: 400 },
  event: { size: 11, weight: 500 },
  guard: { size: 9, weight: 400 },
} as const satisfies Record<string, Typeface>;

/** A text with its length, not yet placed. */
export interface MeasuredText extends Typeface {
  readonly text: string;
  readonly full: string;
  readonly width: number;
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
  return { ...measured, x, y, anchor };
}
