import type { LayeredGraph, Order } from "../graph/layered_graph.ts";
import { CROSSING, slotsOf } from "./crossings.ts";
import { Embedding } from "./embedding.ts";

/** The largest number of rounds over all nodes and edges. */
const ROUNDS = 8;
/** The work after which nothing more is moved. */
const MOST_WORK = 6_000_000;
/** The cost of each further layer that an edge spans: it takes room, and may take a corner. */
export const LENGTH = 0.5 * CROSSING;

/**
 * Moves nodes with all their edges, and single long edges, to where they cross least while everything else stays. A node
 * may change its layer as long as no edge changes its direction.
 *
 * The edges of a node and the node are a star: K. Clancy, M. Haythorpe and A. Newcombe, "An effective crossing minimisation
 * heuristic based on star insertion" (2019), do the same in drawings without layers; here, the ways of the edges are
 * shortest paths through the places of the layers, added up over the edges for each place of the node.
 *
 * @returns the graph with the nodes in their layers, and its order
 */
export function siftStars(graph: LayeredGraph, order: Order): { graph: LayeredGraph; order: Order } {
  if (graph.level.row || graph.layerCount < 2) return { graph, order };
  return new StarSifter(graph, order).run();
}

class StarSifter {
  readonly #graph: LayeredGraph;
  readonly #order: Order;
  readonly #embedding: Embedding;
  readonly #first: number;
  /** The edges of every node. */
  readonly #stars: readonly (readonly number[])[];
  /** The layers that children may take. */
  readonly #top: number;
  readonly #bottom: number;
  /** The time when a node, and when an edge, was tried last. */
  readonly #nodeTried: Int32Array;
  readonly #edgeTried: Int32Array;

  constructor(graph: LayeredGraph, order: Order) {
    const { level, layerOf } = graph;
    this.#graph = graph;
    this.#order = order;
    this.#first = level.nodes.findIndex((node) => node.first);
    this.#embedding = new Embedding(graph, slotsOf(graph), order, this.#first);
    const stars: number[][] = level.nodes.map(() => []);
    level.edges.forEach(({ from, to }, edge) => {
      if (from === to) return;
      stars[from]!.push(edge);
      stars[to]!.push(edge);
    });
    this.#stars = stars;
    const children = [...level.nodes.keys()].filter((node) => level.nodes[node]!.border === undefined);
    this.#top = children.reduce((least, node) => Math.min(least, layerOf[node]!), graph.layerCount);
    this.#bottom = children.reduce((most, node) => Math.max(most, layerOf[node]!), 0);
    this.#nodeTried = new Int32Array(level.nodes.length).fill(-1);
    this.#edgeTried = new Int32Array(level.edges.length).fill(-1);
  }

  run(): { graph: LayeredGraph; order: Order } {
    const embedding = this.#embedding;
    let isMoved = false;
    for (
      let round = 0, moved = embedding.cost(0, this.#graph.layerCount - 1);
      round < ROUNDS && moved > 0;
      round++
    ) {
      moved = 0;
      for (const node of this.#stars.keys()) {
        if (embedding.work < MOST_WORK && this.#siftStar(node)) moved++;
      }
      for (const edge of this.#graph.level.edges.keys()) {
        if (embedding.work < MOST_WORK && this.#siftEdge(edge)) moved++;
      }
      isMoved ||= moved > 0;
    }
    return isMoved ? embedding.result() : { graph: this.#graph, order: this.#order };
  }

  /** Checks whether no layer of some has changed since a try, and sets the time of the try. */
  #isTried(tried: Int32Array, index: number, from: number, until: number): boolean {
    let last = 0;
    for (let layer = from; layer <= until; layer++) last = Math.max(last, this.#embedding.changes[layer]!);
    if (last === tried[index]) return true;
    tried[index] = last;
    return false;
  }

  /** Moves a long edge to its best way. */
  #siftEdge(edge: number): boolean {
    const embedding = this.#embedding;
    const line = embedding.line(edge);
    if (line === undefined || line.turns || embedding.spanOf(edge) < 2) return false;
    const [from, until] = [embedding.layerOf[line.top]!, embedding.layerOf[line.bottom]!];
    if (this.#isTried(this.#edgeTried, edge, from, until) || !embedding.isCrossed([edge])) return false;
    const before = embedding.cost(from, until);
    const saved = embedding.save(from, until);
    embedding.takeOut([edge]);
    embedding.insertEdge(edge);
    if (embedding.cost(from, until) < before) return true;
    embedding.restore(saved);
    return false;
  }

  /** Moves a node with its edges to the best place of the layers that it can take. */
  #siftStar(node: number): boolean {
    const embedding = this.#embedding;
    const { layerOf } = embedding;
    const star = this.#stars[node]!;
    if (star.length === 0 || node === this.#first || star.some((edge) => embedding.line(edge)!.turns)) {
      return false;
    }
    const now = layerOf[node]!;
    const ends = star.map((edge) => layerOf[this.#otherEnd(edge, node)]!);
    const [highest, lowest] = this.#rangeOf(node, ends);
    const [from, until] = [Math.min(highest, ...ends), Math.max(lowest, ...ends)];
    if (this.#isTried(this.#nodeTried, node, from, until) || !embedding.isCrossed(star)) return false;
    const before = embedding.cost(from, until);
    const saved = embedding.save(from, until);
    embedding.takeOut(star, node);
    const room = before - embedding.cost(from, until);
    const length = (layer: number) => LENGTH * ends.reduce((sum, end) => sum + Math.abs(layer - end), 0);
    const best = this.#bestPlace(node, highest, lowest, (layer) => length(layer) - length(now));
    if (best.cost < room) {
      embedding.insert(node, best.layer, best.at);
      for (const edge of star.toSorted((a, b) => embedding.spanOf(a) - embedding.spanOf(b))) {
        embedding.insertEdge(edge);
      }
      if (embedding.cost(from, until) + length(best.layer) - length(now) < before) return true;
    }
    layerOf[node] = now;
    embedding.restore(saved);
    return false;
  }

  #otherEnd(edge: number, node: number): number {
    const { top, bottom } = this.#embedding.line(edge)!;
    return top === node ? bottom : top;
  }

  /** The layers that a node can take while its edges lead as before; `ends` are those of its neighbours. */
  #rangeOf(node: number, ends: readonly number[]): [number, number] {
    const now = this.#embedding.layerOf[node]!;
    if (this.#graph.level.nodes[node]!.border !== undefined) return [now, now];
    const { span } = this.#graph;
    const above = ends.filter((end) => end < now).reduce((most, end) => Math.max(most, end + 1), this.#top);
    const below = ends.filter((end) => end > now).reduce(
      (least, end) => Math.min(least, end - 1),
      this.#bottom,
    );
    return [Math.ceil(above / span) * span, Math.floor(below / span) * span];
  }

  /** The best place of a node that is taken out, and what its edges cost there. */
  #bestPlace(
    node: number,
    highest: number,
    lowest: number,
    more: (layer: number) => number,
  ): { layer: number; at: number; cost: number } {
    const embedding = this.#embedding;
    const { span } = this.#graph;
    const sums: Int32Array[] = [];
    for (let layer = highest; layer <= lowest; layer += span) {
      sums[layer] = new Int32Array(embedding.window(layer).count);
    }
    for (const edge of this.#stars[node]!) {
      const end = this.#otherEnd(edge, node);
      const way = embedding.line(edge)!.top === end ? 1 : -1;
      let reach = embedding.reach(edge, end);
      for (let layer = embedding.layerOf[end]! + way;; layer += way) {
        const sum = sums[layer];
        if (sum) { for (let at = 0; at < sum.length; at++) sum[at]! += reach.cost[at]!; }
        if (layer === (way > 0 ? lowest : highest)) break;
        reach = embedding.next(layer, way, reach);
      }
    }
    let best = { layer: highest, at: 0, cost: Infinity };
    for (let layer = highest; layer <= lowest; layer += span) {
      sums[layer]!.forEach((sum, at) => {
        const cost = sum + more(layer);
        if (cost < best.cost) best = { layer, at: embedding.window(layer).from + at, cost };
      });
    }
    return best;
  }
}
