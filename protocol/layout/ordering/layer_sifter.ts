import { type Slots, slotsOf } from "./crossings.ts";
import type { LayeredGraph, SegmentLists } from "../graph/layered_graph.ts";

/** A layer up to this size is looked at as a whole, a wider one around each vertex. */
const WHOLE_LAYER = 256;
const WINDOW = 32;

/**
 * Moves single vertices of a layer to the place where they cross least, with the layers above and below fixed
 * ("sifting": Matuszewski, Schönfeld and Molitor, "Using sifting for k-layer straightline crossing
 * minimization", 1999).
 */
export class LayerSifter {
  /** The places of the ends of segments within their layers. */
  readonly slots: Slots;
  readonly #graph: LayeredGraph;
  readonly #first: number;
  /** The places of the neighbours of the vertices of a layer, sorted, above and below. */
  readonly #keysAbove: Keys;
  readonly #keysBelow: Keys;
  /** Crossings with the first vertex left of the second, minus those with it right of it. */
  #differences = new Int32Array(0);

  /** Makes a sifter; `first` is the vertex that stays at the left of its layer, -1 when there is none. */
  constructor(graph: LayeredGraph, first: number) {
    this.#graph = graph;
    this.#first = first;
    this.slots = slotsOf(graph);
    this.#keysAbove = new Keys(graph.above, graph.upper, this.slots.upper, this.slots.perVertex);
    this.#keysBelow = new Keys(graph.below, graph.lower, this.slots.lower, this.slots.perVertex);
  }

  /**
   * Improves a layer in place until no move wins anything.
   *
   * @returns the number of crossings won
   */
  improve(vertices: Int32Array, position: Int32Array): number {
    const size = vertices.length;
    this.#keysAbove.read(vertices, position);
    this.#keysBelow.read(vertices, position);
    const original = vertices.slice();
    const place = Int32Array.from({ length: size }, (_, at) => at);
    const isWide = size > WHOLE_LAYER;
    if (!isWide) this.#compare(original);
    let won = 0;
    for (let gain = 1; gain > 0; won += gain) {
      gain = 0;
      for (let index = 0; index < size; index++) {
        if (original[index] !== this.#first) {
          const leftmost = original[place[0]!] === this.#first ? 1 : 0;
          gain += isWide ? this.#siftNear(index, place, leftmost) : this.#sift(index, place, leftmost);
        }
      }
    }
    if (won === 0) return 0;
    for (let at = 0; at < size; at++) {
      const vertex = original[place[at]!]!;
      vertices[at] = vertex;
      position[vertex] = at;
    }
    return won;
  }

  /** Fills the table of differences for every pair of a layer. */
  #compare({ length: size }: Int32Array): void {
    if (this.#differences.length < size * size) this.#differences = new Int32Array(size * size);
    const table = this.#differences;
    for (let a = 0; a < size; a++) {
      table[a * size + a] = 0;
      for (let b = 0; b < a; b++) {
        const difference = this.#difference(a, b);
        table[a * size + b] = difference;
        table[b * size + a] = -difference;
      }
    }
  }

  /** Moves the vertex to its best place, not left of `leftmost`; returns the crossings won. */
  #sift(index: number, place: Int32Array, leftmost: number): number {
    const table = this.#differences;
    const size = place.length;
    const row = index * size;
    const from = place.indexOf(index);
    let best = from;
    let least = 0;
    for (let at = from - 1, sum = 0; at >= leftmost; at--) {
      sum += table[row + place[at]!]!;
      if (sum < least) [best, least] = [at, sum];
    }
    for (let at = from + 1, sum = 0; at < size; at++) {
      sum -= table[row + place[at]!]!;
      if (sum < least) [best, least] = [at, sum];
    }
    moveTo(place, from, best);
    return -least;
  }

  /** The same within a window, for layers too wide for a table. */
  #siftNear(index: number, place: Int32Array, leftmost: number): number {
    const from = place.indexOf(index);
    let best = from;
    let least = 0;
    for (let at = from - 1, sum = 0; at >= Math.max(leftmost, from - WINDOW); at--) {
      sum += this.#difference(index, place[at]!);
      if (sum < least) [best, least] = [at, sum];
    }
    for (let at = from + 1, sum = 0; at < Math.min(place.length, from + WINDOW); at++) {
      sum -= this.#difference(index, place[at]!);
      if (sum < least) [best, least] = [at, sum];
    }
    moveTo(place, from, best);
    return -least;
  }

  #difference(a: number, b: number): number {
    return this.#keysAbove.difference(a, b) + this.#keysBelow.difference(a, b);
  }
}

/** Moves what is at one place to another. */
function moveTo(place: Int32Array, from: number, to: number): void {
  const index = place[from]!;
  if (to < from) place.copyWithin(to + 1, to, from);
  else place.copyWithin(from, from + 1, to + 1);
  place[to] = index;
}

/** The places of the neighbours of the vertices of a layer on one side. */
class Keys {
  readonly #lists: SegmentLists;
  readonly #ends: Int32Array;
  readonly #slots: Int32Array;
  readonly #perVertex: number;
  #start = new Int32Array(0);
  #keys: Int32Array;

  constructor(lists: SegmentLists, ends: Int32Array, slots: Int32Array, perVertex: number) {
    this.#lists = lists;
    this.#ends = ends;
    this.#slots = slots;
    this.#perVertex = perVertex;
    this.#keys = new Int32Array(ends.length);
  }

  /** Reads the neighbours of every vertex of a layer and sorts them. */
  read(vertices: Int32Array, position: Int32Array): void {
    if (this.#start.length <= vertices.length) this.#start = new Int32Array(2 * vertices.length + 1);
    const { start, items } = this.#lists;
    const keys = this.#keys;
    let length = 0;
    for (let index = 0; index < vertices.length; index++) {
      const vertex = vertices[index]!;
      this.#start[index] = length;
      const from = length;
      for (let i = start[vertex]!; i < start[vertex + 1]!; i++) {
        const segment = items[i]!;
        const key = position[this.#ends[segment]!]! * this.#perVertex + this.#slots[segment]!;
        let at = length++;
        for (; at > from && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
        keys[at] = key;
      }
    }
    this.#start[vertices.length] = length;
  }

  /** The crossings with the first vertex at the left of the second less those with it at the right. */
  difference(first: number, second: number): number {
    const keys = this.#keys;
    const firstEnd = this.#start[first + 1]!;
    const secondStart = this.#start[second]!;
    const secondEnd = this.#start[second + 1]!;
    let less = secondStart;
    let upTo = secondStart;
    let sum = 0;
    for (let i = this.#start[first]!; i < firstEnd; i++) {
      const key = keys[i]!;
      while (less < secondEnd && keys[less]! < key) less++;
      while (upTo < secondEnd && keys[upTo]! <= key) upTo++;
      sum += (less - secondStart) - (secondEnd - upTo);
    }
    return sum;
  }
}
