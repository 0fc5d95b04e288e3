import type { Separation } from "./separation.ts";
import { type LayeredGraph, type Order, portOffset } from "../graph/layered_graph.ts";

/** Weight of a long edge's current place, so that it stays straight. */
const HOLD = 1000;

/** Weight of the current place of a vertex without neighbours. */
const WEAK = 0.1;

/** From this number of neighbours on the mean counts as well, so that a vertex is placed in the middle of them. */
const MANY = 4;

/** Sweeps down and up. */
const SWEEPS = 4;

/**
 * Moves the vertices of each layer towards the mean of their neighbours above and below, as near as the
 * distances within the layer allow: weighted least squares for the layer, solved by pooling adjacent
 * violators (Ayer et al., 1955).
 */
export function balanceColumns(
  graph: LayeredGraph,
  order: Order,
  x: Float64Array,
  separation: Separation,
): void {
  const balancer = new Balancer(graph, x, separation);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const layer of sweep % 2 === 0 ? order : order.toReversed()) balancer.balance(layer);
  }
}

class Balancer {
  readonly #graph: LayeredGraph;
  readonly #x: Float64Array;
  readonly #separation: Separation;
  /** Weight and wanted place of the vertex that was pulled last. */
  #weight = 0;
  #place = 0;

  constructor(graph: LayeredGraph, x: Float64Array, separation: Separation) {
    this.#graph = graph;
    this.#x = x;
    this.#separation = separation;
  }

  balance(layer: Int32Array): void {
    const offsets: number[] = [];
    const pools: { sum: number; weight: number; count: number }[] = [];
    let offset = 0;
    layer.forEach((vertex, at) => {
      if (at > 0) offset += this.#separation(layer[at - 1]!, vertex);
      offsets.push(offset);
      this.#pull(vertex);
      let pool = { sum: (this.#place - offset) * this.#weight, weight: this.#weight, count: 1 };
      for (
        let last = pools.at(-1);
        last && last.sum * pool.weight >= pool.sum * last.weight;
        last = pools.at(-1)
      ) {
        pools.pop();
        pool = {
          sum: last.sum + pool.sum,
          weight: last.weight + pool.weight,
          count: last.count + pool.count,
        };
      }
      pools.push(pool);
    });
    let at = 0;
    for (const { sum, weight, count } of pools) {
      for (const until = at + count; at < until; at++) this.#x[layer[at]!] = sum / weight + offsets[at]!;
    }
  }

  /**
   * Finds the wanted place of a vertex and its weight: the median of its neighbours, so that it is straight
   * above or below one of them; between the two middle ones it stays where it is or, of many neighbours, moves
   * to their mean.
   */
  #pull(vertex: number): void {
    const { above, below, upper, lower, upperPort, lowerPort, edgeOf, isLabel } = this.#graph;
    const own = this.#x[vertex]!;
    this.#place = own;
    this.#weight = WEAK;
    if (edgeOf[vertex]! >= 0 && isLabel[vertex] === 0) this.#weight = HOLD;
    if (this.#weight === HOLD) return;
    const places: number[] = [];
    for (let i = above.start[vertex]!; i < above.start[vertex + 1]!; i++) {
      const segment = above.items[i]!;
      places.push(
        this.#x[upper[segment]!]! + portOffset(upperPort[segment]!) - portOffset(lowerPort[segment]!),
      );
    }
    for (let i = below.start[vertex]!; i < below.start[vertex + 1]!; i++) {
      const segment = below.items[i]!;
      places.push(
        this.#x[lower[segment]!]! + portOffset(lowerPort[segment]!) - portOffset(upperPort[segment]!),
      );
    }
    if (places.length === 0) return;
    if (places.length > 1) places.sort((a, b) => a - b);
    const low = places[(places.length - 1) >> 1]!;
    const high = places[places.length >> 1]!;
    this.#weight = places.length;
    const wanted = places.length < MANY ? own : places.reduce((sum, place) => sum + place, 0) / places.length;
    this.#place = Math.min(high, Math.max(low, wanted));
  }
}
