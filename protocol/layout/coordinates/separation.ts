import type { LayeredGraph } from "../graph/layered_graph.ts";
import type { LayoutSettings } from "../options.ts";

/** The least distance between the middles of two neighbours of a layer. */
export type Separation = (left: number, right: number) => number;

/** The distances that boxes, labels and lines keep from each other. */
export function separationOf(graph: LayeredGraph, { nodeGap, edgeGap }: LayoutSettings): Separation {
  const { left, right, edgeOf, isLabel } = graph;
  const nodes = graph.level.nodes;
  const isLine = (vertex: number) =>
    edgeOf[vertex]! >= 0 ? isLabel[vertex] === 0 : nodes[vertex]?.border !== undefined;
  return (a, b) => {
    const lines = Number(isLine(a)) + Number(isLine(b));
    const labels = edgeOf[a]! >= 0 || edgeOf[b]! >= 0;
    const gap = lines > 0 || labels ? edgeGap : graph.level.row ? nodeGap / 3 : nodeGap;
    return right[a]! + gap + left[b]!;
  };
}
