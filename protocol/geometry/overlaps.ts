import type { Box } from "../layout/graph.ts";

/** Whether two boxes share an area; boxes that only touch do not. */
export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
