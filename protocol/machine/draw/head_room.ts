import type { Box, Point } from "../../geometry/box.ts";
import { type UprightPart, uprightParts } from "../../geometry/line_crossings.ts";

/** The distance of a title from a line beside it. */
const CLEAR = 6;

/** The upright parts of lines, sorted by their x. */
export class UprightLines {
  readonly #parts: readonly UprightPart[];

  constructor(lines: readonly (readonly Point[])[]) {
    this.#parts = uprightParts(lines);
  }

  /** The leftmost place of a text of that width in a head that no line crosses; the left side where there is none. */
  freePlace({ x, y, width, height }: Box, text: number): number {
    let place = x;
    for (const part of this.#parts) {
      if (part.x > x + width || part.top >= y + height || part.bottom <= y) continue;
      if (part.x + CLEAR > place && part.x - CLEAR < place + text) place = part.x + CLEAR;
    }
    return place + text <= x + width ? place : x;
  }
}
