import type { Box, Point } from "./box.ts";
import { type EdgeSide, facingSides, PORT_PITCH, portAt } from "./ports.ts";

/** A place on a curve, or one that bends it. */
export type EdgePoint = Point;

/** One cubic Bézier curve. */
export interface EdgeCurve {
  /** The start point. */
  readonly p0: EdgePoint;
  /** The control point of the start. */
  readonly p1: EdgePoint;
  /** The control point of the end. */
  readonly p2: EdgePoint;
  /** The end point. */
  readonly p3: EdgePoint;
  /** SVG path data: `M x y C ...`. */
  readonly path: string;
  /** The place at `t`, from 0, exactly `p0`, to 1, exactly `p3`. */
  at(t: number): EdgePoint;
}

/** The distance that the loop of an edge from a box to itself extends beyond the box. */
export const SELF_LOOP_BULGE = 48;

const LEAST_REACH = 40;
/** The center of a self loop's chip, relative to the loop's right end and the middle of the box. */
const LOOP_CHIP = { x: 30, y: 4 };

const OUTWARD: Record<EdgeSide, EdgePoint> = {
  top: { x: 0, y: -1 },
  right: { x: 1, y: 0 },
  bottom: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
};

/** The curve of the only edge between two boxes, from the middle of one side to the middle of another. */
export function edgeCurve(source: Box, target: Box): EdgeCurve {
  const [from, to] = facingSides(source, target);
  return curveBetween(portAt(source, from, 0, 1), from, portAt(target, to, 0, 1), to);
}

/** The curve from a place on one side of a box to a place on a side of another; it meets both at right angles. */
export function curveBetween(start: EdgePoint, from: EdgeSide, end: EdgePoint, to: EdgeSide): EdgeCurve {
  const distance = from === "top" || from === "bottom" ? end.y - start.y : end.x - start.x;
  const reach = Math.max(LEAST_REACH, Math.abs(distance) / 2);
  return bezier(start, outward(start, from, reach), outward(end, to, reach), end);
}

/**
 * The curve of an edge from a box to itself: out of the right side, {@linkcode SELF_LOOP_BULGE} far, and back.
 *
 * @param nth The number of other loops of the box inside this one.
 */
export function selfLoopCurve(box: Box, nth: number = 0): EdgeCurve {
  const right = box.x + box.width;
  const middle = box.y + box.height / 2;
  const spread = box.height * (0.25 + 0.2 * nth / (nth + 1));
  // A cubic curve reaches three quarters of the way to its inner points.
  const reach = loopBulge(nth) * 4 / 3;
  const start = { x: right, y: middle - spread };
  const end = { x: right, y: middle + spread };
  return bezier(start, outward(start, "right", reach), outward(end, "right", reach), end);
}

/** The middle of the chip of a self loop, beside the loop. */
export function selfLoopChipPoint(box: Box, nth: number = 0): EdgePoint {
  return {
    x: box.x + box.width + loopBulge(nth) + LOOP_CHIP.x,
    y: box.y + box.height / 2 + LOOP_CHIP.y,
  };
}

function loopBulge(nth: number): number {
  return SELF_LOOP_BULGE + nth * PORT_PITCH;
}

function outward(point: EdgePoint, side: EdgeSide, distance: number): EdgePoint {
  const direction = OUTWARD[side];
  return { x: point.x + direction.x * distance, y: point.y + direction.y * distance };
}

/** The cubic Bézier curve with these four points. */
export function bezier(p0: EdgePoint, p1: EdgePoint, p2: EdgePoint, p3: EdgePoint): EdgeCurve {
  return {
    p0,
    p1,
    p2,
    p3,
    path: `M ${p0.x} ${p0.y} C ${p1.x} ${p1.y}, ${p2.x} ${p2.y}, ${p3.x} ${p3.y}`,
    at: (t) => ({ x: cubic(p0.x, p1.x, p2.x, p3.x, t), y: cubic(p0.y, p1.y, p2.y, p3.y, t) }),
  };
}

/** Bernstein's form, which gives the first and last value without any rounding. */
function cubic(a: number, b: number, c: number, d: number, t: number): number {
  const u = 1 - t;
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
}
