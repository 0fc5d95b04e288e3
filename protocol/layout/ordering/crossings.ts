import type { LayeredGraph, Order } from "../graph/layered_graph.ts";

/** The cost of a crossing. */
export const CROSSING = 2;
/**
 * The cost of a crossing of two long edges between their ends: neither can be straight there, which adds
 * corners.
 */
export const CROSSING_OF_LONG = 3;

/**
 * Places of the ends of segments within a layer, as whole numbers that grow to the right: ends at one free
 * vertex share a place, since their order there is chosen later; ends at given ports of one vertex differ.
 */
export interface Slots {
  /** The number of places of a vertex. */
  readonly perVertex: number;
  /** Which of them a segment takes at its upper vertex. */
  readonly upper: Int32Array;
  /** Which of them it takes at its lower vertex. */
  readonly lower: Int32Array;
}

/** Numbers the given ports of every vertex from left to right. */
export function slotsOf({ count, upper, lower, upperPort, lowerPort, below, above }: LayeredGraph): Slots {
  const slots = { perVertex: 1, upper: new Int32Array(upper.length), lower: new Int32Array(lower.length) };
  for (
    const [lists, ports, into] of [[below, upperPort, slots.upper], [above, lowerPort, slots.lower]] as const
  ) {
    if (ports.every(Number.isNaN)) continue;
    for (let vertex = 0; vertex < count; vertex++) {
      const given = lists.items.subarray(lists.start[vertex], lists.start[vertex + 1])
        .filter((segment) => !Number.isNaN(ports[segment]!))
        .sort((a, b) => ports[a]! - ports[b]! || a - b);
      given.forEach((segment, at) => into[segment] = at);
      slots.perVertex = Math.max(slots.perVertex, given.length);
    }
  }
  return slots;
}

/**
 * Counts the crossings of the segments of a layered graph, layer by layer.
 *
 * Barth, Jünger and Mutzel, "Simple and efficient bilayer cross counting" (2002): the segments sorted by
 * their upper ends cross as often as their lower ends are out of order, which a tree of partial sums counts.
 */
export class CrossingCounter {
  readonly #graph: LayeredGraph;
  readonly #slots: Slots;
  /** Room for the partial sums of the widest layer. */
  readonly #sums: Int32Array;
  /** The crossings between every layer and the next. */
  readonly #below: Int32Array;
  /** The lower ends in the order of the upper ones. */
  readonly #ends: Int32Array;

  /** Makes a counter for orders whose widest layer has so many vertices. */
  constructor(graph: LayeredGraph, slots: Slots, widest: number) {
    this.#graph = graph;
    this.#slots = slots;
    this.#sums = new Int32Array(widest * slots.perVertex + 1);
    this.#ends = new Int32Array(graph.upper.length);
    this.#below = new Int32Array(graph.layerCount);
  }

  /**
   * All crossings of an order; `position` gives the place of every vertex in its layer.
   *
   * @param isChanged 1 for the layers that have changed since the last count, which are taken note of. Default: all.
   */
  count(order: Order, position: Int32Array, isChanged?: Uint8Array): number {
    let crossings = 0;
    for (let layer = 0; layer + 1 < order.length; layer++) {
      if (!isChanged || isChanged[layer]! | isChanged[layer + 1]!) {
        this.#below[layer] = this.countBelow(layer, order, position);
      }
      crossings += this.#below[layer]!;
    }
    isChanged?.fill(0);
    return crossings;
  }

  /** The crossings between a layer and the next. */
  countBelow(layer: number, order: Order, position: Int32Array): number {
    const ends = this.#endsBelow(layer, order, position);
    const size = order[layer + 1]!.length * this.#slots.perVertex;
    const sums = this.#sums.fill(0, 0, size + 1);
    let crossings = 0;
    for (let seen = 0; seen < ends.length; seen++) {
      const end = ends[seen]! + 1;
      let upTo = 0;
      for (let at = end; at > 0; at -= at & -at) upTo += sums[at]!;
      crossings += seen - upTo;
      for (let at = end; at <= size; at += at & -at) sums[at]!++;
    }
    return crossings;
  }

  #endsBelow(layer: number, order: Order, position: Int32Array): Int32Array {
    const { below, lower } = this.#graph;
    const { perVertex, upper: upperSlot, lower: lowerSlot } = this.#slots;
    let length = 0;
    for (const vertex of order[layer]!) {
      const from = below.start[vertex]!;
      const until = below.start[vertex + 1]!;
      if (perVertex === 1) {
        for (let i = from; i < until; i++) {
          insertSorted(this.#ends, length++, length - 1 - (i - from), position[lower[below.items[i]!]!]!);
        }
        continue;
      }
      const segments = below.items.slice(from, until);
      const place = (segment: number) => position[lower[segment]!]! * perVertex + lowerSlot[segment]!;
      segments.sort((a, b) => upperSlot[a]! - upperSlot[b]! || place(a) - place(b));
      for (const segment of segments) this.#ends[length++] = place(segment);
    }
    return this.#ends.subarray(0, length);
  }
}

/** Puts a value into `array[from..end]`, which is in order up to `end`. */
function insertSorted(array: Int32Array, end: number, from: number, value: number): void {
  let at = end;
  for (; at > from && array[at - 1]! > value; at--) array[at] = array[at - 1]!;
  array[at] = value;
}
