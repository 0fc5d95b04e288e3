import { type Chain, type LayeredGraph, type Order, positionsOf } from "../graph/layered_graph.ts";
import type { Ports } from "./assign_ports.ts";

/** An upright part of a line, by the places of its vertices in the chain. */
export interface Run {
  readonly x: number;
  readonly first: number;
  readonly last: number;
}

/** The places that a line may take. */
interface Room {
  low: number;
  high: number;
}

/** The least distance of two ends on a side when one of them moves. */
const CLOSE = 8;
/** The part of a side at its corners that has no ends. */
const CORNER = 10;
/** Two corners with their whole radius fit between runs that are at least so far apart. */
const KINK = 16;
/** The share of a label's half width within which its line passes. */
const INNER = 0.5;

/**
 * Cuts every line that leads from layer to layer into as few upright runs as the room between its neighbours allows.
 * Ends move along the sides of their nodes, and labels with their lines, where that saves a corner: `x` and `ports` are
 * changed.
 */
export function findRuns(
  graph: LayeredGraph,
  order: Order,
  x: Float64Array,
  ports: Ports,
  gap: number,
): (readonly Run[])[] {
  return new RunFinder(graph, order, x, ports, gap).find();
}

class RunFinder {
  readonly #graph: LayeredGraph;
  readonly #order: Order;
  readonly #position: Int32Array;
  readonly #ports: Ports;
  readonly #gap: number;
  readonly #wanted: Float64Array;
  /** The places of vertices as found so far. */
  readonly #x: Float64Array;

  constructor(graph: LayeredGraph, order: Order, x: Float64Array, ports: Ports, gap: number) {
    this.#graph = graph;
    this.#order = order;
    this.#position = positionsOf(order);
    this.#ports = ports;
    this.#gap = gap;
    this.#wanted = x.slice();
    this.#x = x;
  }

  find(): (readonly Run[])[] {
    const { chains } = this.#graph;
    const runs: (readonly Run[])[] = chains.map(() => []);
    const longestFirst = chains.flatMap((chain, edge) =>
      chain && chain.leads !== "turn" ? [{ chain, edge }] : []
    )
      .sort((a, b) => b.chain.vertices.length - a.chain.vertices.length || a.edge - b.edge);
    for (const { chain, edge } of longestFirst) runs[edge] = this.#runsOf(chain);
    for (const chain of chains) if (chain?.leads === "turn") this.#centre(chain);
    return runs;
  }

  /** Moves the label of a turning line towards the middle between its ends. */
  #centre({ vertices, segments }: Chain): void {
    const turn = vertices[1]!;
    const middle = (this.#ports.upper[segments[0]!]! + this.#ports.upper[segments[1]!]!) / 2;
    const { low, high } = this.#roomBetween(turn);
    this.#x[turn] = Math.min(high, Math.max(low, middle));
  }

  #runsOf({ vertices, segments }: Chain): Run[] {
    const last = vertices.length - 1;
    const rooms = vertices.map((vertex, at) => {
      if (at === 0) return this.#roomOfEnd(segments[0]!, "upper");
      return at === last ? this.#roomOfEnd(segments.at(-1)!, "lower") : this.#roomOf(vertex);
    });
    const wanted = vertices.map((vertex, at) => {
      if (at === 0) return this.#ports.upper[segments[0]!]!;
      return at === last ? this.#ports.lower[segments.at(-1)!]! : this.#wanted[vertex]!;
    });
    const runs = cutRuns(rooms, wanted);
    for (const run of runs) {
      for (let at = run.first; at <= run.last; at++) {
        const vertex = vertices[at]!;
        const node = this.#graph.level.nodes[vertex];
        if (node !== undefined && node.border === undefined) continue;
        this.#x[vertex] = this.#graph.isLabel[vertex] === 1 ? this.#labelAt(vertex, run.x) : run.x;
      }
    }
    this.#ports.upper[segments[0]!] = runs[0]!.x;
    this.#ports.lower[segments.at(-1)!] = runs.at(-1)!.x;
    return runs;
  }

  /** The room of a line in a layer; a label moves with its line. */
  #roomOf(vertex: number): Room {
    const { low, high } = this.#roomBetween(vertex);
    const inner = this.#graph.right[vertex]! * INNER;
    return { low: low - inner, high: high + inner };
  }

  /** The place of a label nearest to its own at which its line passes near its middle. */
  #labelAt(vertex: number, line: number): number {
    const inner = this.#graph.right[vertex]! * INNER;
    const { low, high } = this.#roomBetween(vertex);
    const place = Math.min(line + inner, Math.max(line - inner, this.#x[vertex]!));
    return Math.min(high, Math.max(low, place));
  }

  /** The room of the middle of a vertex between its neighbours in its layer. */
  #roomBetween(vertex: number): Room {
    const { left, right, layerOf } = this.#graph;
    const own = this.#x[vertex]!;
    const layer = this.#order[layerOf[vertex]!]!;
    const at = this.#position[vertex]!;
    const [before, after] = [layer[at - 1], layer[at + 1]];
    const low = before === undefined
      ? -Infinity
      : this.#x[before]! + right[before]! + this.#gap + left[vertex]!;
    const high = after === undefined ? Infinity : this.#x[after]! - left[after]! - this.#gap - right[vertex]!;
    return { low: Math.min(own, low), high: Math.max(own, high) };
  }

  /** The room of an end on its side, between the ends beside it. */
  #roomOfEnd(segment: number, end: "upper" | "lower"): Room {
    const graph = this.#graph;
    const vertex = graph[end][segment]!;
    const own = this.#ports[end][segment]!;
    const given = end === "upper" ? graph.upperPort : graph.lowerPort;
    const node = graph.level.nodes[vertex]!;
    if (!Number.isNaN(given[segment]!)) return { low: own, high: own };
    if (node.border !== undefined) return this.#roomOf(vertex);
    const half = Math.max(0, node.width / 2 - CORNER);
    let [low, high] = [this.#wanted[vertex]! - half, this.#wanted[vertex]! + half];
    const lists = end === "upper" ? graph.below : graph.above;
    for (let i = lists.start[vertex]!; i < lists.start[vertex + 1]!; i++) {
      const other = lists.items[i]!;
      if (other === segment) continue;
      const place = this.#ports[end][other]!;
      if (place <= own) low = Math.max(low, place + CLOSE);
      else high = Math.min(high, place - CLOSE);
    }
    return { low: Math.min(low, own), high: Math.max(high, own) };
  }
}

/** Cuts a line into the fewest runs: each goes on as long as there is a place for all of its vertices. */
function cutRuns(rooms: readonly Room[], wanted: readonly number[]): Run[] {
  const runs: RoomyRun[] = [];
  for (let first = 0; first < rooms.length;) {
    let { low, high } = rooms[first]!;
    let last = first;
    for (; last + 1 < rooms.length; last++) {
      const next = rooms[last + 1]!;
      if (Math.max(low, next.low) > Math.min(high, next.high)) break;
      low = Math.max(low, next.low);
      high = Math.min(high, next.high);
    }
    const place = first === 0
      ? wanted[0]!
      : last === rooms.length - 1
      ? wanted.at(-1)!
      : wanted[(first + last) >> 1]!;
    runs.push({ x: Math.min(high, Math.max(low, place)), first, last, low, high });
    first = last + 1;
  }
  for (const [at, run] of runs.entries()) if (at > 0) part(runs[at - 1]!, run);
  return runs;
}

/** A run with the places that it may take. */
interface RoomyRun extends Room {
  x: number;
  readonly first: number;
  readonly last: number;
}

/** Moves two runs that are near each other apart, where there is room: a small kink looks like a mistake. */
function part(before: RoomyRun, run: RoomyRun): void {
  const way = run.x < before.x ? -1 : 1;
  for (const [moved, sign] of [[run, way], [before, -way]] as const) {
    const missing = KINK - Math.abs(run.x - before.x);
    const room = sign > 0 ? moved.high - moved.x : moved.x - moved.low;
    if (missing > 0) moved.x += sign * Math.max(0, Math.min(missing, room));
  }
}
