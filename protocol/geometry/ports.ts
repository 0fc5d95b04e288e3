import type { Box, Point } from "./box.ts";

/** A side of a box. */
export type EdgeSide = "top" | "right" | "bottom" | "left";

/** The usual distance between two places where edges touch the same side of a box. */
export const PORT_PITCH = 24;
/** The share of a side that edges use; the corners stay free. */
export const PORT_SPREAD = 0.7;

/**
 * The sides that two boxes turn to each other: the side of the source, then that of the target. Above and below
 * come first unless the boxes are further apart to the side. Boxes without a gap between them get bottom and top.
 *
 * @example
 * ```ts
 * import { facingSides } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const upper = { x: 0, y: 0, width: 160, height: 60 };
 * const lower = { x: 40, y: 200, width: 160, height: 60 };
 * assertEquals(facingSides(upper, lower), ["bottom", "top"]);
 * assertEquals(facingSides(lower, upper), ["top", "bottom"]);
 * ```
 */
export function facingSides(source: Box, target: Box): [source: EdgeSide, target: EdgeSide] {
  const below = target.y - (source.y + source.height);
  const above = source.y - (target.y + target.height);
  const right = target.x - (source.x + source.width);
  const left = source.x - (target.x + target.width);
  const vertical = Math.max(below, above);
  const horizontal = Math.max(right, left);
  if (horizontal > 0 && !(vertical > 0 && vertical >= horizontal)) {
    return right > 0 ? ["right", "left"] : ["left", "right"];
  }
  return above > 0 ? ["top", "bottom"] : ["bottom", "top"];
}

/**
 * Position of edge number `index` of `count` on a side: spread around the middle, {@linkcode PORT_PITCH}
 * apart, or closer where the side is short.
 */
export function portAt(box: Box, side: EdgeSide, index: number, count: number): Point {
  const alongX = side === "top" || side === "bottom";
  const length = alongX ? box.width : box.height;
  const pitch = count > 1 ? Math.min(PORT_PITCH, PORT_SPREAD * length / (count - 1)) : 0;
  const along = length / 2 + (index - (count - 1) / 2) * pitch;
  if (alongX) return { x: box.x + along, y: side === "top" ? box.y : box.y + box.height };
  return { x: side === "left" ? box.x : box.x + box.width, y: box.y + along };
}
