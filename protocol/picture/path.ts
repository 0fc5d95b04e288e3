import { distance, type Point } from "../geometry/box.ts";
import { decimal } from "./xml.ts";

/** The radius of a hop over another line. */
const HOP = 4;

/**
 * The path data of a line through `points` whose corners are rounded. A corner takes at most half of each of its
 * segments, so that the curve stays inside the triangle of the corner and corners never meet.
 *
 * @param hops Points on level parts, in the order of the line, at which it hops over another line.
 */
export function roundedPath(points: readonly Point[], radius: number, hops: readonly Point[] = []): string {
  const [first, ...others] = points;
  if (!first) return "";
  let path = `M${at(first)}`;
  for (const [index, corner] of others.entries()) {
    const before = points[index];
    const after = others[index + 1];
    if (before) path += hopsBetween(before, corner, hops, radius);
    path += before && after ? roundedCorner(before, corner, after, radius) : `L${at(corner)}`;
  }
  return path;
}

/** The hops on a level part; near its ends and near each other there is no room for one. */
function hopsBetween(from: Point, to: Point, hops: readonly Point[], radius: number): string {
  if (from.y !== to.y) return "";
  const way = Math.sign(to.x - from.x);
  let path = "";
  let last = from.x + way * radius;
  for (const { x, y } of hops) {
    const isRoom = way * (x - last) >= HOP && way * (to.x - x) >= HOP + radius;
    if (y !== from.y || !isRoom) continue;
    path += `L${at({ x: x - way * HOP, y })}A${HOP} ${HOP} 0 0 ${way > 0 ? 1 : 0} ${
      at({ x: x + way * HOP, y })
    }`;
    last = x + way * HOP;
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

function at(point: Point): string {
  return `${decimal(point.x)} ${decimal(point.y)}`;
}

/** A line that ends in an arrow head. */
export interface Arrow {
  /** The line; it ends inside the head, so that its blunt end does not show at the tip. */
  readonly line: readonly Point[];
  /** The path data of the head, a closed shape. */
  readonly head: string;
}

const HEAD_LENGTH = 9;
const HEAD_HALF_WIDTH = 4;
/** The distance by which the corners of the head reach back beyond the middle of its base. */
const BARB = 2;

/** Puts an arrow head on the end of a line of at least two different points. */
export function arrowAlong(points: readonly Point[]): Arrow {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (!tip || !before) return { line: points, head: "" };
  const base = pointTowards(tip, before, HEAD_LENGTH);
  const notch = pointTowards(tip, before, HEAD_LENGTH - BARB);
  const across = { x: (base.y - tip.y) / HEAD_LENGTH, y: (tip.x - base.x) / HEAD_LENGTH };
  const corners = [tip, aside(base, across, HEAD_HALF_WIDTH), notch, aside(base, across, -HEAD_HALF_WIDTH)];
  const end = distance(before, tip) > HEAD_LENGTH ? notch : tip;
  return {
    line: [...points.slice(0, -1), end],
    head: `M${corners.map(({ x, y }) => `${decimal(x)} ${decimal(y)}`).join("L")}Z`,
  };
}

function aside(point: Point, direction: Point, length: number): Point {
  return { x: point.x + direction.x * length, y: point.y + direction.y * length };
}
