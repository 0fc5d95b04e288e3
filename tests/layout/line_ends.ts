/**
 * Finds lines that do not end where they should, or go astray on the way.
 *
 * @module
 */
import type { Box, Point } from "@loom/protocol";
import type { Drawing } from "./drawing.ts";

/** How far off a border a line may end, in world units. */
const SLACK = 0.5;

/** Edges, by id, whose lines do not lead from the border of one end to that of the other. */
export function looseEdges({ boxes, edges }: Drawing): string[] {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const isOn = (point: Point | undefined, id: string) => {
    const box = byId.get(id);
    return point !== undefined && box !== undefined && isOnBorder(point, box);
  };
  return edges
    .filter(({ from, to, points }) => points.length < 2 || !isOn(points[0], from) || !isOn(points.at(-1), to))
    .map(({ id }) => id);
}

/** Edges, by id, whose lines reach farther than `room` beyond everything that has a box. */
export function strayEdges({ boxes, edges }: Drawing, room: number): string[] {
  const left = Math.min(...boxes.map(({ x }) => x)) - room;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + room;
  const top = Math.min(...boxes.map(({ y }) => y)) - room;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + room;
  return edges
    .filter(({ points }) => points.some(({ x, y }) => x < left || x > right || y < top || y > bottom))
    .map(({ id }) => id);
}

function isOnBorder({ x, y }: Point, box: Box): boolean {
  const across = Math.min(Math.abs(x - box.x), Math.abs(x - box.x - box.width));
  const along = Math.min(Math.abs(y - box.y), Math.abs(y - box.y - box.height));
  const isInWidth = x >= box.x - SLACK && x <= box.x + box.width + SLACK;
  const isInHeight = y >= box.y - SLACK && y <= box.y + box.height + SLACK;
  return isInWidth && isInHeight && Math.min(across, along) <= SLACK;
}
