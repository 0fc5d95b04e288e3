import type { Point } from "./box.ts";

/** An upright part of a line. */
export interface UprightPart {
  /** The index of its line. */
  readonly line: number;
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

/** The upright parts of lines, from left to right. */
export function uprightParts(lines: readonly (readonly Point[])[]): UprightPart[] {
  const found: UprightPart[] = [];
  for (const [line, points] of lines.entries()) {
    for (let at = 1; at < points.length; at++) {
      const [a, b] = [points[at - 1]!, points[at]!];
      if (a.x !== b.x || a.y === b.y) continue;
      found.push({ line, x: a.x, top: Math.min(a.y, b.y), bottom: Math.max(a.y, b.y) });
    }
  }
  return found.sort((a, b) => a.x - b.x);
}

/**
 * The points at which the level parts of each line cross upright parts of others, in the order of the line. Slanted
 * parts are passed over.
 */
export function levelCrossings(lines: readonly (readonly Point[])[]): Point[][] {
  const uprights = uprightParts(lines);
  return lines.map((points, line) => {
    const crossings: Point[] = [];
    for (let part = 1; part < points.length; part++) {
      const [a, b] = [points[part - 1]!, points[part]!];
      if (a.y !== b.y || a.x === b.x) continue;
      const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
      const found: Point[] = [];
      for (let at = firstAfter(uprights, left); at < uprights.length && uprights[at]!.x < right; at++) {
        const { line: other, x, top, bottom } = uprights[at]!;
        if (other !== line && a.y > top && a.y < bottom) found.push({ x, y: a.y });
      }
      crossings.push(...(a.x < b.x ? found : found.reverse()));
    }
    return crossings;
  });
}

/** The index of the first upright part to the right of a place. */
function firstAfter(uprights: readonly UprightPart[], x: number): number {
  let [low, high] = [0, uprights.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (uprights[middle]!.x > x) high = middle;
    else low = middle + 1;
  }
  return low;
}
