import type { Box, Insets, Point } from "../graph.ts";

/** The same box elsewhere. */
export function moved(box: Box, by: Point): Box {
  return { ...box, x: box.x + by.x, y: box.y + by.y };
}

/** A box with room around it. */
export function expanded(box: Box, { top, right, bottom, left }: Insets): Box {
  return {
    x: box.x - left,
    y: box.y - top,
    width: box.width + left + right,
    height: box.height + top + bottom,
  };
}

/** The same distance on all sides. */
export function evenly(distance: number): Insets {
  return { top: distance, right: distance, bottom: distance, left: distance };
}

/** Whether two boxes share more than a border. */
export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** The least box around all, of which there must be one. */
export function around(boxes: readonly Box[]): Box {
  return boxes.reduce((a, b) => {
    const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
    return {
      x,
      y,
      width: Math.max(a.x + a.width, b.x + b.width) - x,
      height: Math.max(a.y + a.height, b.y + b.height) - y,
    };
  });
}

/** The middle of a box. */
export function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}
