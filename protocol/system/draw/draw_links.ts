import type { Point } from "../../geometry/box.ts";

/** A link between two cards, drawn from row to row. */
export interface DrawnLink {
  /** The path of one member. */
  readonly from: string;
  /** The path of the other. */
  readonly to: string;
  /** The link in words. */
  readonly text: string;
  /** The corners of its line. */
  readonly points: readonly Point[];
}

/** A link with the cards that it joins, the left one first. */
export interface LinkSpan {
  /** The columns. */
  readonly columns: readonly [left: number, right: number];
  /** The heights at which it leaves and enters the cards. */
  readonly heights: readonly [left: number, right: number];
}

/** The room between lines. */
const LANE = 10;
/** The room between a line and a card. */
const MARGIN = 14;
/** The offset of lines that enter from the left, so that none lies on one that leaves at the same height. */
const SHIFT = 4;

/** The gap to the right of each column, wide enough for a lane of each line in it. */
export function gapsFor(spans: readonly LinkSpan["columns"][], columns: number, least: number): number[] {
  return Array.from({ length: columns }, (_, gap) => {
    const lanes = spans.filter(([left, right]) => gap === left || gap === right - 1).length;
    return Math.max(least, 2 * MARGIN + Math.max(0, lanes - 1) * LANE);
  });
}

/** The room above the columns for lines that pass over a column. */
export function channelHeight(spans: readonly LinkSpan["columns"][]): number {
  const passing = spans.filter(([left, right]) => right - left > 1).length;
  return passing === 0 ? 0 : passing * LANE + MARGIN;
}

/**
 * Routes links between columns with right angles: each has a vertical lane of its own in the gaps, and above the columns
 * where it passes over one, so that none crosses a card or lies on another.
 *
 * @param edges The left and right edge of each column.
 */
export function routeLinks(
  spans: readonly LinkSpan[],
  edges: readonly { readonly left: number; readonly right: number }[],
): Point[][] {
  const used = new Map<number, number>();
  let passing = 0;
  const lane = (gap: number) => {
    const index = used.get(gap) ?? 0;
    used.set(gap, index + 1);
    return (edges[gap]?.right ?? 0) + MARGIN + index * LANE;
  };
  return spans.map(({ columns: [left, right], heights }) => {
    const [out, into] = [heights[0] - SHIFT / 2, heights[1] + SHIFT / 2];
    const start = { x: edges[left]?.right ?? 0, y: out };
    const end = { x: edges[right]?.left ?? 0, y: into };
    const first = lane(left);
    if (right - left === 1) return [start, { x: first, y: out }, { x: first, y: into }, end];
    const last = lane(right - 1);
    const over = MARGIN / 2 + passing++ * LANE;
    return [
      start,
      { x: first, y: out },
      { x: first, y: over },
      { x: last, y: over },
      { x: last, y: into },
      end,
    ];
  });
}
