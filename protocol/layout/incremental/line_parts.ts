import {
  boundsOfLine,
  distance,
  enters,
  evenly,
  expanded,
  type Point,
  type Size,
} from "../../geometry/box.ts";
import type { BoxIndex } from "../../geometry/box_index.ts";
import type { GridLine, Part } from "./search_grid.ts";

/** The length of a square end of a slanted line, and its distance from boxes. */
const SQUARE = 14;
const BESIDE = 4;
/** The least slope of a slanted part: about 4 degrees. */
const LEAST_SLOPE = 0.07;

/** The straight parts of a line. */
export function partsOf(points: readonly Point[]): Part[] {
  return points.slice(1).map((to, at) => ({ from: points[at]!, to }));
}

export function lengthOf(points: readonly Point[]): number {
  return partsOf(points).reduce((sum, { from, to }) => sum + distance(from, to), 0);
}

/** Checks whether a straight part keeps a distance from all boxes. */
function isFree(from: Point, to: Point, obstacles: Pick<BoxIndex, "near">, room = 0): boolean {
  const around = expanded(boundsOfLine([from, to]), evenly(room + 1));
  return ![...obstacles.near(around)].some((box) => enters(from, to, expanded(box, evenly(room))));
}

/** The same line with one of its middle parts farther aside by half its label, where nothing is in the way. */
export function movedAside(line: GridLine, size: Size, obstacles: Pick<BoxIndex, "near">): GridLine[] {
  const { points } = line;
  return points.slice(1, -2).flatMap((from, before): GridLine[] => {
    const at = before + 1;
    const to = points[at + 1]!;
    const [axis, half] = from.x === to.x ? ["x", size.width / 2] as const : ["y", size.height / 2] as const;
    return [-half, half].flatMap((by) => {
      const moved = points.with(at, { ...from, [axis]: from[axis] + by }).with(at + 1, {
        ...to,
        [axis]: to[axis] + by,
      });
      const isSound = partsOf(moved).every((part, index) =>
        leadsAs(part, points[index]!, points[index + 1]!) &&
        isFree(part.from, part.to, obstacles)
      );
      return isSound ? [{ ...line, points: moved, cost: line.cost + Math.abs(by) }] : [];
    });
  });
}

/** Checks that a part leads the same way as one between two other points, and that an arrow head fits on it. */
function leadsAs({ from, to }: Part, before: Point, after: Point): boolean {
  const [x, y] = [to.x - from.x, to.y - from.y];
  return Math.abs(x) + Math.abs(y) >= SQUARE && x * (after.x - before.x) + y * (after.y - before.y) > 0;
}

/** A line without the corners that it does not need where it may slant; its ends stay square. */
export function shortened(points: readonly Point[], obstacles: Pick<BoxIndex, "near">): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 4) return [...points];
  const line = [stubOf(first, points[1]!), ...points.slice(1, -1), stubOf(last, points.at(-2)!)];
  for (let at = line.length - 2; at > 0; at--) {
    const [before, after] = [line[at - 1]!, line[at + 1]!];
    const isNeedless = !leans(before, after) && isFree(before, after, obstacles, BESIDE);
    if (isNeedless) line.splice(at, 1);
  }
  return [first, ...line, last];
}

/** Checks whether a part is nearly upright or level, which looks like a mistake. */
function leans(from: Point, to: Point): boolean {
  const [across, along] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  return Math.min(across, along) > 0.5 && Math.min(across, along) < LEAST_SLOPE * Math.max(across, along);
}

function stubOf(end: Point, next: Point): Point {
  const length = distance(end, next);
  const share = Math.min(SQUARE, length / 2) / length;
  return { x: end.x + (next.x - end.x) * share, y: end.y + (next.y - end.y) * share };
}
