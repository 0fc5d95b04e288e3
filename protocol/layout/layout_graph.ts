import { checkBoxes, checkGraph } from "./check_graph.ts";
import { CompoundLayout } from "./compound.ts";
import type { GraphLayout, LayoutGraph } from "./graph.ts";
import { arrangeRest } from "./incremental/arrange_rest.ts";
import { type LayoutOptions, settingsOf } from "./options.ts";

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * Arranges a graph in layers, from top to bottom, each node with children around these.
 *
 * No two boxes overlap but a node and those inside of it; no line passes a box that is neither its end nor
 * around one of its ends; labels cover neither boxes nor each other. The same graph gives the same drawing.
 *
 * Where `options.fixed` tells the boxes of some nodes, these stay, and everything else is arranged around
 * them (`incremental/`).
 *
 * The stages, each in a file of its own: edges that lead back (`cycles.ts`), layers (`layering.ts`), one
 * vertex a layer for every edge (`layered_graph.ts`), the order within layers (`ordering.ts`), columns
 * (`coordinates.ts`) and rows (`rows.ts`), places of the ends (`ports.ts`), lines (`routing.ts`). They run
 * for every level of the hierarchy from the innermost outwards (`compound.ts`).
 *
 * @param graph Nodes and edges; ids must be unique, parents and ends must exist, sizes must be finite and not
 * below 0.
 * @param options Distances, and what stays as it is drawn now.
 * @returns The box of every node and the route of every edge, in the order of the graph.
 * @throws {LayoutError} when the graph is not so; the sentence says where.
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
  const { fixed = NONE, routes = NONE } = options;
  const settings = settingsOf(options);
  checkGraph(graph, settings);
  checkBoxes(fixed);
  if (fixed.size > 0) return arrangeRest(graph, fixed, routes, settings);
  return new CompoundLayout(graph, settings).run();
}
