import type { Separation } from "./separation.ts";
import {
  type Chain,
  type LayeredGraph,
  type Order,
  PORT_SPREAD,
  positionsOf,
} from "../graph/layered_graph.ts";

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
