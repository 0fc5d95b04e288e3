import { type LayeredGraph, layeredGraph, type Order } from "../graph/layered_graph.ts";
import { CROSSING, CROSSING_OF_LONG, type Slots } from "./crossings.ts";
import { costOf, type Gap } from "./gap.ts";

/** The cost of a place that must not be taken. */
const NEVER = 0x0fffffff;
/** A layer up to twice this size is searched whole, a wider one so far on both sides of where a line is. */
const WINDOW = 32;

/** An edge by its ends. */
interface Line {
  readonly top: number;
  readonly bottom: number;
  readonly topSlot: number;
  readonly bottomSlot: number;
  /** True for an edge between two nodes of a layer, which turns in the next one. */
  readonly turns: boolean;
}

/** The places of a layer that are searched. */
interface Window {
  readonly from: number;
  readonly count: number;
}

/** The cost of a line up to each place of a window, and the place in the window before that it comes from. */
interface Reach {
  readonly cost: Int32Array;
  readonly choice: Int32Array | undefined;
}

/** The order of some layers, to go back to. */
export interface Saved {
  readonly from: number;
  readonly layers: readonly number[][];
  readonly gaps: readonly (Gap | undefined)[];
  readonly changes: Int32Array;
}

/**
 * The vertices of a layered graph in their order, for changes: edges are taken out and put in again where they cross least,
 * and nodes may change their layers meanwhile.
 *
 * The vertex of an edge in a layer has a number of its own, whether the edge passes that layer or not; so nothing has to be
 * kept but the order of the layers. A place of a layer is the index of the vertex that comes after it.
 */
export class Embedding {
  /** The layer of every node. */
  readonly layerOf: Int32Array;
  /** The time of the last change of every layer. */
  readonly changes: Int32Array;
  /** Places looked at so far. */
  work = 0;
  readonly #graph: LayeredGraph;
  readonly #nodes: number;
  readonly #first: number;
  readonly #layers: number[][];
  readonly #lines: readonly (Line | undefined)[];
  readonly #slotsPerVertex: number;
  readonly #position: Int32Array;
  /** The edges that lead down from every node, by slot. */
  readonly #down: readonly (readonly number[])[];
  readonly #isOut: Uint8Array;
  #gaps: (Gap | undefined)[] = [];
  #windows: (Window | undefined)[] = [];
  #steps: (Int32Array | undefined)[] = [];
  #clock = 0;
  /** Room for the segments of a gap. */
  readonly #read: Omit<Gap, "cost">;

  /** Takes the order of a graph; `first` is the vertex that stays at the left of its layer, -1 when there is none. */
  constructor(graph: LayeredGraph, slots: Slots, order: Order, first: number) {
    const { level, chains, layerCount, edgeOf } = graph;
    this.#graph = graph;
    this.#nodes = level.nodes.length;
    this.#first = first;
    this.#slotsPerVertex = slots.perVertex;
    this.layerOf = graph.layerOf.slice(0, this.#nodes);
    this.changes = new Int32Array(layerCount);
    this.#position = new Int32Array(this.#nodes + level.edges.length * layerCount);
    this.#isOut = new Uint8Array(level.edges.length);
    const most = 2 * level.edges.length;
    this.#read = { from: new Int32Array(most), to: new Int32Array(most), isLong: new Uint8Array(most) };
    const down: number[][] = level.nodes.map(() => []);
    this.#lines = chains.map((chain, edge) => {
      if (chain === undefined) return undefined;
      const [top, bottom] = [chain.vertices[0]!, chain.vertices.at(-1)!];
      const [first, last] = [chain.segments[0]!, chain.segments.at(-1)!];
      const turns = chain.leads === "turn";
      down[top]!.push(edge);
      if (turns) down[bottom]!.push(edge);
      const bottomSlot = (turns ? slots.upper : slots.lower)[last]!;
      return { top, bottom, topSlot: slots.upper[first]!, bottomSlot, turns };
    });
    down.forEach((edges, node) => edges.sort((a, b) => this.#slotAt(node, a) - this.#slotAt(node, b)));
    this.#down = down;
    this.#layers = order.map((layer, at) =>
      Array.from(layer, (vertex) => edgeOf[vertex]! < 0 ? vertex : this.#vertexOf(edgeOf[vertex]!, at))
    );
    for (const layer of this.#layers) this.#number(layer, 0);
  }

  /** The ends of an edge; `undefined` for an edge from a node to itself. */
  line(edge: number): Line | undefined {
    return this.#lines[edge];
  }

  /** The number of layers that an edge spans. */
  spanOf(edge: number): number {
    const { top, bottom } = this.#lines[edge]!;
    return this.layerOf[bottom]! - this.layerOf[top]!;
  }

  /** The cost of the crossings from a layer down to another. */
  cost(from: number, until: number): number {
    let sum = 0;
    for (let layer = from; layer < until; layer++) sum += this.#gap(layer).cost;
    return sum;
  }

  /** Checks whether any of some edges, none of which turns, crosses another. */
  isCrossed(edges: readonly number[]): boolean {
    return edges.some((edge) => {
      const { top, bottom } = this.#lines[edge]!;
      for (let layer = this.layerOf[top]!; layer < this.layerOf[bottom]!; layer++) {
        const { from, to, cost } = this.#gap(layer);
        const [begin, end] = [this.#placeOf(edge, layer), this.#placeOf(edge, layer + 1)];
        if (cost > 0 && from.some((other, at) => (other - begin) * (to[at]! - end) < 0)) return true;
      }
      return false;
    });
  }

  /** Keeps what changes in the given layers. */
  save(from: number, until: number): Saved {
    return {
      from,
      layers: this.#layers.slice(from, until + 1).map((layer) => layer.slice()),
      gaps: this.#gaps.slice(),
      changes: this.changes.slice(),
    };
  }

  /** Goes back to what was kept, with all edges in. */
  restore({ from, layers, gaps, changes }: Saved): void {
    layers.forEach((layer, at) => this.#number(this.#layers[from + at] = layer, 0));
    this.#gaps = [...gaps];
    this.changes.set(changes);
    this.#isOut.fill(0);
  }

  /** Takes out edges and, when it is given, the node that they meet at. */
  takeOut(edges: readonly number[], node?: number): void {
    const leaving = new Map<number, Set<number>>();
    const leave = (layer: number, vertex: number) => {
      const there = leaving.get(layer);
      if (there) there.add(vertex);
      else leaving.set(layer, new Set([vertex]));
    };
    for (const edge of edges) {
      const { top, bottom } = this.#lines[edge]!;
      const [from, until] = [this.layerOf[top]!, this.layerOf[bottom]!];
      this.#isOut[edge] = 1;
      this.#touch(from);
      this.#touch(until);
      for (let layer = from + 1; layer < until; layer++) leave(layer, this.#vertexOf(edge, layer));
    }
    if (node !== undefined) leave(this.layerOf[node]!, node);
    this.#windows = [];
    this.#steps = [];
    for (const [layer, vertices] of leaving) {
      const places = [...vertices].map((vertex) => this.#position[vertex]!).sort((a, b) => a - b);
      const middle = places[places.length >> 1]! - (places.length >> 1);
      const left = this.#layers[layer]!.filter((vertex) => !vertices.has(vertex));
      this.#number(this.#layers[layer] = left, 0);
      this.#windows[layer] = this.#windowOf(layer, middle);
      this.#touch(layer);
    }
  }

  /** Puts a node into a layer. */
  insert(node: number, layer: number, at: number): void {
    this.layerOf[node] = layer;
    this.#insertVertex(node, layer, at);
  }

  /** Puts an edge in where it crosses least. */
  insertEdge(edge: number): void {
    const { top, bottom } = this.#lines[edge]!;
    const [from, until] = [this.layerOf[top]!, this.layerOf[bottom]!];
    if (until - from > 1) {
      const reached = [this.reach(edge, top)];
      for (let layer = from + 1; layer < until - 1; layer++) {
        reached.push(this.next(layer, 1, reached.at(-1)!));
      }
      const { cost } = reached.at(-1)!;
      const rest = this.reach(edge, bottom).cost;
      let best = 0;
      for (let at = 1; at < cost.length; at++) {
        if (cost[at]! + rest[at]! < cost[best]! + rest[best]!) best = at;
      }
      for (let layer = until - 1; layer > from; layer--) {
        const { choice } = reached.pop()!;
        const place = this.window(layer).from + best;
        if (choice) best = choice[best]!;
        this.#insertVertex(this.#vertexOf(edge, layer), layer, place);
      }
    }
    this.#isOut[edge] = 0;
    this.#touch(from);
    this.#touch(until);
  }

  /** The cost of the first segment of an edge from one of its ends to every place of the next layer on its way. */
  reach(edge: number, node: number): Reach {
    const { top } = this.#lines[edge]!;
    const down = node === top;
    const layer = this.layerOf[node]!;
    const per = this.#slotsPerVertex;
    const own = this.#placeOf(edge, layer);
    const { from, to } = this.#gap(down ? layer : layer - 1);
    const [near, far] = down ? [from, to] : [to, from];
    const window = this.window(down ? layer + 1 : layer - 1);
    const cost = new Int32Array(window.count);
    const change = new Int32Array(window.count + 1);
    for (let at = 0; at < near.length; at++) {
      if (near[at] === own) continue;
      const beyond = placeIn(window, Math.floor(far[at]! / per) + 1);
      if (near[at]! < own) {
        change[0]! += CROSSING;
        change[beyond]! -= CROSSING;
      } else change[beyond]! += CROSSING;
    }
    for (let at = 0, sum = 0; at < window.count; at++) cost[at] = sum += change[at]!;
    this.work += near.length + window.count;
    return { cost, choice: undefined };
  }

  /** The least cost of every place of the next layer, one further down (1) or up (-1). */
  next(layer: number, way: 1 | -1, { cost }: Reach): Reach {
    const steps = this.#stepsBelow(way > 0 ? layer : layer - 1);
    const { count } = this.window(layer + way);
    const least = new Int32Array(count).fill(NEVER);
    const choice = new Int32Array(count);
    this.work += cost.length * count;
    const [across, along] = way > 0 ? [count, 1] : [1, cost.length];
    for (let a = 0; a < cost.length; a++) {
      const until = cost[a]!;
      for (let b = 0, at = a * across; b < count; b++, at += along) {
        const sum = until + steps[at]!;
        if (sum >= least[b]!) continue;
        least[b] = sum;
        choice[b] = a;
      }
    }
    return { cost: least, choice };
  }

  /** The places of a layer that are searched: all, or those near to where what was taken out last had been. */
  window(layer: number): Window {
    return this.#windows[layer] ??= this.#windowOf(layer, this.#layers[layer]!.length >> 1);
  }

  /** The graph with its nodes in their layers, and the order; layers that nothing is left in at the ends are gone. */
  result(): { graph: LayeredGraph; order: Order } {
    const { level, span } = this.#graph;
    const isUsed = (layer: readonly number[]) => layer.length > 0;
    const used = this.#layers.findIndex(isUsed);
    const top = used - used % span;
    const layers = this.#layers.slice(top, this.#layers.findLastIndex(isUsed) + 1);
    const layerOf = this.layerOf.map((layer) => layer - top);
    const graph = layeredGraph(level, { layerOf, layerCount: layers.length, span });
    const order = layers.map((layer, at) =>
      Int32Array.from(layer, (vertex) => {
        if (vertex < this.#nodes) return vertex;
        const edge = this.#edgeOf(vertex);
        return graph.chains[edge]!.vertices[at - layerOf[this.#lines[edge]!.top]!]!;
      })
    );
    return { graph, order };
  }

  #vertexOf(edge: number, layer: number): number {
    return this.#nodes + edge * this.changes.length + layer;
  }

  #edgeOf(vertex: number): number {
    return Math.floor((vertex - this.#nodes) / this.changes.length);
  }

  /** The place of an edge in a layer that it passes, or in which it ends. */
  #placeOf(edge: number, layer: number): number {
    const { top, bottom } = this.#lines[edge]!;
    const per = this.#slotsPerVertex;
    const isTop = this.layerOf[top] === layer;
    if (!isTop && this.layerOf[bottom] !== layer) return this.#position[this.#vertexOf(edge, layer)]! * per;
    const node = isTop ? top : bottom;
    return this.#position[node]! * per + this.#slotAt(node, edge);
  }

  #slotAt(node: number, edge: number): number {
    const { top, topSlot, bottomSlot } = this.#lines[edge]!;
    return top === node ? topSlot : bottomSlot;
  }

  #windowOf(layer: number, middle: number): Window {
    const size = this.#layers[layer]!.length;
    const least = this.#layers[layer]![0] === this.#first ? 1 : 0;
    if (size <= 2 * WINDOW) return { from: least, count: size + 1 - least };
    const from = Math.max(least, middle - WINDOW);
    return { from, count: Math.min(size, middle + WINDOW) + 1 - from };
  }

  #insertVertex(vertex: number, layer: number, at: number): void {
    const vertices = this.#layers[layer]!;
    vertices.splice(at, 0, vertex);
    this.#number(vertices, at);
    const window = this.#windows[layer];
    if (window) this.#windows[layer] = { from: window.from, count: window.count + 1 };
    this.#touch(layer);
  }

  #number(layer: readonly number[], from: number): void {
    for (let at = from; at < layer.length; at++) this.#position[layer[at]!] = at;
  }

  #touch(layer: number): void {
    this.changes[layer] = ++this.#clock;
    for (const gap of [layer - 1, layer]) {
      this.#gaps[gap] = undefined;
      this.#steps[gap] = undefined;
    }
  }

  #gap(layer: number): Gap {
    return this.#gaps[layer] ??= this.#readGap(layer);
  }

  #readGap(layer: number): Gap {
    const per = this.#slotsPerVertex;
    const { from, to, isLong } = this.#read;
    let count = 0;
    const add = (edge: number, place: number, isInner: boolean) => {
      from[count] = place;
      to[count] = this.#placeOf(edge, layer + 1);
      isLong[count++] = isInner && this.layerOf[this.#lines[edge]!.bottom] !== layer + 1 ? 1 : 0;
    };
    const vertices = this.#layers[layer]!;
    for (let at = 0; at < vertices.length; at++) {
      const vertex = vertices[at]!;
      if (vertex < this.#nodes) {
        for (const edge of this.#down[vertex]!) {
          if (this.#isOut[edge] === 0) add(edge, at * per + this.#slotAt(vertex, edge), false);
        }
      } else if (!this.#lines[this.#edgeOf(vertex)]!.turns) add(this.#edgeOf(vertex), at * per, true);
    }
    const size = (this.#layers[layer + 1]?.length ?? 0) * per;
    const gap = { from: from.slice(0, count), to: to.slice(0, count), isLong: isLong.slice(0, count) };
    this.work += count;
    return { ...gap, cost: costOf(gap, size) };
  }

  /** The cost of a further segment from every place of a layer to every place of the next, row by row. */
  #stepsBelow(layer: number): Int32Array {
    return this.#steps[layer] ??= this.#readSteps(layer);
  }

  #readSteps(layer: number): Int32Array {
    const { from, to, isLong } = this.#gap(layer);
    const per = this.#slotsPerVertex;
    const [upper, lower] = [this.window(layer), this.window(layer + 1)];
    const width = lower.count;
    const steps = new Int32Array(upper.count * width);
    const change = new Int32Array(width + 1);
    const place = (at: number) => placeIn(lower, Math.floor(to[at]! / per) + 1);
    const price = (at: number) => isLong[at] === 1 ? CROSSING_OF_LONG : CROSSING;
    // A segment at the left of a place is crossed up to its lower end, one at the right beyond it.
    let next = 0;
    for (; next < from.length && from[next]! < upper.from * per; next++) {
      change[0]! += price(next);
      change[place(next)]! -= price(next);
    }
    for (let at = next; at < from.length; at++) change[place(at)]! += price(at);
    for (let row = 0; row < upper.count; row++) {
      for (; next < from.length && from[next]! < (upper.from + row) * per; next++) {
        change[0]! += price(next);
        change[place(next)]! -= 2 * price(next);
      }
      for (let at = 0, sum = 0; at < width; at++) steps[row * width + at] = sum += change[at]!;
    }
    this.work += steps.length + from.length;
    return steps;
  }
}

/** The index of a place in a window; its ends for places beyond. */
function placeIn({ from, count }: Window, place: number): number {
  return Math.min(count, Math.max(0, place - from));
}
