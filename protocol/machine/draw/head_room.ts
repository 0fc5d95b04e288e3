import type { Box, Point } from "../../geometry/box.ts";

/** The distance of a title from a line beside it. */
const CLEAR = 6;

/** The upright parts of lines, sorted by their x. */
export class UprightLines {
  readonly #parts: readonly { readonly x: number; readonly top: number; readonly bottom: number }[];

  constructor(lines: readonly (readonly Point[])[]) {
    this.#parts = lines.flatMap((points) =>
      points.slice(1).flatMap((b, at) => {
        const a = points[at]!;
        return a.x === b.x ? [{ x: a.x, top: Math.min(a.y, b.y), bottom: Math.max(a.y, b.y) }] : [];
      })
    ).sort((a, b) => a.x - b.x);
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
