import type { Point } from "../../geometry/box.ts";
import type { Jog } from "../../layout/coordinates/stack_layers.ts";
import { assignTracks } from "../../layout/routing/assign_tracks.ts";

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
 * Routes links between columns with right angles: each has a vertical lane in the gaps, ordered so that few cross, and
 * above the columns where it passes over one, so that none crosses a card or lies on another.
 *
 * @param edges The left and right edge of each column.
 */
export function routeLinks(
  spans: readonly LinkSpan[],
  edges: readonly { readonly left: number; readonly right: number }[],
): Point[][] {
  let passing = 0;
  const lines = spans.map(({ columns: [left, right], heights }) => ({
    left,
    right,
    out: heights[0] - SHIFT / 2,
    into: heights[1] + SHIFT / 2,
    over: right - left === 1 ? undefined : MARGIN / 2 + passing++ * LANE,
  }));
  // Lanes are level parts of lines that lead from left to right, seen from the side.
  const lanes = edges.map((): Jog[] => []);
  const add = (gap: number, edge: number, from: number, to: number) => {
    const lane = { edge, low: Math.min(from, to), high: Math.max(from, to), up: [from], down: [to] };
    return lanes[gap]!.push(lane) - 1;
  };
  const places = lines.map(({ left, right, out, into, over }, edge) =>
    over === undefined
      ? [add(left, edge, out, into)]
      : [add(left, edge, out, over), add(right - 1, edge, over, into)]
  );
  const tracks = lanes.map(assignTracks);
  const laneOf = (gap: number, at: number) => edges[gap]!.right + MARGIN + tracks[gap]![at]! * LANE;
  return lines.map(({ left, right, out, into, over }, link) => {
    const [first, last] = places[link]!;
    const start = { x: edges[left]!.right, y: out };
    const end = { x: edges[right]!.left, y: into };
    const x = laneOf(left, first!);
    if (over === undefined || last === undefined) return [start, { x, y: out }, { x, y: into }, end];
    const down = laneOf(right - 1, last);
    return [start, { x, y: out }, { x, y: over }, { x: down, y: over }, { x: down, y: into }, end];
  });
}
