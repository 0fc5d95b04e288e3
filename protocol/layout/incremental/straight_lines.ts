import type { Box, Point } from "../../geometry/box.ts";
import { type EdgeSide, facingSides, PORT_PITCH, portAt } from "../../geometry/ports.ts";
import type { EdgeRoute, LayoutEdge, LayoutGraph } from "../graph/graph.ts";

/** Draws the edges of a graph from side to side, whatever stands between: at once, for graphs that are large or moving. */
export function straightLines(
  { edges }: LayoutGraph,
  boxes: ReadonlyMap<string, Box>,
): Map<string, EdgeRoute> {
  const beside = Map.groupBy(edges, pairOf);
  return new Map(edges.flatMap((edge): [string, EdgeRoute][] => {
    const [from, to] = [boxes.get(edge.from), boxes.get(edge.to)];
    if (!from || !to) return [];
    const among = beside.get(pairOf(edge)) ?? [edge];
    const points = straightLine(from, to, (among.indexOf(edge) - (among.length - 1) / 2) * PORT_PITCH);
    const { label } = edge;
    if (!label) return [[edge.id, { points }]];
    const { x, y } = middleOfLine(points);
    return [[edge.id, { points, label: { x: x - label.width / 2, y: y - label.height / 2, ...label } }]];
  }));
}

function pairOf({ from, to }: LayoutEdge): string {
  return from < to ? `${from} ${to}` : `${to} ${from}`;
}

const LOOP = 40;

/**
 * The corners of a line from a box to another, or to itself, that looks at nothing between them.
 *
 * @param shift How far its ends are from the middles of their sides.
 */
export function straightLine(from: Box, to: Box, shift: number = 0): Point[] {
  if (from === to) return loop(from, shift);
  const [side, other] = facingSides(from, to);
  const [begin, end] = [
    shifted(portAt(from, side, 0, 1), side, shift),
    shifted(portAt(to, other, 0, 1), other, shift),
  ];
  const isUpright = side === "top" || side === "bottom";
  if (isUpright ? Math.abs(begin.x - end.x) < 1 : Math.abs(begin.y - end.y) < 1) return [begin, end];
  if (isUpright) {
    const y = (begin.y + end.y) / 2;
    return [begin, { x: begin.x, y }, { x: end.x, y }, end];
  }
  const x = (begin.x + end.x) / 2;
  return [begin, { x, y: begin.y }, { x, y: end.y }, end];
}

function loop({ x, y, width, height }: Box, shift: number): Point[] {
  const [right, out] = [x + width, x + width + LOOP + Math.abs(shift)];
  return [
    { x: right, y: y + height * 0.3 },
    { x: out, y: y + height * 0.3 },
    { x: out, y: y + height * 0.7 },
    { x: right, y: y + height * 0.7 },
  ];
}

function shifted(point: Point, side: EdgeSide, by: number): Point {
  return side === "top" || side === "bottom"
    ? { x: point.x + by, y: point.y }
    : { x: point.x, y: point.y + by };
}

/** The middle of the longest part of a line. */
export function middleOfLine(points: readonly Point[]): Point {
  let [best, length] = [points[0] ?? { x: 0, y: 0 }, -1];
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (!next) break;
    const long = Math.abs(next.x - point.x) + Math.abs(next.y - point.y);
    if (long > length) [best, length] = [{ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }, long];
  }
  return best;
}
