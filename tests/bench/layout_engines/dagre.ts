/**
 * dagre, the layout of many diagrams on the web.
 *
 * @module
 */
import { Graph, layout } from "@dagrejs/dagre";
import type { LayoutGraph, Point, Size } from "@loom/protocol";
import type { Drawing } from "../../layout/drawing.ts";
import { LAYER_GAP, type LayoutEngine, NODE_GAP } from "./engine.ts";

/** dagre from top to bottom, all else as it comes. */
export const dagreEngine: LayoutEngine = {
  name: "dagre",
  prepare: (graph) => {
    const input = dagreGraph(graph);
    return () => {
      layout(input);
      return () => read(graph, input);
    };
  },
};

function dagreGraph({ nodes, edges }: LayoutGraph): Graph {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: NODE_GAP, ranksep: LAYER_GAP });
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  for (const { id, from, to, label } of edges) graph.setEdge(from, to, { ...label }, id);
  return graph;
}

function read({ nodes, edges }: LayoutGraph, graph: Graph): Drawing {
  return {
    boxes: nodes.map(({ id }) => {
      const { x, y, width, height } = graph.node(id) as Point & Size;
      return { id, x: x - width / 2, y: y - height / 2, width, height };
    }),
    edges: edges.map(({ id, from, to }) => {
      const { points } = graph.edge(from, to, id) as { points: Point[] };
      return { id, from, to, points };
    }),
  };
}
