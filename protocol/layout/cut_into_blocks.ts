import type { Size } from "../geometry/box.ts";
import type { Blocks, FramedLevel, Layering, LevelFrame, LevelGraph } from "./graph/level.ts";
import { assignLayers, componentsOf } from "./layering/assign_layers.ts";
import { backEdges } from "./layering/back_edges.ts";
import { shapesOfLevel } from "./layering/shape_level.ts";
import { type KnownParts, layoutLevel } from "./layout_level.ts";
import type { LayoutSettings } from "./options.ts";
import { roomOf } from "./packing/pack_parts.ts";

/** Levels of fewer or more nodes, and smaller ones, are not cut. */
const LEAST_NODES = 3;
const MOST_NODES = 80;
const LEAST_SIZE = 400;
/** A level is cut only for a node that is so long: folded layers serve small ones better. */
const LONG = 240;
/** The most edges that are cut for each further column. */
const MOST_CUT = 8;
/** The number of ways to cut that are arranged. */
const TRIED = 3;
/** The share of its room that a level costs more for each edge that is cut. */
export const CUT = 0.005;
/** The room around the label of an edge between blocks. */
const AROUND = { width: 24, height: 36 };

/** A level without the edges between its blocks, as it is arranged then. */
export interface CutLevel extends Blocks {
  /** The edges that are left out. */
  readonly cut: readonly number[];
  /** The level without them. */
  readonly framed: FramedLevel;
}

/** The shape that a level should have. */
export interface BlockAim {
  /** The ratio of width to height, and how much it matters; see {@linkcode roomOf}. */
  readonly aspect: number;
  /** The weight of the ratio. */
  readonly far: number;
  /** The largest share of the edges that may be cut. */
  readonly share: number;
}

/**
 * Cuts a level between layers into blocks that take less room when they are packed: a chain then lies beside a large
 * container instead of above it.
 *
 * @param known Parts that were arranged before.
 * @returns the level that is cut; `undefined` for one that is better whole
 */
export function cutIntoBlocks(
  level: LevelGraph,
  frame: LevelFrame,
  whole: FramedLevel,
  { aspect, far, share }: BlockAim,
  settings: LayoutSettings,
  known?: KnownParts,
): CutLevel | undefined {
  const count = level.nodes.length;
  if (level.row || count < LEAST_NODES || count > MOST_NODES) return undefined;
  if (Math.max(whole.height, whole.width) < LEAST_SIZE) return undefined;
  if (level.nodes.every(({ width, height }) => Math.max(width, height) < LONG)) return undefined;
  const costOf = (size: Size, cut: readonly number[]) => roomOf(size, aspect, far) * (1 + CUT * cut.length);
  const back = backEdges(level);
  const layering = assignLayers(level, back);
  const ways = shapesOfLevel(level, back, layering, [], settings)
    .filter(({ columns, down }) => columns > 1 && down)
    .map((shape) => ({ shape, cut: edgesBetween(level, shape.columnOf) }))
    .filter(({ cut, shape }) =>
      cut.length <= Math.min(MOST_CUT * (shape.columns - 1), level.edges.length * share)
    )
    .map((way) => ({ ...way, cost: costOf(way.shape, way.cut) }))
    .sort((a, b) => a.cost - b.cost);
  const folded = ways.slice(0, TRIED).map(({ shape: { columnOf: of }, cut }) => ({ of, cut }));
  const apart = withLargeApart(level, layering).map((of) => ({ of, cut: edgesBetween(level, of) }))
    .filter(({ cut }) => cut.length <= level.edges.length * share);
  let best: CutLevel | undefined;
  let least = roomOf(whole, aspect, far);
  for (const { of, cut } of [...folded, ...apart]) {
    const rest = withoutEdges({ ...level, blocks: { of, room: roomBetween(level, cut) } }, cut);
    const framed = layoutLevel(rest, assignLayers(rest, backEdges(rest)), frame, settings, known);
    const cost = costOf(framed, cut);
    if (cost >= least) continue;
    least = cost;
    best = { ...rest.blocks, cut, framed };
  }
  return best;
}

/**
 * Blocks around large nodes: each of these is alone, and the others are together with those that edges lead to without passing one.
 * There are two ways: with the largest node apart, and with all that are long.
 */
function withLargeApart({ nodes, edges }: LevelGraph, { layerOf }: Layering): Int32Array[] {
  const lengths = nodes.map(({ width, height }) => Math.max(width, height));
  const long = lengths.filter((length) => length >= LONG).sort((a, b) => b - a);
  return [...new Set([long[0]!, long.at(-1)!])].map((limit) => {
    const isSmall = (node: number) => lengths[node]! < limit && nodes[node]!.border === undefined;
    const inner = edges.filter(({ from, to }) => isSmall(from) && isSmall(to));
    const component = componentsOf(
      nodes.length,
      inner.map(({ from }) => from),
      inner.map(({ to }) => to),
    );
    const first = new Map<number, number>();
    for (const node of [...nodes.keys()].sort((a, b) => layerOf[a]! - layerOf[b]! || a - b)) {
      if (!first.has(component[node]!)) first.set(component[node]!, first.size);
    }
    return component.map((of) => first.get(of)!);
  });
}

/** The edges between columns, and those from the border when they lead to several columns. */
function edgesBetween({ nodes, edges }: LevelGraph, columnOf: Int32Array): number[] {
  const isInner = (node: number) => nodes[node]!.border === undefined;
  const atBorder = new Set(
    edges.flatMap(({ from, to }) =>
      isInner(from) && isInner(to) ? [] : [columnOf[isInner(from) ? from : to]]
    ),
  );
  return [...edges.keys()].filter((at) => {
    const { from, to } = edges[at]!;
    return isInner(from) && isInner(to) ? columnOf[from] !== columnOf[to] : atBorder.size > 1;
  });
}

/** The room that the largest label of some edges needs. */
function roomBetween({ edges }: LevelGraph, cut: readonly number[]): Size {
  const largest = (of: "width" | "height") =>
    cut.reduce((most, at) => Math.max(most, edges[at]!.label?.[of] ?? 0), 0) + AROUND[of];
  return { width: largest("width"), height: largest("height") };
}

/** A level without some edges and their places on the border. */
function withoutEdges<T extends LevelGraph>(level: T, cut: readonly number[]): T {
  const isCut = new Set(cut);
  const edges = level.edges.filter((_, at) => !isCut.has(at));
  const isUsed = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const kept = [...level.nodes.keys()].filter((at) =>
    level.nodes[at]!.border === undefined || isUsed.has(at)
  );
  const index = new Map(kept.map((node, at) => [node, at]));
  return {
    ...level,
    nodes: kept.map((node) => level.nodes[node]!),
    edges: edges.map((edge) => ({ ...edge, from: index.get(edge.from)!, to: index.get(edge.to)! })),
  };
}
