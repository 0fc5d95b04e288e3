import type { Box, Point } from "../../geometry/box.ts";

/** A line between two boxes. */
export interface EndedLine {
  readonly points: readonly Point[];
  readonly source: Box;
  readonly target: Box;
}

/** Lines flatter than this, as width by height, get an upright end. */
const FLAT = 1.7;
/** The distance from the box within which a line may change: only lines are there. */
const REACH = 24;
/** The shares of that height that may become upright; the rest keeps the line from lying down altogether. */
const UPRIGHT_SHARES = [0.55, 0.45];
/** The least height that is worth a corner: a little more than an arrow head. */
const LEAST = 10;
/** The least distance, upwards or downwards, to the next line. */
const CLEARANCE = 3;
/** On a side with more ends than this, arrow heads are too close together for any improvement. */
const MOST_ENDS = 64;

/** The end of a line at the top or bottom of a box. */
interface LineEnd {
  readonly line: number;
  /** True if the line arrives here; it has its arrow head at this end. */
  readonly arrives: boolean;
  readonly tip: Point;
  /** The corner before the tip. */
  readonly before: Point;
}

/**
 * Makes the ends of lines vertical where they reach the top or bottom of a box at a flat angle: the box would
 * cover half of the arrow head, and heads along a border are hard to distinguish. This adds no crossings
 * between lines that end beside each other.
 *
 * @returns The corners of every line, in the order given.
 */
export function withUprightEnds(lines: readonly EndedLine[]): Point[][] {
  const result = lines.map((line) => [...line.points]);
  for (const ends of endsBySide(lines).values()) {
    if (ends.length > MOST_ENDS) continue;
    const flat = ends.filter((end) => end.arrives && isFlat(end));
    // Of lines from one direction the one that ends farthest runs outermost: it is bent first, then what it runs around.
    const fromLeft = flat.filter((end) => end.before.x < end.tip.x).toSorted((a, b) => b.tip.x - a.tip.x);
    const fromRight = flat.filter((end) => end.before.x > end.tip.x).toSorted((a, b) => a.tip.x - b.tip.x);
    for (const end of [...fromLeft, ...fromRight]) bend(end, ends, result);
  }
  return result;
}

/** The ends of lines by box, side of the box, and side of the border: a line may come from inside. */
function endsBySide(lines: readonly EndedLine[]): Map<string, LineEnd[]> {
  const groups = new Map<string, LineEnd[]>();
  const boxes = new Map<Box, number>();
  const add = (box: Box, end: Omit<LineEnd, "tip" | "before">, tip?: Point, before?: Point) => {
    const side = tip && sideOf(tip, box);
    if (!tip || !before || side === undefined) return;
    if (!boxes.has(box)) boxes.set(box, boxes.size);
    const key = `${boxes.get(box)} ${side} ${Math.sign(before.y - tip.y)}`;
    const group = groups.get(key);
    if (group) group.push({ ...end, tip, before });
    else groups.set(key, [{ ...end, tip, before }]);
  };
  for (const [line, { points, source, target }] of lines.entries()) {
    add(source, { line, arrives: false }, points[0], points[1]);
    add(target, { line, arrives: true }, points.at(-1), points.at(-2));
  }
  return groups;
}

function sideOf(point: Point, { x, y, width, height }: Box): "top" | "bottom" | undefined {
  if (point.x < x + 1 || point.x > x + width - 1) return undefined;
  if (Math.abs(point.y - y) < 1) return "top";
  return Math.abs(point.y - y - height) < 1 ? "bottom" : undefined;
}

function isFlat({ tip, before }: LineEnd): boolean {
  return Math.abs(before.x - tip.x) > FLAT * Math.abs(before.y - tip.y);
}

/** Makes the end of a line upright, as far as the lines beside it leave room. */
function bend(end: LineEnd, ends: readonly LineEnd[], result: Point[][]): void {
  const { line, tip, before } = end;
  const others = ends.filter((other) => other !== end).map((other) => outwards(other, result));
  const crossed = crossings([before, tip], others);
  const reach = Math.min(REACH, Math.abs(before.y - tip.y));
  for (const share of UPRIGHT_SHARES) {
    const upright = share * reach;
    if (upright < LEAST) return;
    const corners = bentEnd(end, reach, upright);
    // A longer end, too, so that the corner does not touch the line that it keeps away from.
    const hasRoom = [corners, bentEnd(end, reach, upright + CLEARANCE)]
      .every((tried) => crossings([before, ...tried], others) <= crossed);
    if (!hasRoom) continue;
    result[line]?.splice(-1, 1, ...corners);
    return;
  }
}

/** The corners of an end that is upright for that long, without the one before. */
function bentEnd({ tip, before }: LineEnd, reach: number, upright: number): Point[] {
  const height = before.y - tip.y;
  const share = reach / Math.abs(height);
  const leaves = { x: tip.x + (before.x - tip.x) * share, y: tip.y + height * share };
  const corner = { x: tip.x, y: tip.y + Math.sign(height) * upright };
  return share < 1 ? [leaves, corner, tip] : [corner, tip];
}

/** The corners of a line from its end at the box on. */
function outwards({ line, arrives }: LineEnd, result: readonly Point[][]): Point[] {
  const points = result[line] ?? [];
  return arrives ? points.slice(-4).reverse() : points.slice(0, 4);
}

/** The number of crossings of a line with others. */
function crossings(line: readonly Point[], others: readonly (readonly Point[])[]): number {
  let count = 0;
  for (const other of others) {
    for (let i = 1; i < line.length; i++) {
      for (let j = 1; j < other.length; j++) {
        const [a, b, c, d] = [line[i - 1], line[i], other[j - 1], other[j]];
        if (a && b && c && d && doCross(a, b, c, d)) count++;
      }
    }
  }
  return count;
}

/** Checks whether the inside of one segment meets the inside of another. */
function doCross(a: Point, b: Point, c: Point, d: Point): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

/** The turn from `a` over `b` to `c`: positive, negative or zero. */
function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
