import type { Size } from "../../geometry/box.ts";
import type { Layering, LevelGraph } from "../graph/level.ts";
import type { LayoutSettings } from "../options.ts";
import { componentsOf } from "./assign_layers.ts";

/** The most heights that columns are cut to. */
const MOST_LIMITS = 40;
/** The ratio of width to height that unconnected parts are packed to. */
const PACKED = 1.5;

/** Layers of a level in columns, and the estimated size of everything in them. */
export interface Folding extends Size {
  /** The new layers of the nodes. */
  readonly layering: Layering;
  /** The greatest number of columns of a part; 1 for layers that are as before. */
  readonly columns: number;
  /** The column of every node within its part. */
  readonly columnOf: Int32Array;
  readonly down: boolean;
}

/**
 * Folds a level: its layers are cut into columns of limited height that lie side by side, for each limit into those that
 * are narrowest together, so that small nodes come to lie beside a large one. Every second column leads upwards, so that the lines between two columns are short;
 * there is also a folding in which all columns lead down.
 *
 * @returns the layers as they are, then the foldings, those with the highest columns first
 */
export function foldings(level: LevelGraph, layering: Layering, settings: LayoutSettings): Folding[] {
  const { span } = layering;
  const rank = Int32Array.from(layering.layerOf, (layer) => layer / span);
  const component = componentsOf(
    level.nodes.length,
    level.edges.map(({ from }) => from),
    level.edges.map(({ to }) => to),
  );
  const parts = [...Map.groupBy(level.nodes.keys(), (node) => level.row ? 0 : component[node]!).values()]
    .map((members): Part => ({ members, extents: extentsOf(level, members, rank, settings) }));
  const whole = parts.map(({ extents }) => [extents.map((_, at) => at)]);
  const plain = foldingOf(parts, whole, layering, settings, rank, false);
  if (level.row) return [plain];
  const found: Folding[] = [plain];
  const seen = new Set<string>();
  for (const limit of limitsOf(parts)) {
    const columns = parts.map(({ extents }) => columnsWithin(extents, limit, settings.nodeGap));
    const text = JSON.stringify(columns);
    if (seen.has(text) || columns.every(({ length }) => length === 1)) continue;
    seen.add(text);
    for (const down of [false, true]) {
      found.push(foldingOf(parts, columns, layering, settings, rank, down));
    }
  }
  return found;
}

/** A connected part of a level, and the room of its ranks. */
interface Part {
  readonly members: readonly number[];
  readonly extents: readonly Size[];
}

/** The estimated room of each rank of some nodes, their labels and the lines that pass them included. */
function extentsOf(
  level: LevelGraph,
  members: readonly number[],
  rank: Int32Array,
  { nodeGap, layerGap, edgeGap }: LayoutSettings,
): Size[] {
  const last = members.reduce((most, node) => Math.max(most, rank[node]!), 0);
  const extents = Array.from({ length: last + 1 }, () => ({ width: 0, height: 0, label: 0 }));
  for (const node of members) {
    const { width, height, margin } = level.nodes[node]!;
    const extent = extents[rank[node]!]!;
    extent.width += width + margin.left + margin.right + nodeGap;
    extent.height = Math.max(extent.height, height + margin.top + margin.bottom + layerGap);
  }
  const isMember = new Set(members);
  for (const { from, to, label } of level.edges) {
    if (!isMember.has(from) || !isMember.has(to)) continue;
    const [upper, lower] = [Math.min(rank[from]!, rank[to]!), Math.max(rank[from]!, rank[to]!)];
    for (let at = upper + 1; at < lower; at++) extents[at]!.width += edgeGap;
    extents[upper]!.label = Math.max(extents[upper]!.label, label?.height ?? 0);
  }
  return extents.map(({ width, height, label }) => ({ width, height: height + label }));
}

/** The heights of ranks in a row, as limits for columns: the highest first. */
function limitsOf(parts: readonly Part[]): number[] {
  const least = Math.max(...parts.flatMap(({ extents }) => extents.map(({ height }) => height)));
  const sums = new Set<number>();
  for (const { extents } of parts) {
    for (const from of extents.keys()) {
      let sum = 0;
      for (const { height } of extents.slice(from)) {
        sum += height;
        if (sum >= least) sums.add(sum);
      }
    }
  }
  const limits = [...sums].sort((a, b) => b - a);
  const step = Math.max(1, limits.length / MOST_LIMITS);
  return limits.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

/** The narrowest columns, as lists of ranks, that are no higher than a limit. */
function columnsWithin(extents: readonly Size[], limit: number, gap: number): number[][] {
  const best = [{ width: 0, from: 0 }];
  for (let end = 1; end <= extents.length; end++) {
    let found = { width: Infinity, from: end - 1 };
    let [height, widest] = [0, 0];
    for (let from = end - 1; from >= 0; from--) {
      height += extents[from]!.height;
      widest = Math.max(widest, extents[from]!.width);
      if (height > limit && from < end - 1) break;
      const width = best[from]!.width + widest + gap;
      if (width < found.width) found = { width, from };
    }
    best.push(found);
  }
  const columns: number[][] = [];
  for (let end = extents.length; end > 0; end = best[end]!.from) {
    const { from } = best[end]!;
    columns.unshift(Array.from({ length: end - from }, (_, at) => from + at));
  }
  return columns;
}

function foldingOf(
  parts: readonly Part[],
  columns: readonly number[][][],
  { span, layerOf, layerCount }: Layering,
  settings: LayoutSettings,
  rank: Int32Array,
  down: boolean,
): Folding {
  const sizes: Size[] = [];
  const isFolded = columns.some(({ length }) => length > 1);
  const layers = layerOf.slice();
  const columnOf = new Int32Array(rank.length);
  parts.forEach(({ members, extents }, part) => {
    const heightOf = (ranks: readonly number[]) => ranks.reduce((sum, at) => sum + extents[at]!.height, 0);
    const widthOf = (ranks: readonly number[]) =>
      ranks.reduce((most, at) => Math.max(most, extents[at]!.width), 0);
    const ordered = columns[part]!.map((ranks, at) => down || at % 2 === 0 ? ranks : ranks.toReversed());
    const height = ordered.reduce((most, ranks) => Math.max(most, heightOf(ranks)), 0);
    sizes.push({ width: ordered.reduce((sum, ranks) => sum + widthOf(ranks), 0), height });
    if (ordered.length === 1) return;
    const rankOf = settings.lines === "upright" ? byHeight(ordered, extents, height, down) : byPlace(ordered);
    columns[part]!.forEach((ranks, column) => {
      const own = new Set(ranks);
      for (const node of members) if (own.has(rank[node]!)) columnOf[node] = column;
    });
    for (const node of members) layers[node] = rankOf[rank[node]!]! * span;
  });
  const last = layers.reduce((most, layer) => Math.max(most, layer), 0);
  return {
    ...packed(sizes),
    columnOf,
    down,
    columns: columns.reduce((most, { length }) => Math.max(most, length), 1),
    layering: isFolded ? { span, layerOf: layers, layerCount: last + 1 } : { span, layerOf, layerCount },
  };
}

/** The estimated size of parts that are packed. */
function packed(parts: readonly Size[]): Size {
  const area = parts.reduce((sum, { width, height }) => sum + width * height, 0);
  const widest = parts.reduce((most, part) => Math.max(most, part.width), 0);
  const width = parts.length === 1 ? widest : Math.max(widest, Math.sqrt(area * PACKED));
  return {
    width,
    height: parts.reduce((most, part) => Math.max(most, part.height), area / Math.max(1, width)),
  };
}

/** The new ranks of columns whose ranks lie in rows. */
function byPlace(columns: readonly (readonly number[])[]): number[] {
  const rankOf: number[] = [];
  for (const ranks of columns) ranks.forEach((rank, at) => rankOf[rank] = at);
  return rankOf;
}

/** The same where several ranks of a column may lie beside a high one of another: those at about the same height are one. */
function byHeight(
  columns: readonly (readonly number[])[],
  extents: readonly Size[],
  height: number,
  down: boolean,
): number[] {
  // Reading begins in the first layer.
  const orderOf = ({ rank }: { rank: number }) => Math.min(rank, 1);
  const places = columns.flatMap((ranks, column) => {
    const own = ranks.reduce((sum, rank) => sum + extents[rank]!.height, 0);
    let top = down || column % 2 === 0 ? 0 : height - own;
    return ranks.map((rank) => {
      const half = extents[rank]!.height / 2;
      const place = { rank, column, middle: top + half, half };
      top += 2 * half;
      return place;
    });
  }).sort((a, b) => orderOf(a) - orderOf(b) || a.middle - b.middle || a.column - b.column);
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
  return rankOf;
}
