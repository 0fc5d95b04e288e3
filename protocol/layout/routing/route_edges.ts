import { type Gate, threadGates } from "./thread_gates.ts";
import type { Point } from "../../geometry/box.ts";
import { type Chain, type LayeredGraph, type Order, positionsOf } from "../graph/layered_graph.ts";
import type { LevelRoute } from "../graph/level.ts";
import type { Ports } from "./assign_ports.ts";
import type { Rows } from "../coordinates/assign_rows.ts";

/** Passes over all lines; each pass uses the room that the other lines leave. */
const PASSES = 2;

/**
 * Draws every edge as a line with few corners.
 *
 * A line keeps its place between the neighbours of its vertices, at the upper and the lower border of each
 * layer, so it passes no box, and crosses another line only where the order of the layers requires it, and
 * once.
 */
export function routeEdges(
  graph: LayeredGraph,
  order: Order,
  x: Float64Array,
  rows: Rows,
  ports: Ports,
  gap: number,
): LevelRoute[] {
  return new Router(graph, order, x, rows, ports, gap).run();
}

class Router {
  readonly #graph: LayeredGraph;
  readonly #order: Order;
  readonly #position: Int32Array;
  readonly #rows: Rows;
  readonly #ports: Ports;
  readonly #gap: number;
  /** The x at which the line of a vertex passes the upper and the lower border of its layer. */
  readonly #atTop: Float64Array;
  readonly #atBottom: Float64Array;
  readonly #x: Float64Array;
  /** The outermost places that lines may take. */
  readonly #left: number;
  readonly #right: number;

  constructor(graph: LayeredGraph, order: Order, x: Float64Array, rows: Rows, ports: Ports, gap: number) {
    this.#graph = graph;
    this.#order = order;
    this.#position = positionsOf(order);
    this.#rows = rows;
    this.#ports = ports;
    this.#gap = gap;
    this.#x = x;
    this.#atTop = x.slice();
    this.#atBottom = x.slice();
    this.#left =
      x.reduce((least, middle, vertex) => Math.min(least, middle - graph.left[vertex]!), Infinity) - gap;
    this.#right =
      x.reduce((most, middle, vertex) => Math.max(most, middle + graph.right[vertex]!), -Infinity) + gap;
  }

  run(): LevelRoute[] {
    const { chains } = this.#graph;
    const routes = chains.map((): Point[] => []);
    const longestFirst = chains.flatMap((chain, edge) => chain ? [{ chain, edge }] : [])
      .sort((a, b) => b.chain.vertices.length - a.chain.vertices.length || a.edge - b.edge);
    for (let pass = 0; pass < PASSES; pass++) {
      for (const { chain, edge } of longestFirst) {
        if (pass === 0 || routes[edge]!.length > 2) routes[edge] = this.#route(chain);
      }
    }
    return chains.map((chain, edge) => ({ points: routes[edge]!, label: chain && this.#labelOf(chain) }));
  }

  #labelOf({ vertices }: Chain): Point | undefined {
    const label = vertices.find((vertex) => this.#graph.isLabel[vertex] === 1);
    if (label === undefined) return undefined;
    return { x: this.#x[label]!, y: this.#rows.middle[this.#graph.layerOf[label]!]! };
  }

  #route(chain: Chain): Point[] {
    if (chain.leads === "turn") return this.#turn(chain);
    const line = this.#downwards(chain);
    return chain.leads === "down" ? line : line.reverse();
  }

  /** Down from one box into a vertex below and up to another box. */
  #turn({ vertices, segments }: Chain): Point[] {
    const [from, turn, to] = vertices as [number, number, number];
    const y = this.#rows.middle[this.#graph.layerOf[turn]!]!;
    const half = Math.max(this.#gap, this.#graph.right[turn]!);
    const inward = this.#x[from]! <= this.#x[to]! ? -half : half;
    const [start, end] = [this.#ports.upper[segments[0]!]!, this.#ports.upper[segments[1]!]!];
    // Beside a lower box the line keeps upright until it is below the layer.
    const below = this.#rows.bottom[this.#layer(from)]!;
    const isLow = (vertex: number) => this.#bottomOf(vertex) < below - 0.5;
    return [
      { x: start, y: this.#bottomOf(from) },
      ...(isLow(from) ? [{ x: start, y: below }] : []),
      { x: this.#x[turn]! + inward, y },
      { x: this.#x[turn]! - inward, y },
      ...(isLow(to) ? [{ x: end, y: below }] : []),
      { x: end, y: this.#bottomOf(to) },
    ];
  }

  #downwards({ vertices, segments }: Chain): Point[] {
    const top = vertices[0]!;
    const bottom = vertices.at(-1)!;
    const start = { x: this.#ports.upper[segments[0]!]!, y: this.#bottomOf(top) };
    const end = { x: this.#ports.lower[segments.at(-1)!]!, y: this.#topOf(bottom) };
    const gates: Gate[] = [];
    this.#addEndGate(gates, this.#rows.bottom[this.#layer(top)]!, start, top);
    for (const vertex of vertices.slice(1, -1)) this.#addGates(gates, vertex);
    this.#addEndGate(gates, this.#rows.top[this.#layer(bottom)]!, end, bottom);
    const line = threadGates(start, gates, end);
    this.#remember(vertices, line);
    return line;
  }

  #layer(vertex: number): number {
    return this.#graph.layerOf[vertex]!;
  }

  #bottomOf(vertex: number): number {
    return this.#rows.middle[this.#layer(vertex)]! + (this.#graph.level.nodes[vertex]?.height ?? 0) / 2;
  }

  #topOf(vertex: number): number {
    return this.#rows.middle[this.#layer(vertex)]! - (this.#graph.level.nodes[vertex]?.height ?? 0) / 2;
  }

  /** A line keeps above or below its box up to the border of the layer, where the box is lower than that. */
  #addEndGate(gates: Gate[], y: number, end: Point, vertex: number): void {
    if (Math.abs(y - end.y) < 0.5) return;
    const half = (this.#graph.level.nodes[vertex]?.width ?? 0) / 2;
    const middle = this.#x[vertex]!;
    gates.push({ y, low: middle - half, high: middle + half, wanted: end.x });
  }

  /** The gates at the upper and the lower border of the layer of a vertex, between its neighbours there. */
  #addGates(gates: Gate[], vertex: number): void {
    const layer = this.#layer(vertex);
    const [top, bottom] = [this.#rows.top[layer]!, this.#rows.bottom[layer]!];
    if (this.#graph.isLabel[vertex] === 1) {
      this.#addLabelGates(gates, vertex);
      return;
    }
    const vertices = this.#order[layer]!;
    const at = this.#position[vertex]!;
    const { left, right } = this.#graph;
    for (const [y, x] of [[top, this.#atTop], [bottom, this.#atBottom]] as const) {
      const before = vertices[at - 1];
      const after = vertices[at + 1];
      const low = before === undefined ? this.#left : x[before]! + right[before]! + this.#gap;
      const high = after === undefined ? this.#right : x[after]! - left[after]! - this.#gap;
      const wanted = x[vertex]!;
      gates.push({ y, low: Math.min(low, wanted), high: Math.max(high, wanted), wanted });
      if (top === bottom) break;
    }
  }

  /** A line passes near the middle of its label and leaves it above and below, not at its sides. */
  #addLabelGates(gates: Gate[], vertex: number): void {
    const layer = this.#layer(vertex);
    const half = this.#graph.right[vertex]!;
    const wanted = this.#x[vertex]!;
    const whole = { low: wanted - half, high: wanted + half, wanted };
    const inner = half / 2;
    gates.push({ ...whole, y: this.#rows.top[layer]! });
    gates.push({
      low: wanted - inner,
      high: wanted + inner,
      wanted,
      y: this.#rows.middle[layer]!,
      covered: true,
    });
    gates.push({ ...whole, y: this.#rows.bottom[layer]! });
  }

  /** Notes where the line passes its layers, for the lines beside it. */
  #remember(vertices: readonly number[], line: readonly Point[]): void {
    let at = 0;
    const xAt = (y: number) => {
      while (at + 2 < line.length && line[at + 1]!.y < y) at++;
      const [a, b] = [line[at]!, line[at + 1]!];
      return a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
    };
    for (const vertex of vertices.slice(1, -1)) {
      if (this.#graph.isLabel[vertex] === 1) continue;
      const layer = this.#layer(vertex);
      this.#atTop[vertex] = xAt(this.#rows.top[layer]!);
      this.#atBottom[vertex] = xAt(this.#rows.bottom[layer]!);
    }
  }
}
