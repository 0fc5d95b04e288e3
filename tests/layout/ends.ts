/**
 * Measures the ends of lines.
 *
 * @module
 */
import type { Point } from "@loom/protocol";
import type { Drawing } from "./drawing.ts";

/** The least length of the square part of an end, and the widest it may lean, in world units. */
const SQUARE = 12;
const LEAN = 0.6;

/** Edges, by id, of which an end does not stand square on a border for the length of an arrow head. */
export function slantedEnds({ edges }: Drawing): string[] {
  return edges.filter(({ points }) =>
    !isSquare(points[0], points[1]) || !isSquare(points.at(-1), points.at(-2))
  ).map(({ id }) => id);
}

function isSquare(tip: Point | undefined, next: Point | undefined): boolean {
  if (!tip || !next) return false;
  const [across, along] = [Math.abs(tip.x - next.x), Math.abs(tip.y - next.y)];
  return Math.min(across, along) <= LEAN && Math.max(across, along) >= SQUARE;
}
