import type { Point } from "../layout/graph.ts";
import { decimal } from "./number.ts";

/**
 * The path data of a line through `points` whose corners are rounded. A corner takes at most half of each of its
 * segments, so that the curve stays inside the triangle of the corner and corners never meet.
 */
export function roundedPath(points: readonly Point[], radius: number): string {
  const [first, ...others] = points;
  if (!first) return "";
  let path = `M${at(first)}`;
  for (const [index, corner] of others.entries()) {
    const before = points[index];
    const after = others[index + 1];
    path += before && after ? roundedCorner(before, corner, after, radius) : `L${at(corner)}`;
  }
  return path;
}

function roundedCorner(before: Point, corner: Point, after: Point, radius: number): string {
  const begin = pointTowards(corner, before, Math.min(radius, distance(corner, before) / 2));
  const end = pointTowards(corner, after, Math.min(radius, distance(corner, after) / 2));
  return `L${at(begin)}Q${at(corner)} ${at(end)}`;
}

/** The point at `length` from `from` on the way to `to`; `from` itself when the two are the same. */
export function pointTowards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to);
  if (whole === 0) return from;
  const share = length / whole;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** The distance of two points. `Math.hypot` may differ in its last bit between engines; a square root may not. */
export function distance(a: Point, b: Point): number {
  const x = b.x - a.x;
  const y = b.y - a.y;
  return Math.sqrt(x * x + y * y);
}

function at(point: Point): string {
  return `${decimal(point.x)} ${decimal(point.y)}`;
}
