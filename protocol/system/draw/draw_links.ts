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

/** The cards that a link joins: the left one, its column, and the column of the right one. */
export interface LinkColumns {
  readonly card: string;
  readonly columns: readonly [left: number, right: number];
}

/** A link with the heights at which it leaves the left card and enters the right one. */
export interface LinkSpan extends LinkColumns {
  readonly heights: readonly [left: number, right: number];
}

/** The room between lines. */
const LANE = 10;
/** The room between a line and a card. */
const MARGIN = 14;
/** The offset of lines that enter from the left, so that none lies on one that leaves at the same height. */
const SHIFT = 4;

/**
 * The indices of links that share a line where it is upright or passes over columns: those from one card over others into
 * one column. A link between neighbouring columns has a line of its own.
 */
function bundlesOf(links: readonly LinkColumns[]): { readonly isOver: boolean; readonly of: number[] }[] {
  const keyOf = ({ card, columns: [left, right] }: LinkColumns, at: number) =>
    right - left > 1 ? JSON.stringify([card, right]) : at;
  return [...Map.groupBy(links.keys(), (at) => keyOf(links[at]!, at))]
    .map(([key, of]) => ({ isOver: typeof key === "string", of }));
}

/** The gap to the right of each column, wide enough for a lane of each line in it. */
export function gapsFor(links: readonly LinkColumns[], columns: number, least: number): number[] {
  const bundles = bundlesOf(links).map(({ of }) => links[of[0]!]!.columns);
  return Array.from({ length: columns }, (_, gap) => {
    const lanes = bundles.filter(([left, right]) => gap === left || gap === right - 1).length;
    return Math.max(least, 2 * MARGIN + Math.max(0, lanes - 1) * LANE);
  });
}

/** The room above the columns for lines that pass over a column. */
export function channelHeight(links: readonly LinkColumns[]): number {
  const passing = bundlesOf(links).filter(({ isOver }) => isOver).length;
  return passing === 0 ? 0 : passing * LANE + MARGIN;
}

/**
 * Routes links between columns with right angles: each has a vertical lane in the gaps, ordered so that few cross, and
 * above the columns where it passes over one, so that none crosses a card. Links from one card over others into one
 * column share a line that branches.
 *
 * @param edges The left and right edge of each column.
 */
export function routeLinks(
  spans: readonly LinkSpan[],
  edges: readonly { readonly left: number; readonly right: number }[],
): Point[][] {
  let passing = 0;
  // Lanes are level parts of lines that lead from left to right, seen from the side.
  const lanes = edges.map((): Jog[] => []);
  const add = (gap: number, up: number[], down: number[]) => {
    const ends = [...up, ...down];
    const lane = { edge: lanes[gap]!.length, low: Math.min(...ends), high: Math.max(...ends), up, down };
    return lanes[gap]!.push(lane) - 1;
  };
  const outOf = (at: number) => spans[at]!.heights[0] - SHIFT / 2;
  const intoOf = (at: number) => spans[at]!.heights[1] + SHIFT / 2;
  const bundles = bundlesOf(spans).map(({ isOver, of }) => {
    const [left, right] = spans[of[0]!]!.columns;
    const [outs, intos] = [of.map(outOf), of.map(intoOf)];
    if (!isOver) return { of, left, right, first: add(left, outs, intos) };
    const over = MARGIN / 2 + passing++ * LANE;
    return { of, left, right, over, first: add(left, outs, [over]), last: add(right - 1, [over], intos) };
  });
  const tracks = lanes.map(assignTracks);
  const laneOf = (gap: number, at: number) => edges[gap]!.right + MARGIN + tracks[gap]![at]! * LANE;
  const routes: Point[][] = [];
  for (const { of, left, right, over, first, last } of bundles) {
    const x = laneOf(left, first);
    for (const at of of) {
      const start = { x: edges[left]!.right, y: outOf(at) };
      const end = { x: edges[right]!.left, y: intoOf(at) };
      const between = over === undefined || last === undefined
        ? [{ x, y: start.y }, { x, y: end.y }]
        : [{ x, y: start.y }, { x, y: over }, { x: laneOf(right - 1, last), y: over }, {
          x: laneOf(right - 1, last),
          y: end.y,
        }];
      routes[at] = [start, ...between, end];
    }
  }
  return routes;
}
