import type { Box, Point } from "../../geometry/box.ts";
import type { DrawnEdge, DrawnState } from "../drawing/machine_drawing.ts";

/**
 * The corners of a line whose ends lie on the outlines of its states. They lie on the boxes already; the ends of a
 * history state are half circles, and the corners of its box stand off from them.
 */
export function linePoints(edge: DrawnEdge, states: ReadonlyMap<string, DrawnState>): readonly Point[] {
  const points = [...edge.points];
  const [first] = points;
  const last = points.at(-1);
  const source = states.get(edge.from);
  const target = states.get(edge.to);
  if (first && source?.shape === "history") points[0] = onRoundEnds(first, source.box);
  if (last && target?.shape === "history") points[points.length - 1] = onRoundEnds(last, target.box);
  return points;
}

/** The point of an outline with half circles for ends, above or below a point on the top or bottom of its box. */
function onRoundEnds(point: Point, { x, y, width, height }: Box): Point {
  const radius = height / 2;
  const beyond = Math.min(radius, Math.max(x + radius - point.x, point.x - (x + width - radius), 0));
  const inwards = radius - Math.sqrt(radius * radius - beyond * beyond);
  return { x: point.x, y: point.y < y + radius ? point.y + inwards : point.y - inwards };
}
