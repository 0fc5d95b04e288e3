import type { Box, Point } from "../../geometry/box.ts";

/** The smallest box around boxes; nothing around none. */
export function boundsOf(boxes: Iterable<Box>): Box {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  if (left > right) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** A point as a box without size. */
export function boxAt({ x, y }: Point): Box {
  return { x, y, width: 0, height: 0 };
}

/** The box that is larger on every side. */
export function expanded({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** The box somewhere else. */
export function shifted({ x, y, width, height }: Box, by: Point): Box {
  return { x: x + by.x, y: y + by.y, width, height };
}

/** The box in whole units: its sides move to the nearest ones, so that boxes which did not overlap do not now. */
export function wholeBox({ x, y, width, height }: Box): Box {
  const left = Math.round(x);
  const top = Math.round(y);
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}
