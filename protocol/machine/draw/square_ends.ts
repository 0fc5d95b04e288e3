import type { Box, Point } from "../../geometry/box.ts";

/** A line between two boxes. */
export interface EndedLine {
  readonly points: readonly Point[];
  readonly source: Box;
  readonly target: Box;
}

/** The length of the square part of an end: an arrow head and a little more. */
const SQUARE = 14;
/** A line that leads less far to the side on the way to its next corner needs no corner more. */
const STRAIGHT = 0.5;
/** The distance from a border within which a point is on it. */
const ON_BORDER = 1;

/**
 * Makes both ends of a line stand square on the borders of its boxes: the box would cover half of a slanting arrow
 * head, and heads along a border are hard to distinguish. Points that are so already are given back.
 */
export function withSquareEnds({ points, source, target }: EndedLine): readonly Point[] {
  const isAlone = points.length === 2;
  const begun = withSquareBegin(points, source, isAlone ? 0.5 : 1, isAlone);
  const turned = begun.toReversed();
  const ended = withSquareBegin(turned, target, 1, isAlone);
  return ended === turned ? begun : ended.toReversed();
}

/**
 * @param share The part of the way to the next corner that this end may take.
 * @param isAlone True for a line that had no corners.
 */
function withSquareBegin(
  points: readonly Point[],
  box: Box,
  share: number,
  isAlone: boolean,
): readonly Point[] {
  const [tip, next, ...rest] = points;
  if (!tip || !next) return points;
  const [along, across] = sidesOf(tip, next, box);
  const way = next[along] - tip[along];
  const length = Math.min(SQUARE, Math.abs(way) * share);
  const corner = { ...tip, [along]: tip[along] + Math.sign(way) * length };
  // A corner nearer than that moves away, where the line leads on in that direction.
  const [after] = rest;
  const goesOn = !isAlone && after !== undefined && Math.sign(way) * (after[along] - tip[along]) > SQUARE;
  if (Math.abs(way) < SQUARE && goesOn) {
    return [tip, { ...tip, [along]: tip[along] + Math.sign(way) * SQUARE }, ...rest];
  }
  const isSquare = Math.abs(next[across] - tip[across]) < STRAIGHT || length < STRAIGHT;
  return isSquare ? points : [tip, corner, next, ...rest];
}

/** The axis across the border that a point is on, and the other; at a corner that in which the line leads farther. */
function sidesOf({ x, y }: Point, next: Point, box: Box): ["x" | "y", "x" | "y"] {
  const isLevel = Math.min(Math.abs(x - box.x), Math.abs(x - box.x - box.width)) < ON_BORDER;
  const isUpright = Math.min(Math.abs(y - box.y), Math.abs(y - box.y - box.height)) < ON_BORDER;
  const isFartherAside = Math.abs(next.x - x) > Math.abs(next.y - y);
  return isLevel && (!isUpright || isFartherAside) ? ["x", "y"] : ["y", "x"];
}
