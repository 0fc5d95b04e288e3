import type { Box, Insets, Point, Size } from "../geometry/box.ts";
import type { EdgeRoute } from "./graph/graph.ts";

/** The point mirrored at the diagonal. */
export function transposedPoint({ x, y }: Point): Point {
  return { x: y, y: x };
}

/** The box mirrored at the diagonal. */
export function transposedBox({ x, y, width, height }: Box): Box {
  return { x: y, y: x, width: height, height: width };
}

/** The size mirrored at the diagonal. */
export function transposedSize({ width, height }: Size): Size {
  return { width: height, height: width };
}

/** The insets mirrored at the diagonal. */
export function transposedInsets({ top, right, bottom, left }: Insets): Insets {
  return { top: left, right: bottom, bottom: right, left: top };
}

/** The routes mirrored at the diagonal. */
export function transposedRoute({ points, label }: EdgeRoute): EdgeRoute {
  return { points: points.map(transposedPoint), ...(label ? { label: transposedBox(label) } : {}) };
}
