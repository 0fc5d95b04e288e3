import type { Point } from "./box.ts";

interface Upright {
  readonly line: number;
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * The points at which the level parts of each line cross upright parts of others, in the order of the line. Slanted
 * parts are passed over.
 */
export function levelCrossings(lines: readonly (readonly Point[])[]): Point[][] {
  const uprights: Upright[] = lines.flatMap((points, line) =>
    partsOf(points).flatMap(([a, b]) =>
      a.x === b.x && a.y !== b.y
        ? [{ line, x: a.x, top: Math.min(a.y, b.y), bottom: Math.max(a.y, b.y) }]
        : []
    )
  ).sort((a, b) => a.x - b.x);
  return lines.map((points, line) =>
    partsOf(points).flatMap(([a, b]) => {
      if (a.y !== b.y || a.x === b.x) return [];
      const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
      const found: Point[] = [];
      for (let at = firstAfter(uprights, left); at < uprights.length && uprights[at]!.x < right; at++) {
        const { line: other, x, top, bottom } = uprights[at]!;
        if (other !== line && a.y > top && a.y < bottom) found.push({ x, y: a.y });
      }
      return a.x < b.x ? found : found.reverse();
    })
  );
}

function partsOf(points: readonly Point[]): [Point, Point][] {
  return points.slice(1).map((point, at) => [points[at]!, point]);
}

/** The index of the first upright part to the right of a place. */
function firstAfter(uprights: readonly Upright[], x: number): number {
  let [low, high] = [0, uprights.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (uprights[middle]!.x > x) high = middle;
    else low = middle + 1;
  }
  return low;
}
