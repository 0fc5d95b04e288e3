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

/** A link with the left card, its column and that of the right one, and the heights at which it leaves and enters them. */
export interface LinkSpan {
  readonly card: string;
  readonly columns: readonly [left: number, right: number];
  readonly heights: readonly [left: number, right: number];
}

/** The room that lines need, and their routes once the columns have places. */
export interface LinkPlan {
  /** The width of the gap to the right of each column. */
  readonly gaps: readonly number[];
  /** The height of the channel above the columns; 0 when no line passes over one. */
  readonly above: number;
  /** The corners of each line. The channel ends at height 0. */
  readonly routes: (edges: readonly { readonly left: number; readonly right: number }[]) => Point[][];
}

/** The room between lines. */
const LANE = 10;
/** The room between a line and a card. */
const MARGIN = 14;
/** The offset of lines that enter from the left, so that none lies on one that leaves at the same height. */
const SHIFT = 4;
/** Beyond all heights, so that places in different gaps are far apart. */
const FAR = 1e6;

/** Links that share a line where it is upright or passes over columns. */
interface Bundle {
  readonly left: number;
  /** The indices of the links, by right column. */
  readonly into: ReadonlyMap<number, readonly number[]>;
  readonly isOver: boolean;
}

/** Links from one card over columns share a line that branches; one between neighbouring columns has a line of its own. */
function bundlesOf(spans: readonly LinkSpan[]): Bundle[] {
  const keyOf = ({ card, columns: [left, right] }: LinkSpan, at: number) => right - left > 1 ? card : at;
  return [...Map.groupBy(spans.keys(), (at) => keyOf(spans[at]!, at))].map(([key, of]) => ({
    left: spans[of[0]!]!.columns[0],
    into: Map.groupBy(of, (at) => spans[at]!.columns[1]),
    isOver: typeof key === "string",
  }));
}

/** The height of the channel above the columns, and that of each line in it. */
function channelOf(
  bundles: readonly Bundle[],
  outOf: (at: number) => number,
  intoOf: (at: number) => number,
) {
  const passing = bundles.filter(({ isOver }) => isOver);
  const levels = assignTracks(passing.map(({ left, into }, edge): Jog => {
    const of = [...into];
    // In a gap, lines from higher cards go up further left, and lines to higher cards come down further right.
    const low = left * 4 * FAR + Math.min(...of.flatMap(([, ats]) => ats.map(outOf)));
    const ends = of.map(([right, ats]) => (4 * right - 1) * FAR - Math.min(...ats.map(intoOf)));
    return { edge, low, high: Math.max(...ends), up: [], down: [low, ...ends] };
  }));
  const above = passing.length === 0 ? 0 : (Math.max(...levels) + 1) * LANE + MARGIN;
  const heightOf = new Map(passing.map((bundle, at) => [bundle, MARGIN / 2 + levels[at]! * LANE - above]));
  return { above, heightOf };
}

/**
 * Plans lines with right angles: each has an upright lane in the gaps between columns, and a level one above the columns
 * where it passes over one, so that none crosses a card. Lanes are ordered so that few lines cross.
 *
 * @param least The least width of a gap.
 */
export function planLinks(spans: readonly LinkSpan[], columns: number, least: number): LinkPlan {
  const outOf = (at: number) => spans[at]!.heights[0] - SHIFT / 2;
  const intoOf = (at: number) => spans[at]!.heights[1] + SHIFT / 2;
  const bundles = bundlesOf(spans);
  const { above, heightOf } = channelOf(bundles, outOf, intoOf);
  // Lanes are level parts of lines that lead from left to right, seen from the side.
  const lanes = Array.from({ length: columns }, (): Jog[] => []);
  const add = (gap: number, up: number[], down: number[]) => {
    const ends = [...up, ...down];
    const lane = { edge: lanes[gap]!.length, low: Math.min(...ends), high: Math.max(...ends), up, down };
    return lanes[gap]!.push(lane) - 1;
  };
  const lines = bundles.flatMap((bundle) => {
    const { left, into } = bundle;
    const outs = [...into.values()].flat().map(outOf);
    const y = heightOf.get(bundle);
    const first = add(left, outs, y === undefined ? [...into.values()].flat().map(intoOf) : [y]);
    return [...into].map(([right, of]) => ({
      of,
      left,
      right,
      first,
      over: y === undefined ? undefined : { y, last: add(right - 1, [y], of.map(intoOf)) },
    }));
  });
  const tracks = lanes.map(assignTracks);
  return {
    above,
    gaps: tracks.map((own) => Math.max(least, 2 * MARGIN + Math.max(0, ...own) * LANE)),
    routes: (edges) => {
      const laneOf = (gap: number, at: number) => edges[gap]!.right + MARGIN + tracks[gap]![at]! * LANE;
      const routes: Point[][] = [];
      for (const { of, left, right, first, over } of lines) {
        const x = laneOf(left, first);
        const last = over === undefined ? x : laneOf(right - 1, over.last);
        const top = over === undefined ? [] : [{ x, y: over.y }, { x: last, y: over.y }];
        for (const at of of) {
          const [start, end] = [outOf(at), intoOf(at)];
          const from = [{ x: edges[left]!.right, y: start }, { x, y: start }];
          routes[at] = [...from, ...top, { x: last, y: end }, { x: edges[right]!.left, y: end }];
        }
      }
      return routes;
    },
  };
}
