import { balanceColumns } from "./balance_columns.ts";
import {
  type Chain,
  type LayeredGraph,
  type Order,
  PORT_SPREAD,
  portOffset,
  positionsOf,
  type SegmentLists,
} from "../graph/layered_graph.ts";
import type { LayoutSettings } from "../options.ts";
import { type Separation, separationOf } from "./separation.ts";

/**
 * Gives every vertex the x of its middle, so that neighbours keep their distance, long edges run straight, and
 * nodes are near the middle of their neighbours.
 *
 * Brandes and Köpf, "Fast and simple horizontal coordinate assignment" (2001, with the corrections of 2020):
 * four drawings, each aligned to the upper or lower neighbours and packed to the left or right; the mean of the
 * two middle values of each vertex keeps all distances. Blocks are packed along the longest path between them,
 * and ends at given ports are aligned by the port.
 */
export function assignColumns(graph: LayeredGraph, order: Order, settings: LayoutSettings): Float64Array {
  const separation = separationOf(graph, settings);
  const conflicts = conflictsOf(graph, order);
  const drawings: Float64Array[] = [];
  for (const upwards of [false, true]) {
    for (const mirrored of [false, true]) {
      drawings.push(new Alignment(graph, order, conflicts, upwards, mirrored).columns(separation));
    }
  }
  const columns = balance(drawings, graph);
  const aspect = settings.aspect ?? (settings.lines === "upright" ? SCREEN : undefined);
  if (aspect !== undefined) {
    const widest = ROOM * widestLayer(graph, order, separation);
    const limit = Math.max(widest, aspect * heightOf(graph, order, settings));
    compressColumns(graph, order, columns, separation, limit);
  }
  balanceColumns(graph, order, columns, separation);
  straightenRuns(graph, order, columns, separation);
  return columns;
}

/** The ratio of width to height beyond which a drawing is compressed. */
const SCREEN = 0.6;

/** The width of a compressed drawing, relative to its widest layer. */
const ROOM = 1.15;

/** The height that the layers take. */
function heightOf({ edgeOf, level }: LayeredGraph, order: Order, { layerGap }: LayoutSettings): number {
  return order.reduce((sum, layer) => {
    const heights = layer.reduce((most, vertex) => {
      const edge = edgeOf[vertex]!;
      return Math.max(
        most,
        edge >= 0 ? level.edges[edge]?.label?.height ?? 0 : level.nodes[vertex]?.height ?? 0,
      );
    }, 0);
    return sum + heights + layerGap;
  }, 0);
}

/**
 * Marks the segments that must not be aligned: those that cross a segment between two vertices of long edges,
 * which is to run straight.
 */
function conflictsOf({ upper, lower, edgeOf, above }: LayeredGraph, order: Order): Uint8Array {
  const marked = new Uint8Array(upper.length);
  const position = positionsOf(order);
  for (let at = 1; at < order.length; at++) {
    const layer = order[at]!;
    let from = 0;
    let scanned = 0;
    layer.forEach((vertex, index) => {
      const inner = innerSegment(vertex);
      if (inner < 0 && index < layer.length - 1) return;
      const until = inner < 0 ? order[at - 1]!.length : position[upper[inner]!]!;
      for (; scanned <= index; scanned++) {
        const other = layer[scanned]!;
        for (let i = above.start[other]!; i < above.start[other + 1]!; i++) {
          const segment = above.items[i]!;
          const end = position[upper[segment]!]!;
          if ((end < from || end > until) && !isInner(segment)) marked[segment] = 1;
        }
      }
      from = until;
    });
  }
  return marked;

  function isInner(segment: number): boolean {
    return edgeOf[upper[segment]!]! >= 0 && edgeOf[lower[segment]!]! >= 0;
  }

  function innerSegment(vertex: number): number {
    if (edgeOf[vertex]! < 0) return -1;
    const segment = above.items[above.start[vertex]!];
    return segment !== undefined && isInner(segment) ? segment : -1;
  }
}

/** One of the four drawings. */
class Alignment {
  readonly #graph: LayeredGraph;
  readonly #order: Order;
  readonly #position: Int32Array;
  readonly #mirrored: boolean;
  /** The first vertex of the block that a vertex belongs to. */
  readonly #root: Int32Array;
  /** The distance of a vertex from the first vertex of its block, to the right. */
  readonly #shift: Float64Array;

  constructor(graph: LayeredGraph, order: Order, conflicts: Uint8Array, upwards: boolean, mirrored: boolean) {
    this.#graph = graph;
    this.#mirrored = mirrored;
    this.#order = mirrored ? order.map((layer) => layer.toReversed()) : order;
    this.#position = positionsOf(this.#order);
    this.#root = Int32Array.from({ length: graph.count }, (_, vertex) => vertex);
    this.#shift = new Float64Array(graph.count);
    this.#align(conflicts, upwards);
  }

  /**
   * Joins each vertex to the block of its middle neighbour above (or below) where that crosses no alignment.
   */
  #align(conflicts: Uint8Array, upwards: boolean): void {
    const { above, below, upper, lower, upperPort, lowerPort } = this.#graph;
    const lists: SegmentLists = upwards ? below : above;
    const ends = upwards ? lower : upper;
    const [endPorts, ownPorts] = upwards ? [lowerPort, upperPort] : [upperPort, lowerPort];
    const joined = new Uint8Array(this.#graph.count);
    for (const layer of upwards ? this.#order.toReversed() : this.#order) {
      let aligned = -1;
      for (const vertex of layer) {
        for (const segment of this.#middle(lists, ends, endPorts, vertex)) {
          const end = ends[segment]!;
          const at = this.#position[end]!;
          if (conflicts[segment] === 1 || at <= aligned || joined[end] === 1) continue;
          joined[end] = 1;
          aligned = at;
          this.#root[vertex] = this.#root[end]!;
          this.#shift[vertex] = this.#shift[end]! + portOffset(endPorts[segment]!) -
            portOffset(ownPorts[segment]!);
          break;
        }
      }
    }
  }

  /** The one or two segments in the middle of those of a vertex, sorted by their other ends. */
  #middle(lists: SegmentLists, ends: Int32Array, ports: Float64Array, vertex: number): number[] {
    const sorted = [...lists.items.subarray(lists.start[vertex], lists.start[vertex + 1])];
    // Most vertices have one: those of long edges.
    if (sorted.length < 2) return sorted;
    const sign = this.#mirrored ? -1 : 1;
    sorted.sort((a, b) =>
      this.#position[ends[a]!]! - this.#position[ends[b]!]! ||
      sign * (portOffset(ports[a]!) - portOffset(ports[b]!)) || a - b
    );
    const half = (sorted.length - 1) / 2;
    return half % 1 === 0 ? [sorted[half]!] : [sorted[Math.floor(half)]!, sorted[Math.ceil(half)]!];
  }

  /** Packs the blocks to the left, then lets those that have room move back to the right. */
  columns(separation: Separation): Float64Array {
    const { count } = this.#graph;
    const sign = this.#mirrored ? -1 : 1;
    const from = new Int32Array(count);
    const to = new Int32Array(count);
    const gap = new Float64Array(count);
    let length = 0;
    for (const layer of this.#order) {
      for (let at = 1; at < layer.length; at++) {
        const [a, b] = [layer[at - 1]!, layer[at]!];
        from[length] = this.#root[a]!;
        to[length] = this.#root[b]!;
        gap[length++] = (this.#mirrored ? separation(b, a) : separation(a, b)) +
          sign * (this.#shift[a]! - this.#shift[b]!);
      }
    }
    const x = pack(this.#root, from.subarray(0, length), to, gap);
    return x.map((_, vertex) => sign * x[this.#root[vertex]!]! + this.#shift[vertex]!);
  }
}

/** Places blocks so that each keeps its distance from those at its left, as far left as that allows. */
function pack(root: Int32Array, from: Int32Array, to: Int32Array, gap: Float64Array): Float64Array {
  const count = root.length;
  const open = new Int32Array(count);
  // The last gap at the right of every block, and the one before each of them.
  const last = new Int32Array(count).fill(-1);
  const before = new Int32Array(from.length);
  for (let index = 0; index < from.length; index++) {
    before[index] = last[from[index]!]!;
    last[from[index]!] = index;
    open[to[index]!]!++;
  }
  const sorted: number[] = [];
  for (let block = 0; block < count; block++) {
    if (root[block] === block && open[block] === 0) sorted.push(block);
  }
  const x = new Float64Array(count);
  for (let at = 0; at < sorted.length; at++) {
    const block = sorted[at]!;
    for (let index = last[block]!; index >= 0; index = before[index]!) {
      const next = to[index]!;
      x[next] = Math.max(x[next]!, x[block]! + gap[index]!);
      if (--open[next]! === 0) sorted.push(next);
    }
  }
  for (const block of sorted.reverse()) {
    let room = Infinity;
    for (let index = last[block]!; index >= 0; index = before[index]!) {
      room = Math.min(room, x[to[index]!]! - gap[index]!);
    }
    if (room !== Infinity) x[block] = Math.max(x[block]!, room);
  }
  return x;
}

/** Aligns the drawings with the narrowest and takes the mean of the two middle values of each vertex. */
function balance(drawings: readonly Float64Array[], { left, right }: LayeredGraph): Float64Array {
  const bounds = drawings.map((x) => {
    let [least, most] = [Infinity, -Infinity];
    x.forEach((value, vertex) => {
      least = Math.min(least, value - left[vertex]!);
      most = Math.max(most, value + right[vertex]!);
    });
    return { least, most };
  });
  const narrowest = bounds.reduce((best, bound) =>
    bound.most - bound.least < best.most - best.least ? bound : best
  );
  drawings.forEach((x, index) => {
    const { least, most } = bounds[index]!;
    const move = index % 2 === 0 ? narrowest.least - least : narrowest.most - most;
    for (let vertex = 0; vertex < x.length; vertex++) x[vertex]! += move;
  });
  const [one, two, three, four] = drawings;
  return one!.map((a, vertex) => {
    const [b, c, d] = [two![vertex]!, three![vertex]!, four![vertex]!];
    return (Math.max(Math.min(a, b), Math.min(c, d)) + Math.min(Math.max(a, b), Math.max(c, d))) / 2;
  });
}

/**
 * Moves the upright runs of long edges straight below or above one of the vertices that they lead to, as far
 * as their neighbours in the layers allow: a corner less for each that gets there.
 */
export function straightenRuns(
  graph: LayeredGraph,
  order: Order,
  x: Float64Array,
  separation: Separation,
): void {
  const position = positionsOf(order);
  for (const chain of graph.chains) {
    if (chain === undefined || chain.leads === "turn") continue;
    const { vertices } = chain;
    for (let from = 1; from < vertices.length - 1;) {
      let until = from;
      while (
        until + 1 < vertices.length - 1 && isStraight(graph, x, vertices[until]!, vertices[until + 1]!)
      ) until++;
      if (graph.isLabel[vertices[from]!] === 0) moveRun(chain, from, until);
      from = until + 1;
    }
  }

  function moveRun({ vertices, segments }: Chain, from: number, until: number): void {
    const own = x[vertices[from]!]!;
    let [low, high] = [-Infinity, Infinity];
    for (let at = from; at <= until; at++) {
      const vertex = vertices[at]!;
      const layer = order[graph.layerOf[vertex]!]!;
      const before = layer[position[vertex]! - 1];
      const after = layer[position[vertex]! + 1];
      if (before !== undefined) low = Math.max(low, x[before]! + separation(before, vertex));
      if (after !== undefined) high = Math.min(high, x[after]! - separation(vertex, after));
    }
    const ends = [
      endOf(vertices[from - 1]!, graph.upperPort[segments[from - 1]!]!, own),
      endOf(vertices[until + 1]!, graph.lowerPort[segments[until]!]!, own),
    ].sort((a, b) => Math.abs(a - own) - Math.abs(b - own));
    const place = ends.find((end) => end >= low && end <= high) ?? Math.min(high, Math.max(low, ends[0]!));
    if (low > high) return;
    for (let at = from; at <= until; at++) x[vertices[at]!] = place;
  }

  /** The place nearest to `own` at which a line can meet a vertex. */
  function endOf(vertex: number, port: number, own: number): number {
    if (!Number.isNaN(port)) return x[vertex]! + port;
    const node = graph.level.nodes[vertex];
    const half = (node?.width ?? 0) * PORT_SPREAD / 2;
    return Math.min(x[vertex]! + half, Math.max(x[vertex]! - half, own));
  }
}

function isStraight({ isLabel }: LayeredGraph, x: Float64Array, upper: number, lower: number): boolean {
  return isLabel[upper] === 0 && isLabel[lower] === 0 && Math.abs(x[upper]! - x[lower]!) < 0.01;
}

/** The weight of the place of a line, relative to that of a box: lines that stay in line need no bend. */
const LINE = 4;

/**
 * Moves the vertices of a drawing that is wider than a limit towards its middle: places are scaled, so that what is in
 * line stays in line, and moved as little as possible (in squares) where neighbours of a layer get too near to each other.
 * A layer that needs more room than the limit takes it.
 */
function compressColumns(
  { left, right, edgeOf }: LayeredGraph,
  order: Order,
  x: Float64Array,
  separation: Separation,
  limit: number,
): void {
  let [least, most] = [Infinity, -Infinity];
  x.forEach((place, vertex) => {
    least = Math.min(least, place - left[vertex]!);
    most = Math.max(most, place + right[vertex]!);
  });
  if (most - least <= limit) return;
  const scale = limit / (most - least);
  for (const layer of order) {
    const pools: { sum: number; weight: number; count: number }[] = [];
    const offsets: number[] = [];
    let offset = 0;
    layer.forEach((vertex, at) => {
      if (at > 0) offset += separation(layer[at - 1]!, vertex);
      offsets.push(offset);
      const weight = edgeOf[vertex]! >= 0 ? LINE : 1;
      let pool = { sum: (x[vertex]! * scale - offset) * weight, weight, count: 1 };
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
      for (const until = at + count; at < until; at++) x[layer[at]!] = sum / weight + offsets[at]!;
    }
  }
}

/** The width of the widest layer. */
export function widestLayer({ left, right }: LayeredGraph, order: Order, separation: Separation): number {
  return order.reduce((most, layer) => {
    const [first, last] = [layer[0], layer.at(-1)];
    if (first === undefined || last === undefined) return most;
    const between = layer.reduce(
      (sum, vertex, at) => at === 0 ? 0 : sum + separation(layer[at - 1]!, vertex),
      0,
    );
    return Math.max(most, left[first]! + between + right[last]!);
  }, 0);
}
