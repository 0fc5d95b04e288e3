/**
 * The straight pieces of the lines of a drawing, in arrays of numbers: a large one has hundreds of thousands.
 *
 * @module
 */
import type { DrawnEdge } from "./drawing.ts";

/** Segments: number `i` leads from `x1[i]`, `y1[i]` to `x2[i]`, `y2[i]` and belongs to the edge with index `edge[i]`. */
export class Segments {
  readonly count: number;
  readonly edge: Int32Array;
  readonly x1: Float64Array;
  readonly y1: Float64Array;
  readonly x2: Float64Array;
  readonly y2: Float64Array;
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly top: Float64Array;
  readonly bottom: Float64Array;

  private constructor(count: number) {
    this.count = count;
    this.edge = new Int32Array(count);
    this.x1 = new Float64Array(count);
    this.y1 = new Float64Array(count);
    this.x2 = new Float64Array(count);
    this.y2 = new Float64Array(count);
    this.left = new Float64Array(count);
    this.right = new Float64Array(count);
    this.top = new Float64Array(count);
    this.bottom = new Float64Array(count);
  }

  /** Takes lines apart. */
  static of(edges: readonly DrawnEdge[]): Segments {
    const count = edges.reduce((sum, { points }) => sum + Math.max(0, points.length - 1), 0);
    const segments = new Segments(count);
    let at = 0;
    edges.forEach(({ points }, edge) => {
      for (let i = 1; i < points.length; i++) {
        const a = points[i - 1]!; // within the list
        const b = points[i]!;
        segments.#set(at++, edge, a.x, a.y, b.x, b.y);
      }
    });
    return segments;
  }

  /** The same segments, from the highest to the lowest by their upper ends. */
  sortedByTop(): Segments {
    const order = Array.from({ length: this.count }, (_, i) => i);
    order.sort((a, b) => this.top[a]! - this.top[b]! || a - b);
    const sorted = new Segments(this.count);
    order.forEach((from, to) => {
      sorted.#set(to, this.edge[from]!, this.x1[from]!, this.y1[from]!, this.x2[from]!, this.y2[from]!);
    });
    return sorted;
  }

  /** True when a point lies inside both segments, farther than `touch` from their ends' lines. */
  cross(a: number, b: number, touch: number): boolean {
    return this.#isSplit(a, b, touch) && this.#isSplit(b, a, touch);
  }

  /** How long two segments that are almost parallel run with no more than `narrow` between them. */
  sharedLength(a: number, b: number, narrow: number): number {
    const x = this.x1[a]!;
    const y = this.y1[a]!;
    const length = Math.hypot(this.x2[a]! - x, this.y2[a]! - y);
    if (length === 0) return 0;
    const dx = (this.x2[a]! - x) / length;
    const dy = (this.y2[a]! - y) / length;
    // The ends of `b` along and aside of `a`, and the part of it that runs beside `a`.
    const [along1, aside1] = [
      dx * (this.x1[b]! - x) + dy * (this.y1[b]! - y),
      dx * (this.y1[b]! - y) - dy * (this.x1[b]! - x),
    ];
    const [along2, aside2] = [
      dx * (this.x2[b]! - x) + dy * (this.y2[b]! - y),
      dx * (this.y2[b]! - y) - dy * (this.x2[b]! - x),
    ];
    let from = Math.max(0, Math.min(along1, along2));
    let to = Math.min(length, Math.max(along1, along2));
    const slope = (aside2 - aside1) / (along2 - along1);
    if (Math.abs(aside2 - aside1) > 1e-9 && Number.isFinite(slope) && slope !== 0) {
      const near = along1 + (-narrow - aside1) / slope;
      const far = along1 + (narrow - aside1) / slope;
      from = Math.max(from, Math.min(near, far));
      to = Math.min(to, Math.max(near, far));
    } else if (Math.abs(aside1) > narrow) return 0;
    return Math.max(0, to - from);
  }

  /** True when the ends of `b` lie on different sides of the line through `a`. */
  #isSplit(a: number, b: number, touch: number): boolean {
    const x = this.x1[a]!;
    const y = this.y1[a]!;
    const dx = this.x2[a]! - x;
    const dy = this.y2[a]! - y;
    const least = touch * Math.sqrt(dx * dx + dy * dy);
    const one = dx * (this.y1[b]! - y) - dy * (this.x1[b]! - x);
    const other = dx * (this.y2[b]! - y) - dy * (this.x2[b]! - x);
    return (one > least && other < -least) || (one < -least && other > least);
  }

  #set(at: number, edge: number, x1: number, y1: number, x2: number, y2: number): void {
    this.edge[at] = edge;
    this.x1[at] = x1;
    this.y1[at] = y1;
    this.x2[at] = x2;
    this.y2[at] = y2;
    this.left[at] = Math.min(x1, x2);
    this.right[at] = Math.max(x1, x2);
    this.top[at] = Math.min(y1, y2);
    this.bottom[at] = Math.max(y1, y2);
  }
}
