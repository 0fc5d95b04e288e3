import type { Point } from "../layout/graph.ts";

/** A place on a curve, or one that bends it. */
export type EdgePoint = Point;

/** One cubic Bézier curve. */
export interface EdgeCurve {
  /** Where it begins. */
  readonly p0: EdgePoint;
  /** Where it heads at its beginning. */
  readonly p1: EdgePoint;
  /** Where it comes from at its end. */
  readonly p2: EdgePoint;
  /** Where it ends. */
  readonly p3: EdgePoint;
  /** SVG path data: `M x y C ...`. */
  readonly path: string;
  /** The place at `t`, from 0, exactly `p0`, to 1, exactly `p3`. */
  at(t: number): EdgePoint;
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
