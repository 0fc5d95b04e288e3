import { checkBoxes, checkGraph } from "./graph/check_graph.ts";
import { boxesInLayers, CompoundLayout } from "./compound_layout.ts";
import type { GraphLayout, LayoutGraph } from "./graph/graph.ts";
import { layoutAround } from "./incremental/arrange_rest.ts";
import type { KnownLevels } from "./layout_densely.ts";
import { inDirection } from "./transpose.ts";
import { type LayoutOptions, settingsOf } from "./options.ts";

/**
 * Arranges a graph in layers, from top to bottom or from left to right, each container around its children.
 *
 * No two boxes overlap except a node and its descendants; no line crosses a box that neither is nor contains one of
 * its ends; labels cover neither boxes nor each other. The same graph gives the same drawing.
 *
 * With `options.fixed`, the given boxes stay, and everything else is arranged around them (`incremental/`).
 *
 * The stages, in the order in which they run:
 *
 * 1. `graph/`: check the graph, find its containers, cut edges at their borders (`compound_layout.ts`);
 * 2. `layering/`: reverse edges that lead back, and assign a layer to every node;
 * 3. `packing/`: split each container's content into connected parts, arranged one by one (`layout_level.ts`);
 * 4. `ordering/`: order the vertices within each layer, with few crossings;
 * 5. `coordinates/`: assign columns and rows;
 * 6. `routing/`: assign the ends of the edges to the sides of the boxes, and draw the lines;
 * 7. `packing/` again: put the parts side by side, with padding around them.
 *
 * `fitLayout` chooses among several arrangements (`vary_proportions.ts`), and moves the chosen one together (`compaction/`).
 *
 * @param graph Nodes and edges; ids must be unique, parents and ends must exist, sizes must be finite and not
 * below 0.
 * @param options Distances, and boxes and lines to keep.
 * @returns The box of every node and the route of every edge, in the order of the graph.
 * @throws {LayoutError} when the graph is invalid; the message says where.
 *
 * @example
 * ```ts
 * import { layoutGraph } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const layout = layoutGraph({
 *   nodes: [{ id: "a", width: 100, height: 40 }, { id: "b", width: 100, height: 40 }],
 *   edges: [{ id: "ab", from: "a", to: "b" }],
 * });
 * assertEquals(layout.nodes.get("b"), { x: 0, y: 90, width: 100, height: 40 });
 * assertEquals(layout.edges.get("ab")?.points, [{ x: 50, y: 40 }, { x: 50, y: 90 }]);
 * ```
 */
export function layoutGraph(graph: LayoutGraph, options: LayoutOptions = {}): GraphLayout {
  return layoutKnown(graph, options, { levels: new Map() });
}

/** The same with levels that were arranged before, which it adds to. */
export function layoutKnown(
  graph: LayoutGraph,
  options: LayoutOptions,
  known: KnownLevels,
): GraphLayout {
  if (options.fixed && options.fixed.size > 0) {
    checkGraph(graph, settingsOf(options));
    checkBoxes(options.fixed);
    return layoutAround(graph, options, boxesInLayers);
  }
  return inDirection(graph, options, (graph, options) => {
    const settings = settingsOf(options);
    checkGraph(graph, settings);
    return new CompoundLayout(graph, settings, known).run();
  });
}
