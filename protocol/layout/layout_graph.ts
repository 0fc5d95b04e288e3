import { checkBoxes, checkGraph } from "./graph/hierarchy.ts";
import { CompoundLayout } from "./compound_layout.ts";
import type { GraphLayout, LayoutGraph } from "./graph/graph.ts";
import type { KnownLevels } from "./layout_densely.ts";
import { arrangeRest, placeRest } from "./incremental/arrange_rest.ts";
import { transposedBox, transposedInsets, transposedRoute, transposedSize } from "./transpose.ts";
import { DEFAULT_PADDING, type LayoutOptions, settingsOf } from "./options.ts";
import type { Box } from "../geometry/box.ts";

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

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
  if (options.direction === "right") {
    return transposedLayout(layoutDown(transposedGraph(graph), transposed(options), known));
  }
  return layoutDown(graph, options, known);
}

/** The options for the graph mirrored at the diagonal. */
function transposed(
  { fixed = NONE, routes = NONE, aspect, dense, ...options }: LayoutOptions,
): LayoutOptions {
  return {
    ...options,
    ...(aspect === undefined ? {} : { aspect: 1 / aspect }),
    ...(dense === undefined ? {} : { dense: 1 / dense }),
    fixed: transposedBoxes(fixed),
    routes: new Map([...routes].map(([id, route]) => [id, transposedRoute(route)])),
  };
}

function layoutDown(
  graph: LayoutGraph,
  options: LayoutOptions,
  known: KnownLevels,
): GraphLayout {
  const { fixed = NONE, routes = NONE, routing } = options;
  const settings = settingsOf(options);
  checkGraph(graph, settings);
  checkBoxes(fixed);
  if (fixed.size > 0 && routing === "straight") return placeRest(graph, fixed, settings);
  if (fixed.size > 0) return arrangeRest(graph, fixed, routes, settings);
  return new CompoundLayout(graph, settings, known).run();
}

/** The graph whose arrangement from top to bottom is that of a graph from left to right, mirrored at the diagonal. */
function transposedGraph({ nodes, edges }: LayoutGraph): LayoutGraph {
  return {
    nodes: nodes.map((node) => ({
      ...node,
      ...transposedSize(node),
      padding: transposedInsets(node.padding ?? DEFAULT_PADDING),
      ...(node.margin ? { margin: transposedInsets(node.margin) } : {}),
    })),
    edges: edges.map((edge) => edge.label ? { ...edge, label: transposedSize(edge.label) } : edge),
  };
}

/** The arrangement mirrored at the diagonal. */
function transposedLayout({ nodes, edges, width, height }: GraphLayout): GraphLayout {
  return {
    nodes: transposedBoxes(nodes),
    edges: new Map([...edges].map(([id, route]) => [id, transposedRoute(route)])),
    width: height,
    height: width,
  };
}

/** The boxes mirrored at the diagonal. */
function transposedBoxes(boxes: ReadonlyMap<string, Box>): Map<string, Box> {
  return new Map([...boxes].map(([id, box]) => [id, transposedBox(box)]));
}
