import type { Box, Insets, Point, Size } from "../geometry/box.ts";
import type { EdgeRoute, GraphLayout, LayoutGraph } from "./graph/graph.ts";
import { DEFAULT_PADDING } from "./options.ts";

/** The graph whose arrangement from top to bottom is that of a graph from left to right, mirrored at the diagonal. */
export function transposedGraph({ nodes, edges }: LayoutGraph): LayoutGraph {
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
export function transposedLayout({ nodes, edges, width, height }: GraphLayout): GraphLayout {
  return {
    nodes: transposedBoxes(nodes),
    edges: new Map([...edges].map(([id, route]) => [id, transposedRoute(route)])),
    width: height,
    height: width,
  };
}

/** The boxes mirrored at the diagonal. */
export function transposedBoxes(boxes: ReadonlyMap<string, Box>): Map<string, Box> {
  return new Map([...boxes].map(([id, box]) => [id, transposedBox(box)]));
}

/** The routes mirrored at the diagonal. */
export function transposedRoute({ points, label }: EdgeRoute): EdgeRoute {
  return { points: points.map(transposedPoint), ...(label ? { label: transposedBox(label) } : {}) };
}

/** The point mirrored at the diagonal. */
export function transposedPoint({ x, y }: Point): Point {
  return { x: y, y: x };
}

/** The box mirrored at the diagonal. */
export function transposedBox({ x, y, width, height }: Box): Box {
  return { x: y, y: x, width: height, height: width };
}

function transposedSize({ width, height }: Size): Size {
  return { width: height, height: width };
}

function transposedInsets({ top, right, bottom, left }: Insets): Insets {
  return { top: left, right: bottom, bottom: right, left: top };
}
