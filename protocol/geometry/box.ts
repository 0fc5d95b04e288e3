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

/** The box moved by a vector. */
export function moved(box: Box, by: Point): Box {
  return { ...box, x: box.x + by.x, y: box.y + by.y };
}

/** The box with insets added on every side. */
export function expanded(box: Box, { top, right, bottom, left }: Insets): Box {
  return {
    x: box.x - left,
    y: box.y - top,
    width: box.width + left + right,
    height: box.height + top + bottom,
  };
}

/** Equal insets on all sides. */
export function evenly(distance: number): Insets {
  return { top: distance, right: distance, bottom: distance, left: distance };
}

/** Checks whether two boxes have at least a border in common; one of them may have no width or height. */
export function touches(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

/** Checks whether two boxes share an area; boxes that only touch do not. */
export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Checks whether one box lies within another. */
export function contains(outer: Box, inner: Box): boolean {
  return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height;
}

/** The smallest box around boxes; an empty box at the origin around none. */
export function boundsOf(boxes: Iterable<Box>): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  if (left > right) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The smallest box around the points of a line and its label; without boxes for the points, of which a drawing has thousands. */
export function boundsOfLine(points: readonly Point[], label?: Box): Box {
  let { x: left, y: top } = label ?? { x: Infinity, y: Infinity };
  let [right, bottom] = label ? [left + label.width, top + label.height] : [-Infinity, -Infinity];
  for (const { x, y } of points) {
    if (x < left) left = x;
    if (y < top) top = y;
    if (x > right) right = x;
    if (y > bottom) bottom = y;
  }
  if (left > right) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** A point as a box without size. */
export function boxAt({ x, y }: Point): Box {
  return { x, y, width: 0, height: 0 };
}

/** The center of a box. */
export function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The distance of two points. `Math.hypot` may differ in its last bit between engines; a square root may not. */
export function distance(a: Point, b: Point): number {
  const x = b.x - a.x;
  const y = b.y - a.y;
  return Math.sqrt(x * x + y * y);
}

/** Checks whether a straight line enters the inside of a box. */
export function enters(from: Point, to: Point, box: Box): boolean {
  return entryOf(from, to, box) < Infinity;
}

/** The position on a line, from 0 to 1, at which it enters a box; `Infinity` when it does not. */
function entryOf(from: Point, to: Point, { x, y, width, height }: Box): number {
  const across = stretch(from.x, to.x - from.x, x, x + width);
  const along = stretch(from.y, to.y - from.y, y, y + height);
  const enter = Math.max(0, across.enter, along.enter);
  return enter < Math.min(1, across.leave, along.leave) - 1e-9 ? enter : Infinity;
}

/** The part of a line, from 0 to 1, that is inside of the bounds. */
function stretch(start: number, way: number, low: number, high: number): { enter: number; leave: number } {
  if (way === 0) {
    return start > low && start < high
      ? { enter: -Infinity, leave: Infinity }
      : { enter: Infinity, leave: -Infinity };
  }
  const [a, b] = [(low - start) / way, (high - start) / way];
  return { enter: Math.min(a, b), leave: Math.max(a, b) };
}
