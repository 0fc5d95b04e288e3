import type { Insets, Size } from "../geometry/box.ts";
import { transposedInsets, transposedPoint, transposedSize } from "./transpose.ts";
import { type LevelPart, splitLevel } from "./packing/split_level.ts";
import { assignColumns } from "./coordinates/assign_columns.ts";
import { type LayeredGraph, layeredGraph, type Order } from "./graph/layered_graph.ts";
import type { FramedLevel, Layering, LevelFrame, LevelGraph, LevelLayout } from "./graph/level.ts";
import type { LayoutSettings } from "./options.ts";
import { siftStars } from "./ordering/star_sifter.ts";
import { orderLayers } from "./ordering/order_layers.ts";
import { assignPorts } from "./routing/assign_ports.ts";
import { withSideEnds } from "./routing/side_ends.ts";
import { routeUpright } from "./routing/route_upright.ts";
import { routeEdges } from "./routing/route_edges.ts";
import { assignRows } from "./coordinates/assign_rows.ts";
import { type ArrangedPart, frameLayout, packParts, roomOf, shelvesOf } from "./packing/pack_parts.ts";

/** Arranged parts and orders by all that they depend on: the shapes that are tried for a drawing have many in common. */
export interface KnownParts {
  readonly layouts: Map<string, LevelLayout>;
  readonly orders: Map<string, { readonly layering: Layering; readonly order: Order }>;
}

/** The distance of two ends at a side with room for it. */
const PORT_PITCH = 20;

/**
 * Arranges one level whose layers are known: the stages after layering, in their order.
 *
 * The frame is that of Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system
 * structures" (1981).
 *
 * @param known Parts that were arranged before.
 */
export function layoutLevel(
  level: LevelGraph,
  layering: Layering,
  around: LevelFrame,
  settings: LayoutSettings,
  known?: KnownParts,
): FramedLevel {
  const frame = level.blocks ? { ...around, padding: wider(around.padding) } : around;
  const [main, ...others] = splitLevel(level, layering);
  if (main === undefined) {
    return frameLayout(level, { x: new Float64Array(0), y: new Float64Array(0), routes: [] }, frame);
  }
  const gap = {
    width: Math.max(settings.nodeGap, level.blocks?.room.width ?? 0),
    height: Math.max(settings.nodeGap, level.blocks?.room.height ?? 0),
  };
  const arrange = (part: LevelPart, least = frame.least) => ({
    ...part,
    layout: layoutPart(part.level, part.layering, { ...frame, least }, settings, known),
  });
  const packed = (parts: readonly ArrangedPart[]) => {
    const turned = parts.filter((part) => part.layout.turned).flatMap((part) => part.nodes);
    const isTurned = new Set(turned);
    const nodes = level.nodes.map((node, at) =>
      isTurned.has(at) ? { ...node, margin: node.turnedMargin ?? node.margin } : node
    );
    return {
      ...frameLayout({ ...level, nodes }, packParts(level, parts, frame, gap, settings.aspect), frame),
      turned,
    };
  };
  const beside = others.map((part) => arrange(part));
  if (main.level.nodes.some(({ border }) => border !== undefined)) {
    const turned = turnedWhereSmaller(beside, frame, gap, settings, known);
    const least = {
      ...frame.least,
      height: Math.max(frame.least.height, heightBeside(turned, frame, gap, settings.aspect)),
    };
    return packed([arrange(main, least), ...turned]);
  }
  return packed(turnedWhereSmaller([arrange(main), ...beside], frame, gap, settings, known));
}

/** Arranges the children of a row one below the other, where no edge leads between or past them. */
export function layoutColumn(level: LevelGraph, frame: LevelFrame, settings: LayoutSettings): FramedLevel {
  const { x, y, width, height } = layoutLevel(
    {
      ...level,
      nodes: level.nodes.map((node) => ({
        ...node,
        ...transposedSize(node),
        margin: transposedInsets(node.margin),
      })),
    },
    { layerOf: new Int32Array(level.nodes.length), layerCount: 1, span: 1 },
    { padding: transposedInsets(frame.padding), least: transposedSize(frame.least) },
    settings,
  );
  return { x: y, y: x, routes: [], width: height, height: width };
}

/** The room between blocks and the border of their container: lines between blocks may run there. */
const BORDER_ROOM = 10;

function wider({ top, right, bottom, left }: Insets): Insets {
  return {
    top: top + BORDER_ROOM,
    right: right + BORDER_ROOM,
    bottom: bottom + BORDER_ROOM,
    left: left + BORDER_ROOM,
  };
}

/** The factor by which a level must get smaller when parts are turned. */
const TURNED = 1.03;

/** Arranges parts from left to right instead of from top to bottom where all parts together take less room then. */
function turnedWhereSmaller(
  parts: readonly ArrangedPart[],
  frame: LevelFrame,
  gap: Size,
  settings: LayoutSettings,
  known: KnownParts | undefined,
): readonly ArrangedPart[] {
  if (!settings.blocks) return parts;
  const wanted = settings.aspect ?? settings.dense ?? 1;
  let best = [...parts];
  let least = roomOf(shelvesOf(best, gap, settings.aspect), wanted);
  parts.forEach((part, at) => {
    const turned = turnedPart(part, frame, settings, known);
    if (turned === undefined) return;
    const tried = best.with(at, turned);
    const cost = TURNED * roomOf(shelvesOf(tried, gap, settings.aspect), wanted);
    if (cost < least) [best, least] = [tried, cost];
  });
  return best;
}

/** A part that is arranged from left to right; `undefined` where lines at its border do not allow it. */
function turnedPart(
  part: ArrangedPart,
  frame: LevelFrame,
  settings: LayoutSettings,
  known: KnownParts | undefined,
): ArrangedPart | undefined {
  const { level, layering } = part;
  const isFree = level.nodes.length > 1 && !level.row &&
    level.nodes.every(({ border }) => border === undefined) &&
    level.edges.every(({ fromPort, toPort }) => fromPort === undefined && toPort === undefined);
  if (!isFree) return undefined;
  const nodes = level.nodes.map((node) => ({ ...node, margin: node.turnedMargin ?? node.margin }));
  const { x, y, routes } = layoutPart(
    {
      ...level,
      nodes: nodes.map((node) => ({
        ...node,
        ...transposedSize(node),
        margin: transposedInsets(node.margin),
      })),
      edges: level.edges.map((edge) => ({ ...edge, label: edge.label && transposedSize(edge.label) })),
    },
    layering,
    frame,
    settings,
    known,
  );
  return {
    ...part,
    level: { ...level, nodes },
    layout: {
      x: y,
      y: x,
      turned: [],
      routes: routes.map(({ points, label }) => ({
        points: points.map(transposedPoint),
        label: label && transposedPoint(label),
      })),
    },
  };
}

/** The height of a container that the parts beside the one at its border need. */
function heightBeside(
  parts: readonly ArrangedPart[],
  { padding }: LevelFrame,
  gap: Size,
  aspect: number | undefined,
): number {
  return parts.length === 0 ? 0 : padding.top + shelvesOf(parts, gap, aspect).height + padding.bottom;
}

function layoutPart(
  level: LevelGraph,
  layering: Layering,
  frame: LevelFrame,
  settings: LayoutSettings,
  known: KnownParts | undefined,
): LevelLayout {
  if (known === undefined) return arrangedPart(level, layering, frame, settings, known);
  const { nodes, edges, row } = level;
  // `dense` and `blocks` only matter where parts are packed.
  const { dense: _, blocks: _blocks, ...own } = settings;
  const layers = { ...layering, layerOf: [...layering.layerOf] };
  const key = JSON.stringify([nodes, edges, row, layers, frame, own]);
  const found = known.layouts.get(key) ?? arrangedPart(level, layering, frame, settings, known);
  known.layouts.set(key, found);
  return found;
}

function arrangedPart(
  level: LevelGraph,
  layering: Layering,
  frame: LevelFrame,
  settings: LayoutSettings,
  known: KnownParts | undefined,
): LevelLayout {
  const { graph, order } = orderedGraph(level, layering, settings.effort, known);
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

/** The layers of a level in an order with few crossings. */
function orderedGraph(
  level: LevelGraph,
  layering: Layering,
  effort: number,
  known: KnownParts | undefined,
): { graph: LayeredGraph; order: Order } {
  const key = known && keyOf(level, layering, effort);
  const found = key === undefined ? undefined : known?.orders.get(key);
  if (found) return { graph: layeredGraph(level, found.layering), order: found.order };
  const cut = layeredGraph(level, layering);
  const ordered = siftStars(cut, orderLayers(cut, effort));
  if (key !== undefined) {
    const { layerOf, layerCount, span } = ordered.graph;
    const moved = { span, layerOf: layerOf.slice(0, level.nodes.length), layerCount };
    known?.orders.set(key, { layering: moved, order: ordered.order });
  }
  return ordered;
}

/** All that the order of a level depends on: sizes matter only where ends have places. */
function keyOf(
  { nodes, edges, row }: LevelGraph,
  { span, layerCount, layerOf }: Layering,
  effort: number,
): string {
  const portOf = (node: number, port: number | undefined) =>
    port === undefined ? 0 : [port, nodes[node]!.width];
  const ends = edges.map((
    { from, to, fromPort, toPort },
  ) => [from, to, portOf(from, fromPort), portOf(to, toPort)]);
  const marks = nodes.map(({ border, first }) => border ?? first);
  return JSON.stringify([effort, row, marks, ends, span, layerCount, [...layerOf]]);
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
