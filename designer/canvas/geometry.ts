import type { Box, Point } from "@loom/protocol";
import { moved } from "@loom/protocol/drawing";

/** Checks whether a place is in a box, or within a distance of it. */
export function isIn({ x, y }: Point, box: Box, air: number): boolean {
  return x >= box.x - air && x <= box.x + box.width + air && y >= box.y - air &&
    y <= box.y + box.height + air;
}

/** Checks whether a place is within a distance of a polyline. */
export function isNear(at: Point, points: readonly Point[], reach: number): boolean {
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1], points[index]];
    if (a && b && distanceTo(at, a, b) <= reach) return true;
  }
  return false;
}

function distanceTo({ x, y }: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / length));
  return Math.hypot(x - a.x - share * dx, y - a.y - share * dy);
}

/** The rectangle between two places. */
export function areaBetween(a: Point, b: Point): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

/** A polyline as the data of a path, with sharp corners. */
export function pathOf(points: readonly Point[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("");
}

/** A line that stands still beside one that moves. */
export interface Guide {
  readonly from: Point;
  readonly to: Point;
}

const SNAP_PIXELS = 6;

/** A movement that snaps where sides or middles come into line with those of other boxes, with the lines to show. */
export function snapped(
  box: Box,
  boxes: readonly Box[],
  scale: number,
): { readonly by: Point; readonly guides: readonly Guide[] } {
  const reach = SNAP_PIXELS / scale;
  const x = nearest(sides(box.x, box.width), boxes.map((one) => sides(one.x, one.width)), reach);
  const y = nearest(sides(box.y, box.height), boxes.map((one) => sides(one.y, one.height)), reach);
  const by = { x: x?.by ?? 0, y: y?.by ?? 0 };
  const at = moved(box, by);
  const guides: Guide[] = [];
  const [beside, above] = [x && boxes[x.index], y && boxes[y.index]];
  if (x && beside) {
    guides.push({
      from: { x: x.at, y: Math.min(at.y, beside.y) - 12 },
      to: { x: x.at, y: Math.max(at.y + at.height, beside.y + beside.height) + 12 },
    });
  }
  if (y && above) {
    guides.push({
      from: { x: Math.min(at.x, above.x) - 12, y: y.at },
      to: { x: Math.max(at.x + at.width, above.x + above.width) + 12, y: y.at },
    });
  }
  return { by, guides };
}

function sides(begin: number, length: number): readonly number[] {
  return [begin, begin + length / 2, begin + length];
}

function nearest(own: readonly number[], others: readonly (readonly number[])[], reach: number) {
  let best: { readonly by: number; readonly at: number; readonly index: number } | undefined;
  for (const [index, other] of others.entries()) {
    for (const at of other) {
      for (const side of own) {
        const by = at - side;
        if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, at, index };
      }
    }
  }
  return best;
}
