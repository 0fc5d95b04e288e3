import type { Layering, LevelGraph, LevelNode } from "../graph/level.ts";
import type { LayoutSettings } from "../options.ts";
import { componentsOf } from "./assign_layers.ts";

/** Parts of fewer nodes keep their layers. */
const FEWEST = 12;
/** A part keeps its layers unless its ratio of width to height is so many times the wanted one. */
const WIDEST = 1.6;
/** The difference of ratios, as a logarithm, within which that with the shortest edges is taken. */
const NEAR = 0.35;
/** The widths of layers that are tried, relative to the side of a square of the same area. */
const TRIED = [0.6, 0.75, 0.9, 1.05, 1.2, 1.4, 1.6, 1.8, 2.1, 2.4, 2.8] as const;

/**
 * Moves nodes of layers that are too wide to layers below, so that each connected part of a level gets about the wanted
 * ratio of width to height. Edges that lead downwards still do.
 *
 * Layers are filled one after another, first with the nodes from which the longest ways lead on: E. Coffman and
 * R. Graham, "Optimal scheduling for two-processor systems" (1972).
 *
 * @param back which edges lead back, by {@linkcode backEdges}
 * @param aspect The wanted ratio.
 */
export function narrowLayers(
  level: LevelGraph,
  back: Uint8Array,
  layering: Layering,
  aspect: number,
  settings: LayoutSettings,
): Layering {
  const { nodes, edges } = level;
  if (level.row || nodes.some(({ border }) => border !== undefined)) return layering;
  const { span } = layering;
  const arcs = edges.flatMap(({ from, to, label }, at) => {
    if (from === to) return [];
    const labelHeight = label?.height ?? 0;
    return [back[at] === 1 ? { from: to, to: from, labelHeight } : { from, to, labelHeight }];
  });
  const rank = Int32Array.from(layering.layerOf, (layer) => layer / span);
  const component = componentsOf(nodes.length, arcs.map(({ from }) => from), arcs.map(({ to }) => to));
  for (const members of Map.groupBy(nodes.keys(), (node) => component[node]!).values()) {
    if (members.length < FEWEST) continue;
    const part = new Part(
      members,
      nodes,
      arcs.filter(({ from }) => component[from] === component[members[0]!]),
      settings,
    );
    part.narrow(rank, aspect);
  }
  const last = rank.reduce((most, value) => Math.max(most, value), 0);
  return { span, layerOf: rank.map((value) => value * span), layerCount: last * span + 1 };
}

/** An edge from an upper to a lower node. */
interface Arc {
  readonly from: number;
  readonly to: number;
  readonly labelHeight: number;
}

/** A connected part of a level. */
class Part {
  readonly #members: readonly number[];
  readonly #nodes: readonly LevelNode[];
  readonly #arcs: readonly Arc[];
  readonly #settings: LayoutSettings;
  readonly #above: ReadonlyMap<number, readonly number[]>;
  readonly #below: ReadonlyMap<number, readonly number[]>;

  constructor(
    members: readonly number[],
    nodes: readonly LevelNode[],
    arcs: readonly Arc[],
    settings: LayoutSettings,
  ) {
    this.#members = members;
    this.#nodes = nodes;
    this.#arcs = arcs;
    this.#settings = settings;
    const grouped = (own: "from" | "to", other: "from" | "to") =>
      new Map(
        [...Map.groupBy(arcs, (arc) => arc[own])].map((
          [node, list],
        ) => [node, list.map((arc) => arc[other])]),
      );
    this.#above = grouped("to", "from");
    this.#below = grouped("from", "to");
  }

  /** Replaces the ranks of the members by those of the best ratio, when the present ones are too wide. */
  narrow(rank: Int32Array, aspect: number): void {
    const present = this.#ratio(rank);
    if (present <= WIDEST * aspect) return;
    const side = Math.sqrt(
      this.#members.reduce((sum, node) => sum + this.#width(node) * this.#height(node), 0) * aspect,
    );
    const depth = this.#depths(rank);
    const tried = [Math.log(present / aspect)].map((distance) => ({
      rank,
      distance,
      span: this.#span(rank),
    }));
    for (const factor of TRIED) {
      for (const isEager of [true, false]) {
        const filled = this.#filled(rank, depth, side * factor, isEager);
        const distance = Math.abs(Math.log(this.#ratio(filled) / aspect));
        tried.push({ rank: filled, distance, span: this.#span(filled) });
      }
    }
    const nearest = tried.reduce((least, { distance }) => Math.min(least, distance), Infinity);
    const near = tried.filter(({ distance }) => distance <= Math.max(nearest, NEAR));
    const best = near.reduce((one, other) => other.span < one.span ? other : one).rank;
    for (const node of this.#members) rank[node] = best[node]!;
  }

  /** The number of layers that the edges span together. */
  #span(rank: Int32Array): number {
    return this.#arcs.reduce((sum, { from, to }) => sum + rank[to]! - rank[from]!, 0);
  }

  #width(node: number): number {
    const { width, margin } = this.#nodes[node]!;
    return width + margin.left + margin.right + this.#settings.nodeGap;
  }

  #height(node: number): number {
    const { height, margin } = this.#nodes[node]!;
    return height + margin.top + margin.bottom + this.#settings.layerGap;
  }

  /** The estimated ratio of width to height of a drawing with some ranks. */
  #ratio(rank: Int32Array): number {
    const widths: number[] = [];
    const heights: number[] = [];
    const labels: number[] = [];
    for (const node of this.#members) {
      const at = rank[node]!;
      widths[at] = (widths[at] ?? 0) + this.#width(node);
      heights[at] = Math.max(heights[at] ?? 0, this.#height(node));
    }
    for (const { from, to, labelHeight } of this.#arcs) {
      for (let at = rank[from]! + 1; at < rank[to]!; at++) {
        widths[at] = (widths[at] ?? 0) + this.#settings.edgeGap;
      }
      const at = rank[from]!;
      labels[at] = Math.max(labels[at] ?? 0, labelHeight);
    }
    const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);
    return widths.reduce((most, width) => Math.max(most, width), 0) / Math.max(1, sum(heights) + sum(labels));
  }

  /** The number of nodes on the longest way down from each node. */
  #depths(rank: Int32Array): ReadonlyMap<number, number> {
    const depth = new Map<number, number>();
    for (const node of this.#members.toSorted((a, b) => rank[b]! - rank[a]!)) {
      const below = (this.#below.get(node) ?? []).map((other) => depth.get(other) ?? 0);
      depth.set(node, 1 + below.reduce((most, value) => Math.max(most, value), 0));
    }
    return depth;
  }

  /**
   * Ranks with layers no wider than a limit; no node is higher than in `rank`.
   *
   * @param isEager Nodes that have waited longest come first; otherwise those with the longest ways down.
   */
  #filled(rank: Int32Array, depth: ReadonlyMap<number, number>, limit: number, isEager: boolean): Int32Array {
    const filled = rank.slice();
    let waiting = this.#members.toSorted((a, b) => (depth.get(b) ?? 0) - (depth.get(a) ?? 0) || a - b);
    const isPlaced = new Set<number>();
    const used: number[] = [];
    const readyAt = new Map<number, number>();
    for (let layer = 0; waiting.length > 0; layer++) {
      const ready = waiting.filter((node) =>
        rank[node]! <= layer && (this.#above.get(node) ?? []).every((other) => isPlaced.has(other))
      );
      if (ready.length === 0) continue;
      let width = this.#open(isPlaced) * this.#settings.edgeGap;
      const urgent = (node: number) =>
        isEager ? (readyAt.get(node) ?? layer) < layer : (depth.get(node) ?? 0) > 1;
      const here = this.#chosen(ready, urgent, limit - width);
      for (const node of ready) if (!readyAt.has(node)) readyAt.set(node, layer);
      for (const node of here) width += this.#width(node);
      used[layer] = width;
      for (const node of here) {
        isPlaced.add(node);
        filled[node] = layer;
      }
      waiting = waiting.filter((node) => !isPlaced.has(node));
    }
    this.#sink(filled, used, limit);
    return filled;
  }

  /** The nodes for a layer: the urgent ones, then others; one at least. */
  #chosen(ready: readonly number[], isUrgent: (node: number) => boolean, room: number): number[] {
    const first = this.#spread(ready.filter(isUrgent), room);
    const taken = first.reduce((sum, node) => sum + this.#width(node), 0);
    const chosen = [...first, ...this.#spread(ready.filter((node) => !isUrgent(node)), room - taken)];
    return chosen.length > 0 ? chosen : ready.slice(0, 1);
  }

  /** As many of some nodes as there is room for, in even distances: lines to those that wait pass between them. */
  #spread(nodes: readonly number[], room: number): number[] {
    const wanted = nodes.reduce((sum, node) => sum + this.#width(node), 0);
    const share = Math.min(1, Math.max(0, room) / Math.max(1, wanted));
    let due = 0;
    return nodes.filter(() => {
      due += share;
      if (due < 1 - 1e-9) return false;
      due -= 1;
      return true;
    });
  }

  /** The number of edges that pass the next layer or end in it. */
  #open(isPlaced: ReadonlySet<number>): number {
    return this.#arcs.reduce(
      (sum, { from, to }) => isPlaced.has(from) && !isPlaced.has(to) ? sum + 1 : sum,
      0,
    );
  }

  /** Moves nodes that no edge leads to towards those below them, where there is room. */
  #sink(rank: Int32Array, used: number[], limit: number): void {
    for (const node of this.#members) {
      if (this.#above.has(node)) continue;
      const below = (this.#below.get(node) ?? []).map((other) => rank[other]!);
      const lowest = below.reduce((least, value) => Math.min(least, value), Infinity) - 1;
      if (!Number.isFinite(lowest)) continue;
      for (let layer = lowest; layer > rank[node]!; layer--) {
        if ((used[layer] ?? 0) + this.#width(node) > limit) continue;
        used[rank[node]!]! -= this.#width(node);
        used[layer] = (used[layer] ?? 0) + this.#width(node);
        rank[node] = layer;
      }
    }
  }
}
