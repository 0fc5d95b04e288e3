import type { Box, Insets, Point, Size } from "../geometry/box.ts";
import type { EdgeRoute, GraphLayout, LayoutGraph } from "./graph/graph.ts";
import { DEFAULT_PADDING, type LayoutOptions } from "./options.ts";

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** Arranges a graph the way that its options say, with a function that arranges from top to bottom. */
export function inDirection(
  graph: LayoutGraph,
  options: LayoutOptions,
  layoutDown: (graph: LayoutGraph, options: LayoutOptions) => GraphLayout,
): GraphLayout {
  if (options.direction !== "right") return layoutDown(graph, options);
  return transposedLayout(layoutDown(transposedGraph(graph), transposed(options)));
}

/** The point mirrored at the diagonal. */
export function transposedPoint({ x, y }: Point): Point {
  return { x: y, y: x };
}

/** The box mirrored at the diagonal. */
export function transposedBox({ x, y, width, height }: Box): Box {
  return { x: y, y: x, width: height, height: width };
}

/** The size mirrored at the diagonal. */
export function transposedSize({ width, height }: Size): Size {
  return { width: height, height: width };
}

/** The insets mirrored at the diagonal. */
export function transposedInsets({ top, right, bottom, left }: Insets): Insets {
  return { top: left, right: bottom, bottom: right, left: top };
}

/** The routes mirrored at the diagonal. */
export function transposedRoute({ points, label }: EdgeRoute): EdgeRoute {
  return { points: points.map(transposedPoint), ...(label ? { label: transposedBox(label) } : {}) };
}

/** The options for the graph mirrored at the diagonal. */
function transposed(
  { fixed = NONE, routes = NONE, among = NONE, aspect, dense, proportions, ...options }: LayoutOptions,
): LayoutOptions {
  return {
    ...options,
    ...(aspect === undefined ? {} : { aspect: 1 / aspect }),
    ...(dense === undefined ? {} : { dense: 1 / dense }),
    ...(proportions ? { proportions: new Map([...proportions].map(([id, by]) => [id, 1 / by])) } : {}),
    fixed: transposedBoxes(fixed),
    among: transposedBoxes(among),
    routes: new Map([...routes].map(([id, route]) => [id, transposedRoute(route)])),
  };
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
