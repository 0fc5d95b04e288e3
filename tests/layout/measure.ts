/**
 * The figures that tell one drawing from another.
 *
 * @module
 */
import type { Point } from "@loom/protocol";
import { countCrossings } from "./crossings.ts";
import type { Drawing } from "./drawing.ts";
import { edgesThroughBoxes } from "./edges_through_boxes.ts";

/** A line that turns by less than this, in degrees, goes on straight. */
const STRAIGHT = 1;
const COS_STRAIGHT = Math.cos(STRAIGHT * Math.PI / 180);

/** What there is to count and measure in a drawing. */
export interface Measures {
  /** Proper crossings between the lines of different edges. */
  readonly crossings: number;
  readonly bends: number;
  /** Pairs of an edge and a box it runs over. */
  readonly throughBoxes: number;
  /** The length of all lines. */
  readonly length: number;
  readonly width: number;
  readonly height: number;
}

/** Measures a drawing. */
export function measure(drawing: Drawing): Measures {
  return {
    crossings: countCrossings(drawing),
    bends: sum(drawing.edges, ({ points }) => countBends(points)),
    throughBoxes: edgesThroughBoxes(drawing).length,
    length: sum(drawing.edges, ({ points }) => lengthOf(points)),
    ...sizeOf(drawing),
  };
}

/** Counts the corners at which a line turns; equal points in a row are one. */
export function countBends(line: readonly Point[]): number {
  const points = line.filter((point, i) => {
    const last = line[i - 1];
    return last === undefined || distance(last, point) > 1e-6;
  });
  let bends = 0;
  for (let i = 2; i < points.length; i++) {
    const [a, b, c] = [points[i - 2]!, points[i - 1]!, points[i]!]; // within the list
    const along = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y);
    if (along < COS_STRAIGHT * distance(a, b) * distance(b, c)) bends++;
  }
  return bends;
}

/** How long a line is. */
export function lengthOf(points: readonly Point[]): number {
  return sum(points, (point, i) => distance(points[i - 1] ?? point, point));
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

/** The size of the least rectangle around everything that is drawn. */
function sizeOf({ boxes, edges }: Drawing): { width: number; height: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const take = (x: number, y: number) => {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  };
  for (const box of [...boxes, ...edges.flatMap(({ label }) => label ?? [])]) {
    take(box.x, box.y);
    take(box.x + box.width, box.y + box.height);
  }
  for (const { points } of edges) for (const { x, y } of points) take(x, y);
  return left > right ? { width: 0, height: 0 } : { width: right - left, height: bottom - top };
}

function sum<T>(items: readonly T[], value: (item: T, index: number) => number): number {
  return items.reduce((total, item, index) => total + value(item, index), 0);
}
