import type { Layering, LevelGraph } from "../graph/level.ts";
import type { LayoutSettings } from "../options.ts";
import { componentsOf } from "./assign_layers.ts";
import { type Extent, measuredRanks } from "./measured_ranks.ts";

/** The most columns that a part is folded into. */
const MOST_COLUMNS = 8;
/** A part is folded when it is so many times as tall as the wanted ratio asks for. */
const TALLEST = 1.5;
/** Each further column must bring the ratio, as a logarithm, nearer to the wanted one by this. */
const WORTH = 0.15;

/**
 * Folds parts of a level that are too tall: their layers are cut into columns that lie side by side. Every second column
 * leads upwards, so that the lines between two columns are short.
 *
 * @param aspect The wanted ratio of width to height.
 */
export function foldLayers(
  level: LevelGraph,
  layering: Layering,
  aspect: number,
  settings: LayoutSettings,
): Layering {
  if (level.row) return layering;
  const { span } = layering;
  const rank = Int32Array.from(layering.layerOf, (layer) => layer / span);
  const component = componentsOf(
    level.nodes.length,
    level.edges.map(({ from }) => from),
    level.edges.map(({ to }) => to),
  );
  for (const members of Map.groupBy(level.nodes.keys(), (node) => component[node]!).values()) {
    foldPart(members, rank, measuredRanks(level, members, rank, settings), aspect, settings);
  }
  const last = rank.reduce((most, value) => Math.max(most, value), 0);
  return { span, layerOf: rank.map((value) => value * span), layerCount: last * span + 1 };
}

function foldPart(
  members: readonly number[],
  rank: Int32Array,
  extents: readonly Extent[],
  aspect: number,
  settings: LayoutSettings,
): void {
  let best = columnsOf(extents, 1, settings);
  if (best.ratio * TALLEST >= aspect) return;
  let distance = Math.abs(Math.log(best.ratio / aspect));
  for (let count = 2; count <= Math.min(MOST_COLUMNS, extents.length); count++) {
    const tried = columnsOf(extents, count, settings);
    const reached = Math.abs(Math.log(tried.ratio / aspect));
    if (reached > distance - WORTH) continue;
    best = tried;
    distance = reached;
  }
  for (const node of members) rank[node] = best.rankOf[rank[node]!]!;
}

/** Columns of a part. */
interface Columns {
  /** The ratio of width to height. */
  readonly ratio: number;
  /** The new rank, by rank. */
  readonly rankOf: readonly number[];
}

/** Cuts ranks into so many columns of about the same height. */
function columnsOf(extents: readonly Extent[], count: number, { nodeGap, lines }: LayoutSettings): Columns {
  const whole = extents.reduce((sum, { height }) => sum + height, 0);
  const columns: number[][] = [[]];
  let sum = 0;
  extents.forEach(({ height }, rank) => {
    // A rank belongs to the column in which most of it lies.
    const at = Math.min(count - 1, Math.floor(count * (sum + height / 2) / whole));
    (columns[at] ??= []).push(rank);
    sum += height;
  });
  const inOrder = Object.values(columns).map((ranks, column) =>
    column % 2 === 0 ? ranks : ranks.toReversed()
  );
  const width = inOrder.reduce(
    (total, ranks) => total + nodeGap + ranks.reduce((most, rank) => Math.max(most, extents[rank]!.width), 0),
    -nodeGap,
  );
  const { rankOf, height } = lines === "upright" ? byHeight(inOrder, extents) : byPlace(inOrder, extents);
  return { ratio: width / Math.max(1, height), rankOf };
}

/** The new ranks and the height of columns whose ranks lie in rows. */
function byPlace(
  columns: readonly (readonly number[])[],
  extents: readonly Extent[],
): { rankOf: number[]; height: number } {
  const rankOf: number[] = [];
  const heights: number[] = [];
  for (const ranks of columns) {
    ranks.forEach((rank, at) => {
      rankOf[rank] = at;
      heights[at] = Math.max(heights[at] ?? 0, extents[rank]!.height);
    });
  }
  return { rankOf, height: heights.reduce((total, height) => total + height, 0) };
}

/** The same where several ranks of a column may lie beside a high one of another: those at about the same height are one. */
function byHeight(
  columns: readonly (readonly number[])[],
  extents: readonly Extent[],
): { rankOf: number[]; height: number } {
  const heightOf = (ranks: readonly number[]) => ranks.reduce((sum, rank) => sum + extents[rank]!.height, 0);
  const height = columns.reduce((most, ranks) => Math.max(most, heightOf(ranks)), 0);
  const places = columns.flatMap((ranks, column) => {
    let top = column % 2 === 0 ? 0 : height - heightOf(ranks);
    return ranks.map((rank) => {
      const place = {
        rank,
        column,
        middle: top + extents[rank]!.height / 2,
        half: extents[rank]!.height / 2,
      };
      top += extents[rank]!.height;
      return place;
    });
  }).sort((a, b) => a.middle - b.middle || a.column - b.column);
  const rankOf: number[] = [];
  let last = -1;
  let group: typeof places = [];
  for (const place of places) {
    const isNear = group.every(({ column, middle, half }) =>
      column !== place.column && place.middle - middle < Math.min(half, place.half)
    );
    if (!isNear || last < 0) {
      last += 1;
      group = [];
    }
    group.push(place);
    rankOf[place.rank] = last;
  }
  return { rankOf, height };
}
