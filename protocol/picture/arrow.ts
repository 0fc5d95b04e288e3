import type { Point } from "../layout/graph.ts";
import { decimal } from "./number.ts";
import { distance, pointTowards } from "./rounded_path.ts";

/** A line that ends in an arrow head. */
export interface Arrow {
  /** The line; it ends inside the head, so that its blunt end does not show at the tip. */
  readonly line: readonly Point[];
  /** The path data of the head, a closed shape. */
  readonly head: string;
}

const HEAD_LENGTH = 9;
const HEAD_HALF_WIDTH = 4;
/** How far the sides of the head reach back beyond the middle of its base. */
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
