import { boundsOf, type Box, boxAt, type Point, type Size } from "../geometry/box.ts";
import type { EdgeRoute, GraphLayout } from "./graph/graph.ts";
import type { LevelRoute, Side } from "./graph/level.ts";

/**
 * The part of an edge that lies in one container: between two of its children, or from a child to its border.
 */
export interface Piece {
  readonly edge: number;
  /** The child at this end, or the side of the container. */
  readonly from: number | Side;
  readonly to: number | Side;
  readonly labelled: boolean;
}

/** Moves a layout to where its outermost left and top are at 0. */
export function atOrigin(
  nodes: ReadonlyMap<string, Box>,
  edges: ReadonlyMap<string, EdgeRoute>,
): GraphLayout {
  const { x, y, width, height } = boundsOf([
    ...nodes.values(),
    ...[...edges.values()].flatMap(({ points, label }) => [...points.map(boxAt), ...(label ? [label] : [])]),
  ]);
  const move = <T extends Point>(at: T): T => ({ ...at, x: at.x - x, y: at.y - y });
  return {
    nodes: new Map([...nodes].map(([id, box]) => [id, move(box)])),
    edges: new Map(
      [...edges].map(([id, { points, label }]) => [id, {
        points: points.map(move),
        ...(label ? { label: move(label) } : {}),
      }]),
    ),
    width,
    height,
  };
}

/** An edge as its pieces come, outer ones first. */
export interface Way {
  readonly points: Point[];
  label: Point | undefined;
}

/**
 * Adds a piece: the first one joins the two sides, later ones continue from its ends into the source or the
 * target.
 */
export function addPiece(way: Way, piece: Piece, { points, label }: LevelRoute, at: Point): void {
  const moved = points.map((point) => ({ x: at.x + point.x, y: at.y + point.y }));
  if (label) way.label = { x: at.x + label.x, y: at.y + label.y };
  if (typeof piece.to === "string") way.points.unshift(...moved);
  else way.points.push(...moved);
}

/** The route of an edge, with a label of some size. */
export function routeOf({ points, label }: Way, size: Size | undefined): EdgeRoute {
  const line = withoutStraightCorners(
    points.filter((point, at) => at === 0 || !isSame(point, points[at - 1]!)),
  );
  if (!label || !size) return { points: line };
  return { points: line, label: { x: label.x - size.width / 2, y: label.y - size.height / 2, ...size } };
}

/** A line without the points at which it does not turn, such as those on borders. */
function withoutStraightCorners(points: readonly Point[]): Point[] {
  const line: Point[] = [];
  for (const point of points) {
    const [before, last] = [line.at(-2), line.at(-1)];
    if (before && last && isStraight(before, last, point)) line.pop();
    line.push(point);
  }
  return line;
}

/** Checks whether the middle point lies between the others, off the line between them by less than can be seen. */
function isStraight(a: Point, b: Point, c: Point): boolean {
  const [abx, aby, bcx, bcy] = [b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y];
  const area = Math.abs(abx * bcy - aby * bcx);
  return area <= 0.05 * Math.sqrt((c.x - a.x) * (c.x - a.x) + (c.y - a.y) * (c.y - a.y)) &&
    abx * bcx + aby * bcy > 0;
}

function isSame(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) < 0.01 && Math.abs(a.y - b.y) < 0.01;
}
