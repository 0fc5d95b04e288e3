/** A place in the plane: x to the right, y downwards, in world units. */
export interface Point {
  /** To the right. */
  readonly x: number;
  /** Downwards. */
  readonly y: number;
}

/** A width and a height, in world units. */
export interface Size {
  /** From side to side; 0 or more. */
  readonly width: number;
  /** From top to bottom; 0 or more. */
  readonly height: number;
}

/** A rectangle by its top left corner and its size. */
export interface Box extends Point, Size {}

/** Distances from the four sides of a box. */
export interface Insets {
  /** From the upper side. */
  readonly top: number;
  /** From the right side. */
  readonly right: number;
  /** From the lower side. */
  readonly bottom: number;
  /** From the left side. */
  readonly left: number;
}

/** The place of a state on a canvas: a {@linkcode Box} in world units. */
export type LayoutBox = Box;

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

/** Whether two boxes share an area; boxes that only touch do not. */
export function overlaps(a: Box, b: Box): boolean {
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

/** The distance of two points. `Math.hypot` may differ in its last bit between engines; a square root may not. */
export function distance(a: Point, b: Point): number {
  const x = b.x - a.x;
  const y = b.y - a.y;
  return Math.sqrt(x * x + y * y);
}
