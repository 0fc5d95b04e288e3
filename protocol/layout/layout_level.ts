import { type LevelPart, splitLevel } from "./packing/split_level.ts";
import { assignColumns } from "./coordinates/assign_columns.ts";
import { layeredGraph } from "./graph/layered_graph.ts";
import type { FramedLevel, Layering, LevelFrame, LevelGraph, LevelLayout } from "./graph/level.ts";
import type { LayoutSettings } from "./options.ts";
import { siftStars } from "./ordering/star_sifter.ts";
import { orderLayers } from "./ordering/order_layers.ts";
import { assignPorts } from "./routing/assign_ports.ts";
import { withSideEnds } from "./routing/side_ends.ts";
import { routeUpright } from "./routing/route_upright.ts";
import { routeEdges } from "./routing/route_edges.ts";
import { assignRows } from "./coordinates/assign_rows.ts";
import { type ArrangedPart, frameLayout, packParts, shelvesOf } from "./packing/pack_parts.ts";

/** The distance of two ends at a side with room for it. */
const PORT_PITCH = 20;

/**
 * Arranges one level whose layers are known: the stages after layering, in their order.
 *
 * The frame is that of Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system
 * structures" (1981).
 */
export function layoutLevel(
  level: LevelGraph,
  layering: Layering,
  frame: LevelFrame,
  settings: LayoutSettings,
): FramedLevel {
  const [main, ...others] = splitLevel(level, layering);
  if (main === undefined) {
    return frameLayout(level, { x: new Float64Array(0), y: new Float64Array(0), routes: [] }, frame);
  }
  const arrange = (part: LevelPart, least = frame.least) => ({
    ...part,
    layout: layoutPart(part.level, part.layering, { ...frame, least }, settings),
  });
  const beside = others.map((part) => arrange(part));
  const least = {
    ...frame.least,
    height: Math.max(frame.least.height, heightBeside(beside, frame, settings)),
  };
  return frameLayout(
    level,
    packParts(level, [arrange(main, least), ...beside], frame, settings.nodeGap, settings.aspect),
    frame,
  );
}

/** The height of a container that the parts beside the one at its border need. */
function heightBeside(
  parts: readonly ArrangedPart[],
  { padding }: LevelFrame,
  { nodeGap, aspect }: LayoutSettings,
): number {
  return parts.length === 0 ? 0 : padding.top + shelvesOf(parts, nodeGap, aspect).height + padding.bottom;
}

function layoutPart(
  level: LevelGraph,
  layering: Layering,
  frame: LevelFrame,
  settings: LayoutSettings,
): LevelLayout {
  const cut = layeredGraph(level, layering);
  const { graph, order } = siftStars(cut, orderLayers(cut, settings.effort));
  const columns = onWholeUnits(assignColumns(graph, order, settings), level);
  if (settings.lines === "upright") {
    const ports = assignPorts(graph, columns, PORT_PITCH);
    return withSideEnds(level, routeUpright(graph, order, columns, ports, frame, settings));
  }
  const rows = assignRows(graph, order, columns, frame, settings.layerGap / layering.span);
  const ports = assignPorts(graph, columns, PORT_PITCH);
  const routes = routeEdges(graph, order, columns, rows, ports, settings.edgeGap);
  return {
    x: Float64Array.from(level.nodes, (node, at) => columns[at]! - node.width / 2),
    y: Float64Array.from(level.nodes, (node, at) => rows.middle[graph.layerOf[at]!]! - node.height / 2),
    routes,
  };
}

/**
 * Moves boxes so that their left sides lie on whole units, and lines so that they stay in line with their
 * ports.
 */
function onWholeUnits(columns: Float64Array, { nodes }: LevelGraph): Float64Array {
  return columns.map((x, vertex) => {
    const half = (nodes[vertex]?.width ?? 0) / 2;
    return Math.round(x - half) + half;
  });
}
