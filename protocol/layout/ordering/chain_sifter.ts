import type { Slots } from "./crossings.ts";
import type { Chain, LayeredGraph, Order } from "../graph/layered_graph.ts";

/** A layer up to this size is searched whole, a wider one around the vertex. */
const WINDOW = 24;

/** The cost of a crossing. */
export const CROSSING = 2;
/**
 * The cost of a crossing of two long edges between their ends: neither can be straight there, which adds
 * corners.
 */
export const CROSSING_OF_LONG = 3;

/** Possible places of a vertex in its layer, as indices among the other vertices: before the vertex with that index. */
interface Gaps {
  readonly from: number;
  readonly count: number;
  /** The current place of the vertex. */
  readonly now: number;
}

/**
 * Moves all vertices of a long edge at once to where the edge crosses least while everything else stays: a
 * shortest path through the gaps of the layers, on which a step costs the segments it crosses. Single vertices
 * of such an edge do not move on their own where the edge as a whole has a better path (compare the blocks of
 * Bachmaier, Brandenburg, Brunner and Hübner, "Global k-level crossing reduction", 2011).
 */
export class ChainSifter {
  /** Steps from gap to gap and segments looked at so far. */
  work = 0;
  readonly #graph: LayeredGraph;
  readonly #slots: Slots;
  /** Layers that must not change. */
  readonly #frozen: Uint8Array;
  /** The vertex that stays at the left of its layer; -1 when there is none. */
  readonly #first: number;

  /**
   * Makes a sifter.
   *
   * @param frozen 1 for each layer that must not change
   * @param first the vertex that stays at the left of its layer; -1 when there is none
   */
  constructor(graph: LayeredGraph, slots: Slots, frozen: Uint8Array, first: number) {
    this.#graph = graph;
    this.#slots = slots;
    this.#frozen = frozen;
    this.#first = first;
  }

  /** Chains that have more than one vertex between their ends. */
  longChains(): Chain[] {
    return this.#graph.chains.filter((chain): chain is Chain =>
      chain !== undefined && chain.vertices.length > 3
    );
  }

  /**
   * Finds the best path of a chain.
   *
   * @returns the cost that it saves, and the gap in the layer of each vertex between the ends
   */
  best({ vertices, segments }: Chain, order: Order, position: Int32Array): { won: number; gaps: number[] } {
    const inner = vertices.slice(1, -1);
    const layers = inner.map((vertex) => this.#graph.layerOf[vertex]!);
    const gaps = inner.map((vertex, at) => this.#gapsOf(layers[at]!, vertex, order, position));
    let cost = this.#fromTop(vertices[0]!, segments[0]!, inner[0]!, gaps[0]!, position, order);
    let now = cost[gaps[0]!.now - gaps[0]!.from]!;
    const choices: Int32Array[] = [];
    for (let at = 1; at < inner.length; at++) {
      const step = this.#step(
        layers[at - 1]!,
        inner[at - 1]!,
        inner[at]!,
        gaps[at - 1]!,
        gaps[at]!,
        cost,
        order,
        position,
      );
      now += step.now;
      cost = step.cost;
      choices.push(step.choice);
    }
    const last = inner.length - 1;
    const rest = this.#toBottom(
      vertices.at(-1)!,
      segments.at(-1)!,
      inner[last]!,
      gaps[last]!,
      position,
      order,
    );
    now += rest[gaps[last]!.now - gaps[last]!.from]!;
    let best = 0;
    for (let at = 1; at < rest.length; at++) if (cost[at]! + rest[at]! < cost[best]! + rest[best]!) best = at;
    const won = now - cost[best]! - rest[best]!;
    const way = [best];
    for (const choice of choices.toReversed()) way.push(best = choice[best]!);
    return { won, gaps: way.reverse().map((index, at) => gaps[at]!.from + index) };
  }

  /** Moves the vertices between the ends of a chain to the gaps. */
  move({ vertices }: Chain, gaps: readonly number[], order: Order, position: Int32Array): void {
    gaps.forEach((gap, at) => {
      const vertex = vertices[at + 1]!;
      const layer = order[this.#graph.layerOf[vertex]!]!;
      const from = position[vertex]!;
      if (gap === from) return;
      if (gap < from) layer.copyWithin(gap + 1, gap, from);
      else layer.copyWithin(from, from + 1, gap + 1);
      layer[gap] = vertex;
      for (let i = Math.min(gap, from); i <= Math.max(gap, from); i++) position[layer[i]!] = i;
    });
  }

  /** The cost of crossing a segment with one between two vertices of a long edge. */
  #costOf(segment: number): number {
    const { edgeOf, upper, lower } = this.#graph;
    return edgeOf[upper[segment]!]! >= 0 && edgeOf[lower[segment]!]! >= 0 ? CROSSING_OF_LONG : CROSSING;
  }

  #gapsOf(layer: number, vertex: number, order: Order, position: Int32Array): Gaps {
    const now = position[vertex]!;
    if (this.#frozen[layer] === 1) return { from: now, count: 1, now };
    const size = order[layer]!.length;
    const least = order[layer]![0] === this.#first ? 1 : 0;
    if (size <= 2 * WINDOW) return { from: least, count: size - least, now };
    const from = Math.max(least, now - WINDOW);
    return { from, count: Math.min(size, now + WINDOW) - from, now };
  }

  /** The cost of the first segment for every gap of its lower vertex. */
  #fromTop(
    top: number,
    own: number,
    vertex: number,
    gaps: Gaps,
    position: Int32Array,
    order: Order,
  ): Int32Array {
    const { below, lower, layerOf } = this.#graph;
    const change = new Int32Array(gaps.count + 1);
    const hole = position[vertex]!;
    const at = position[top]!;
    for (const other of order[layerOf[top]!]!) {
      for (let i = below.start[other]!; i < below.start[other + 1]!; i++) {
        const segment = below.items[i]!;
        const side = position[other]! - at || this.#slots.upper[segment]! - this.#slots.upper[own]!;
        if (side === 0) continue;
        const end = position[lower[segment]!]!;
        countBeside(change, end > hole ? end - 1 : end, gaps.from, side < 0, CROSSING);
      }
    }
    return sums(change, gaps.count);
  }

  /** The cost of the last segment for every gap of its upper vertex. */
  #toBottom(
    bottom: number,
    own: number,
    vertex: number,
    gaps: Gaps,
    position: Int32Array,
    order: Order,
  ): Int32Array {
    const { above, upper, layerOf } = this.#graph;
    const change = new Int32Array(gaps.count + 1);
    const hole = position[vertex]!;
    const at = position[bottom]!;
    for (const other of order[layerOf[bottom]!]!) {
      for (let i = above.start[other]!; i < above.start[other + 1]!; i++) {
        const segment = above.items[i]!;
        const side = position[other]! - at || this.#slots.lower[segment]! - this.#slots.lower[own]!;
        if (side === 0) continue;
        const end = position[upper[segment]!]!;
        countBeside(change, end > hole ? end - 1 : end, gaps.from, side < 0, CROSSING);
      }
    }
    return sums(change, gaps.count);
  }

  /** The least cost of every gap of a layer over those of the layer above it. */
  #step(
    layer: number,
    vertex: number,
    next: number,
    from: Gaps,
    to: Gaps,
    cost: Int32Array,
    order: Order,
    position: Int32Array,
  ): { cost: Int32Array; choice: Int32Array; now: number } {
    const { below, lower } = this.#graph;
    const vertices = order[layer]!;
    this.work += from.count * to.count + vertices.length;
    const least = new Int32Array(to.count).fill(0x3fffffff);
    const choice = new Int32Array(to.count);
    const hole = position[vertex]!;
    const nextHole = position[next]!;
    const change = this.#changes(vertices, hole, nextHole, to, from, position);
    let now = 0;
    for (let gap = 0; gap < from.count; gap++) {
      let crossed = cost[gap]!;
      for (let j = 0; j < to.count; j++) {
        crossed += change[j]!;
        if (crossed >= least[j]!) continue;
        least[j] = crossed;
        choice[j] = gap;
      }
      const passed = from.from + gap;
      if (passed === from.now) now = sumUpTo(change, to.now - to.from);
      const other = vertices[passed < hole ? passed : passed + 1];
      if (other === undefined) continue;
      for (let i = below.start[other]!; i < below.start[other + 1]!; i++) {
        const segment = below.items[i]!;
        const crossing = this.#costOf(segment);
        const end = position[lower[segment]!]!;
        const beyond = (end > nextHole ? end - 1 : end) - to.from + 1;
        change[0]! += beyond > 0 ? crossing : -crossing;
        if (beyond > 0 && beyond < to.count) change[beyond]! -= 2 * crossing;
      }
    }
    return { cost: least, choice, now };
  }

  /**
   * The cost of a segment from the first gap of a layer to every gap of the next, as differences from gap to
   * gap: the segments that start at its left and end at its right, and vice versa.
   */
  #changes(
    vertices: Int32Array,
    hole: number,
    nextHole: number,
    to: Gaps,
    from: Gaps,
    position: Int32Array,
  ): Int32Array {
    const { below, lower } = this.#graph;
    const change = new Int32Array(to.count + 1);
    for (let at = 0; at < vertices.length; at++) {
      if (at === hole) continue;
      const other = vertices[at]!;
      const isLeft = (at > hole ? at - 1 : at) < from.from;
      for (let i = below.start[other]!; i < below.start[other + 1]!; i++) {
        const end = position[lower[below.items[i]!]!]!;
        countBeside(change, end > nextHole ? end - 1 : end, to.from, isLeft, this.#costOf(below.items[i]!));
      }
    }
    return change;
  }
}

/**
 * Counts a segment that ends at `end` at the gaps that it would cross: those up to `end` when it starts at
 * the left, those beyond when at the right. `change` holds the differences from gap to gap.
 */
function countBeside(
  change: Int32Array,
  end: number,
  from: number,
  startsLeft: boolean,
  crossing: number,
): void {
  const beyond = Math.min(change.length - 1, Math.max(0, end - from + 1));
  if (startsLeft) {
    if (beyond === 0) return;
    change[0]! += crossing;
    change[beyond]! -= crossing;
  } else change[beyond]! += crossing;
}

function sums(change: Int32Array, count: number): Int32Array {
  const result = change.slice(0, count);
  for (let at = 1; at < count; at++) result[at]! += result[at - 1]!;
  return result;
}

function sumUpTo(change: Int32Array, last: number): number {
  let sum = 0;
  for (let at = 0; at <= last; at++) sum += change[at]!;
  return sum;
}
