/**
 * Finds where the lines of a drawing cross and where they run over one another.
 *
 * @module
 */
import type { Drawing, DrawnBox, DrawnEdge } from "./drawing.ts";
import { Segments } from "./segments.ts";

/** Ends that come this close to a line touch it; they do not cross it. */
const TOUCH = 1e-6;
/** Lines that run side by side closer than this look like one. */
const NARROW = 1;
/** How long they must do so to count. */
const LONG = 20;

/**
 * Counts the proper crossings between segments of different edges: points that lie inside both segments. Lines that
 * touch, meet at an end or run over one another do not cross.
 */
export function countCrossings({ edges }: Drawing): number {
  let crossings = 0;
  forEachMeeting(edges, 0, (segments, a, b) => {
    if (segments.cross(a, b, TOUCH)) crossings++;
  });
  return crossings;
}

/** Pairs of edges, by id, whose lines lie upon one another for a while, so that neither can be followed. */
export function mergedEdges({ edges }: Drawing): (readonly [string, string])[] {
  return mergedLines(edges).map(([a, b]) => [a.id, b.id]);
}

/** Edges, by id, whose lines run upon the border of a box for a while, with that box. */
export function edgesAlongBorders({ boxes, edges }: Drawing): (readonly [string, string])[] {
  const borders = boxes.map(borderOf);
  const isBorder = new Set<DrawnEdge>(borders);
  return mergedLines([...edges, ...borders])
    .filter(([a, b]) => !isBorder.has(a) && isBorder.has(b))
    .map(([a, b]) => [a.id, b.id]);
}

function borderOf({ id, x, y, width, height }: DrawnBox): DrawnEdge {
  const [right, bottom] = [x + width, y + height];
  const points = [{ x, y }, { x: right, y }, { x: right, y: bottom }, { x, y: bottom }, { x, y }];
  return { id, from: id, to: id, points };
}

/** Pairs in the order of the list. */
function mergedLines(edges: readonly DrawnEdge[]): (readonly [DrawnEdge, DrawnEdge])[] {
  const pairs = new Map<string, readonly [DrawnEdge, DrawnEdge]>();
  forEachMeeting(edges, NARROW, (segments, a, b) => {
    if (segments.sharedLength(a, b, NARROW) < LONG) return;
    const [first = 0, second = 0] = [segments.edge[a], segments.edge[b]].sort((i = 0, j = 0) => i - j);
    const [one, other] = [edges[first], edges[second]];
    if (one && other) pairs.set(`${first} ${second}`, [one, other]);
  });
  return [...pairs.values()];
}

/**
 * Calls `visit` for every two segments of different edges whose bounds meet, in a sweep downwards.
 *
 * @param reach how far apart bounds may be
 */
function forEachMeeting(
  edges: readonly DrawnEdge[],
  reach: number,
  visit: (segments: Segments, a: number, b: number) => void,
): void {
  const segments = Segments.of(edges).sortedByTop();
  const { count, edge, left, right, top, bottom } = segments;
  // Segments that have begun and not yet ended. Every index below is less than `count`, the length of all arrays.
  const open = new Int32Array(count);
  let opened = 0;
  for (let at = 0; at < count; at++) {
    let kept = 0;
    for (let i = 0; i < opened; i++) {
      const other = open[i]!;
      if (bottom[other]! + reach < top[at]!) continue;
      open[kept++] = other;
      if (right[other]! + reach < left[at]! || left[other]! - reach > right[at]!) continue;
      if (edge[other] !== edge[at]) visit(segments, at, other);
    }
    open[kept++] = at;
    opened = kept;
  }
}
