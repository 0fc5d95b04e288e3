import { CrossingCounter } from "./crossings.ts";
import type { LayeredGraph, Order } from "../graph/layered_graph.ts";
import { LayerSifter } from "./layer_sifter.ts";
import { seededRandom } from "./seeded_random.ts";

/** Sweeps of one start, at most. */
const SWEEPS = 8;

/** One of this many starts is improved to the end. */
const STARTS_PER_FINISH = 6;

/** The largest total number of vertices of all starts: large graphs get fewer starts. */
const MOST_VERTICES = 30_000;

/**
 * Orders the vertices of every layer so that few segments cross.
 *
 * From several starts, sweeps up and down sort each layer by the means of its neighbours (Sugiyama, Tagawa and
 * Toda, 1981). In the best results, single vertices then move to their best place with regard to both
 * neighbouring layers ({@linkcode LayerSifter}) until no crossing is saved.
 *
 * @param effort how many starts are tried where the graph is not large
 */
export function orderLayers(graph: LayeredGraph, effort: number): Order {
  return new OrderSearch(graph).run(effort);
}

/** The places of the vertices in their layers, and how many crossings there are. */
interface Start {
  readonly crossings: number;
  readonly places: Int32Array;
}

class OrderSearch {
  readonly #graph: LayeredGraph;
  readonly #random = seededRandom(1);
  readonly #sifter: LayerSifter;
  readonly #counter: CrossingCounter;
  /**
   * Room for {@linkcode OrderSearch.#sortByMeans}: the mean of every vertex, and those that have one in
   * order.
   */
  readonly #means: Float64Array;
  readonly #moving: Int32Array;
  readonly #order: Order;
  readonly #position: Int32Array;
  /** The layers that have changed since crossings were counted. */
  readonly #isChanged: Uint8Array;
  /** Layers whose order cannot change: those of a single vertex, and children in a row. */
  readonly #frozen: Uint8Array;
  /** The vertex that stays at the left of its layer; -1 when there is none. */
  readonly #first: number;

  constructor(graph: LayeredGraph) {
    this.#graph = graph;
    this.#position = new Int32Array(graph.count);
    this.#means = new Float64Array(graph.count);
    this.#moving = new Int32Array(graph.count);
    this.#isChanged = new Uint8Array(graph.layerCount);
    this.#order = this.#inDocumentOrder();
    this.#first = graph.level.nodes.findIndex((node) => node.first);
    this.#sifter = new LayerSifter(graph, this.#first);
    this.#counter = new CrossingCounter(
      graph,
      this.#sifter.slots,
      Math.max(...this.#order.map((l) => l.length)),
    );
    this.#frozen = Uint8Array.from(this.#order, (layer) => Number(layer.length < 2 || this.#isRow(layer)));
  }

  #isRow(layer: Int32Array): boolean {
    const { level } = this.#graph;
    return level.row &&
      layer.some((vertex) => level.nodes[vertex]?.border === undefined && vertex < level.nodes.length);
  }

  run(effort: number): Order {
    const room = Math.max(MOST_VERTICES / this.#graph.count, 1);
    const starts: Start[] = [];
    const count = Math.max(1, Math.min(effort, room));
    for (let start = 0; start < count; start++) {
      starts.push(this.#start(start));
      if (starts.at(-1)!.crossings === 0) break;
    }
    starts.sort((a, b) => a.crossings - b.crossings);
    let best = starts[0]!;
    for (const start of starts.slice(0, Math.ceil(effort / STARTS_PER_FINISH))) {
      if (best.crossings === 0) break;
      this.#take(start.places);
      const crossings = start.crossings - this.#settle();
      if (crossings < best.crossings) best = { crossings, places: this.#position.slice() };
    }
    this.#take(best.places);
    return this.#order;
  }

  #inDocumentOrder(): Order {
    const { count, layerOf, layerCount } = this.#graph;
    const layers: number[][] = Array.from({ length: layerCount }, () => []);
    for (let vertex = 0; vertex < count; vertex++) layers[layerOf[vertex]!]!.push(vertex);
    return layers.map((layer) => Int32Array.from(layer));
  }

  #take(places: Int32Array): void {
    const { count, layerOf } = this.#graph;
    this.#position.set(places);
    for (let vertex = 0; vertex < count; vertex++) this.#order[layerOf[vertex]!]![places[vertex]!] = vertex;
  }

  #place(layer: Int32Array): void {
    for (let at = 0; at < layer.length; at++) this.#position[layer[at]!] = at;
  }

  /** Orders every layer as a depth-first walk meets it: a tree has no crossings then. */
  #begin(start: number): void {
    const { count, upper, lower, above, below, layerCount, layerOf } = this.#graph;
    const filled = new Int32Array(layerCount);
    const seen = new Uint8Array(count);
    const roots = this.#rootsOf(start);
    for (const root of roots) {
      const stack = [root];
      while (stack.length > 0) {
        const vertex = stack.pop()!;
        if (seen[vertex] === 1) continue;
        seen[vertex] = 1;
        const layer = layerOf[vertex]!;
        if (this.#frozen[layer] === 0) this.#order[layer]![filled[layer]!++] = vertex;
        const next: number[] = [];
        for (let i = above.start[vertex]!; i < above.start[vertex + 1]!; i++) {
          next.push(upper[above.items[i]!]!);
        }
        for (let i = below.start[vertex]!; i < below.start[vertex + 1]!; i++) {
          next.push(lower[below.items[i]!]!);
        }
        if (start > 1) shuffle(next, this.#random);
        for (const other of next.reverse()) if (seen[other] === 0) stack.push(other);
      }
    }
    for (const layer of this.#order) this.#place(layer);
    this.#isChanged.fill(1);
  }

  /** The vertices by their layers, the one that stays at the left first, those of a layer by chance but for the first starts. */
  #rootsOf(start: number): number[] {
    const { count, layerOf } = this.#graph;
    const vertices = Array.from({ length: count }, (_, vertex) => vertex);
    if (start > 1) shuffle(vertices, this.#random);
    const layers: number[][] = this.#order.map(() => []);
    for (const vertex of vertices) layers[layerOf[vertex]!]!.push(vertex);
    if (start % 2 === 1) layers.reverse();
    return this.#first < 0 ? layers.flat() : [this.#first, ...layers.flat()];
  }

  /** Makes a new start and sweeps until no crossing is saved. */
  #start(start: number): Start {
    this.#begin(start);
    let best = {
      crossings: this.#counter.count(this.#order, this.#position, this.#isChanged),
      places: this.#position.slice(),
    };
    for (let sweep = 0, idle = 0; sweep < SWEEPS && idle < 2 && best.crossings > 0; sweep++) {
      this.#sweep(sweep % 2 === 0);
      const crossings = this.#counter.count(this.#order, this.#position, this.#isChanged);
      idle = crossings < best.crossings ? 0 : idle + 1;
      if (idle === 0) best = { crossings, places: this.#position.slice() };
    }
    return best;
  }

  #sweep(down: boolean): void {
    const { layerCount } = this.#graph;
    for (let step = 1; step < layerCount; step++) {
      const layer = down ? step : layerCount - 1 - step;
      if (this.#frozen[layer] === 0) this.#sortByMeans(layer, down);
    }
  }

  /** Sorts a layer by the means of its neighbours above or below; vertices without any keep their places. */
  #sortByMeans(layer: number, above: boolean): void {
    const { below: belowLists, above: aboveLists, upper, lower, upperPort, lowerPort, level } = this.#graph;
    const lists = above ? aboveLists : belowLists;
    const ends = above ? upper : lower;
    const ports = above ? upperPort : lowerPort;
    const vertices = this.#order[layer]!;
    const means = this.#means;
    let moving = 0;
    for (const vertex of vertices) {
      const from = lists.start[vertex]!;
      const until = lists.start[vertex + 1]!;
      means[vertex] = NaN;
      if (until === from || vertex === this.#first) continue;
      let sum = 0;
      for (let i = from; i < until; i++) {
        const segment = lists.items[i]!;
        const end = ends[segment]!;
        const port = ports[segment]!;
        const aside = !Number.isNaN(port) ? 0.8 * port / Math.max(1, level.nodes[end]!.width) : 0;
        sum += this.#position[end]! + aside;
      }
      means[vertex] = sum / (until - from);
      insertByMean(this.#moving, moving++, vertex, means);
    }
    let isChanged = false;
    for (let at = 0, next = 0; at < vertices.length; at++) {
      if (Number.isNaN(means[vertices[at]!]!)) continue;
      const vertex = this.#moving[next++]!;
      isChanged ||= vertex !== vertices[at];
      vertices[at] = vertex;
    }
    if (!isChanged) return;
    this.#place(vertices);
    this.#isChanged[layer] = 1;
  }

  /** Sifts all layers, and those next to a layer that changed again, until none changes; returns the crossings saved. */
  #settle(): number {
    const dirty = new Set(this.#order.keys());
    let won = 0;
    while (dirty.size > 0) {
      const [layer] = dirty;
      dirty.delete(layer!);
      if (this.#frozen[layer!] === 1) continue;
      const gain = this.#sifter.improve(this.#order[layer!]!, this.#position);
      if (gain === 0) continue;
      won += gain;
      if (layer! > 0) dirty.add(layer! - 1);
      if (layer! + 1 < this.#order.length) dirty.add(layer! + 1);
    }
    return won;
  }
}

function shuffle(list: number[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other]!, list[at]!];
  }
}

/** Inserts a vertex into a list of `length` that is sorted by mean, after those with the same mean. */
function insertByMean(list: Int32Array, length: number, vertex: number, means: Float64Array): void {
  const mean = means[vertex]!;
  let at = length;
  for (; at > 0 && means[list[at - 1]!]! > mean; at--) list[at] = list[at - 1]!;
  list[at] = vertex;
}
