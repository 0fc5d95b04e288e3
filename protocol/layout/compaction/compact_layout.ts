import { atOrigin } from "../edge_pieces.ts";
import type { GraphLayout, LayoutGraph } from "../graph/graph.ts";
import type { FlowDirection } from "../options.ts";
import { AXES, type Axis, SAME } from "./axis.ts";
import { AxisModel } from "./axis_model.ts";
import { placesOf } from "./axis_places.ts";

/**
 * Moves everything in an arrangement of upright and level lines together: first along the way that edges lead, then across it, boxes,
 * labels and parts of lines keep their order and come as near as distances allow. Lines keep their corners and crossings. An
 * arrangement with slanting lines stays as it is.
 */
export function compactLayout(
  graph: LayoutGraph,
  layout: GraphLayout,
  direction: FlowDirection,
): GraphLayout {
  if (![...layout.edges.values()].every(({ points }) => isUpright(points))) return layout;
  const [flow, across] = direction === "down" ? [AXES.y, AXES.x] : [AXES.x, AXES.y];
  const once = compacted(graph, layout, { ...flow, isFlow: true });
  const { nodes, edges } = compacted(graph, once, { ...across, isFlow: false });
  return atOrigin(nodes, edges);
}

function isUpright(points: readonly { readonly x: number; readonly y: number }[]): boolean {
  return points.every(({ x, y }, at) => {
    const before = points[at - 1];
    return !before || Math.min(Math.abs(x - before.x), Math.abs(y - before.y)) < SAME;
  });
}

function compacted(graph: LayoutGraph, layout: GraphLayout, axis: Axis): GraphLayout {
  const model = new AxisModel(graph, layout, axis);
  const places = placesOf(model);
  return places ? model.layoutAt(places) : layout;
}
