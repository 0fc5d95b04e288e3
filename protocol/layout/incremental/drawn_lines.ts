import type { Box, Point, Size } from "../../geometry/box.ts";
import type { Fit } from "../options.ts";
import type { EdgeRoute, LayoutEdge } from "../graph/graph.ts";

/** A line as it is drawn; of several from one node to another, the first belongs to the first edge between them. */
export interface DrawnLine {
  /** The node that it leaves. */
  readonly from: string;
  /** The node that it leads to. */
  readonly to: string;
  /** Its corners, first and last on the borders of the two. */
  readonly points: readonly Point[];
  /** The box of its label. */
  readonly label?: Box;
}

/** The parts of an earlier picture that a new one keeps. */
export interface DrawnBefore {
  /** Boxes that stay where they are, by the ids of nodes. */
  readonly boxes: Readonly<Record<string, Box>>;
  /** Lines between such nodes, which stay as they are as long as they fit. */
  readonly lines: readonly DrawnLine[];
  /** The space to fill where no box stays. Default: any. */
  readonly space?: Fit | undefined;
}

/** The boxes and lines of a picture, for the next one. */
export interface DrawnNow {
  /** The boxes, by the ids of nodes. */
  readonly boxes: ReadonlyMap<string, Box>;
  /** The lines between them. */
  readonly lines: readonly DrawnLine[];
}

/** The lines of edges, in the order of the edges. */
export function linesOfRoutes(
  edges: readonly Pick<LayoutEdge, "id" | "from" | "to">[],
  routes: ReadonlyMap<string, EdgeRoute>,
): DrawnLine[] {
  return edges.flatMap(({ id, from, to }) => {
    const route = routes.get(id);
    return route ? [{ from, to, ...route }] : [];
  });
}

/** The routes of the edges that lines were drawn for, by the ids of the edges. */
export function routesOfLines(
  edges: readonly Pick<LayoutEdge, "id" | "from" | "to">[],
  lines: readonly DrawnLine[],
): Map<string, EdgeRoute> {
  const waiting = Map.groupBy(lines, endsOf);
  const counts = new Map<string, number>();
  return new Map(edges.flatMap((edge): [string, EdgeRoute][] => {
    const ends = endsOf(edge);
    const at = counts.get(ends) ?? 0;
    counts.set(ends, at + 1);
    const line = waiting.get(ends)?.[at];
    return line ? [[edge.id, { points: line.points, ...(line.label ? { label: line.label } : {}) }]] : [];
  }));
}

/** Two nodes as one text; no id takes part of the other. */
function endsOf({ from, to }: { readonly from: string; readonly to: string }): string {
  return `${from.length} ${from} ${to}`;
}

/** The largest gap between a line's end and its box, and the largest move of a box, for the line to be kept. */
const TOLERANCE = 2;

/** The largest difference between the size of a label and that of its edge. */
const LABEL_TOLERANCE = 0.6;

/**
 * A route whose ends are put on the borders of two boxes, and whose label has a given size.
 *
 * @returns `undefined` when it ends elsewhere, or has a label of another size.
 */
export function fittedRoute(
  route: EdgeRoute,
  source: Box,
  target: Box,
  size: Size | undefined,
): EdgeRoute | undefined {
  const [first, last] = [route.points[0], route.points.at(-1)];
  if (!first || !last || route.points.length < 2) return undefined;
  const [begin, end] = [onBorder(first, source), onBorder(last, target)];
  const label = size && route.label && sized(route.label, size);
  if (!begin || !end || (size ?? route.label) !== undefined && !label) return undefined;
  if (begin === first && end === last && label === route.label) return route;
  return { points: [begin, ...route.points.slice(1, -1), end], ...(label ? { label } : {}) };
}

/** A box of another size around the same middle; `undefined` when the sizes differ by more than rounding takes. */
function sized(box: Box, { width, height }: Size): Box | undefined {
  const [wider, higher] = [width - box.width, height - box.height];
  if (wider === 0 && higher === 0) return box;
  if (Math.max(Math.abs(wider), Math.abs(higher)) > LABEL_TOLERANCE) return undefined;
  return { x: box.x - wider / 2, y: box.y - higher / 2, width, height };
}

/** The point of a border that is next to a point; `undefined` when none is near. */
function onBorder(point: Point, { x, y, width, height }: Box): Point | undefined {
  const isBeside = point.x >= x - TOLERANCE && point.x <= x + width + TOLERANCE;
  const isLevel = point.y >= y - TOLERANCE && point.y <= y + height + TOLERANCE;
  if (!isBeside || !isLevel) return undefined;
  const sides = [
    { ...point, x },
    { ...point, x: x + width },
    { ...point, y },
    { ...point, y: y + height },
  ];
  const distance = (side: Point) => Math.abs(side.x - point.x) + Math.abs(side.y - point.y);
  const nearest = sides.reduce((best, side) => distance(side) < distance(best) ? side : best);
  if (distance(nearest) > TOLERANCE) return undefined;
  return distance(nearest) === 0 ? point : nearest;
}

/** True for boxes of which every side is where that of the other is, but for what rounding takes. */
export function isNearly(a: Box, b: Box): boolean {
  const pairs = [[a.x, b.x], [a.y, b.y], [a.x + a.width, b.x + b.width], [a.y + a.height, b.y + b.height]];
  return pairs.every(([one = 0, other = 0]) => Math.abs(one - other) <= TOLERANCE);
}
