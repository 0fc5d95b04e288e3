import {
  boundsOfLine,
  type Box,
  enters,
  evenly,
  expanded,
  overlaps,
  type Point,
  touches,
} from "../../geometry/box.ts";
import { BoxIndex } from "../../geometry/box_index.ts";
import type { EdgeRoute, GraphLayout, LayoutEdge, LayoutGraph, LayoutNode } from "../graph/graph.ts";
import { DEFAULT_PADDING, type LayoutOptions, settingsOf } from "../options.ts";
import { inDirection } from "../transpose.ts";
import { fittedRoute, isNearly } from "./drawn_lines.ts";
import { type ArrangeInside, placeNodes } from "./place_nodes.ts";
import { straightLines } from "./straight_lines.ts";
import { routeLines } from "./route_lines.ts";

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * Arranges a graph around the boxes in `options.fixed`: these stay, the other nodes are placed around them
 * ({@linkcode placeNodes}), and lines are drawn around the boxes ({@linkcode routeLines}), except lines in `options.routes`
 * that still fit. With the routing `straight`, lines look at nothing between their ends.
 *
 * The coordinates are those of the given boxes: the outermost left and top need not be at 0.
 *
 * @param graph A graph that has passed `checkGraph`, and given boxes that have passed `checkBoxes`.
 * @param inside Arranges the content of a container that has no box.
 */
export function layoutAround(graph: LayoutGraph, options: LayoutOptions, inside: ArrangeInside): GraphLayout {
  return inDirection(
    graph,
    options,
    (graph, { fixed = NONE, routes = NONE, among = NONE, routing, ...options }) => {
      const settings = settingsOf(options);
      if (routing === "straight") {
        const nodes = placeNodes(graph, fixed, settings, inside);
        return measured(nodes, straightLines(graph, nodes));
      }
      const nodes = placeNodes(graph, fixed, settings, inside, routes);
      const kept = keptRoutes(graph, nodes, fixed, routes, among);
      return measured(nodes, routeLines(graph, nodes, kept, settings.lines));
    },
  );
}

function measured(nodes: Map<string, Box>, edges: Map<string, EdgeRoute>): GraphLayout {
  let [right, bottom] = [0, 0];
  const reach = ({ x, y }: Point) => [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
  for (const box of nodes.values()) reach({ x: box.x + box.width, y: box.y + box.height });
  for (const { points, label } of edges.values()) {
    points.forEach(reach);
    if (label) reach({ x: label.x + label.width, y: label.y + label.height });
  }
  return { nodes, edges, width: right, height: bottom };
}

/** The given lines that still fit: whose ends are on the borders of their boxes, and which no other box covers. */
function keptRoutes(
  { nodes, edges }: LayoutGraph,
  boxes: ReadonlyMap<string, Box>,
  fixed: ReadonlyMap<string, Box>,
  routes: ReadonlyMap<string, EdgeRoute>,
  among: ReadonlyMap<string, Box>,
): Map<string, EdgeRoute> {
  const kept = new Map<string, EdgeRoute>();
  if (routes.size === 0) return kept;
  const isMoved = (id: string) => {
    const [box, given] = [boxes.get(id), fixed.get(id)];
    return !box || !given || !isNearly(box, given);
  };
  const moved = new Set(nodes.flatMap(({ id }) => isMoved(id) ? [id] : []));
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent]));
  const nodeOf = new Map<Box, LayoutNode>();
  const changed = new BoxIndex();
  for (const node of nodes) {
    const [box, before] = [boxes.get(node.id), among.get(node.id)];
    if (!box) continue;
    nodeOf.set(box, node);
    if (!before || !isNearly(box, before)) changed.add(box);
  }
  let all: BoxIndex | undefined;
  const indexOfAll = () => {
    if (all) return all;
    all = new BoxIndex();
    for (const box of nodeOf.keys()) all.add(box);
    return all;
  };
  const isDisturbed = ({ from, to }: LayoutEdge, route: EdgeRoute, index: BoxIndex): boolean => {
    const room = boundsOfLine(route.points, route.label);
    // Boxes that only touch count, too.
    const near = [...index.near(expanded(room, evenly(1)))];
    if (near.length === 0) return false;
    const around = new Set([...ancestors(from, parents), ...ancestors(to, parents)]);
    return near.some((box) => {
      const { id, padding = DEFAULT_PADDING } = nodeOf.get(box) ?? {};
      if (id === undefined || !touches(room, box)) return false;
      const isEnd = (id === from || id === to) && moved.has(id) && !holdsBoth(id, from, to);
      if (isEnd || !around.has(id)) return isOn(route, box);
      return moved.has(id) && route.label !== undefined && overlaps(route.label, box) &&
        !isInside(route.label, box, padding.top);
    });
  };
  const holdsBoth = (id: string, from: string, to: string) =>
    [from, to].every((end) => [...ancestors(end, parents)].includes(id));
  for (const edge of edges) {
    const [given, source, target] = [routes.get(edge.id), boxes.get(edge.from), boxes.get(edge.to)];
    if (!given || !source || !target) continue;
    const route = fittedRoute(given, source, target, edge.label);
    if (route && !isDisturbed(edge, route, route === given ? changed : indexOfAll())) {
      kept.set(edge.id, route);
    }
  }
  return kept;
}

/** A node and the containers that it is inside of. */
function* ancestors(id: string, parents: ReadonlyMap<string, string | undefined>): Generator<string> {
  for (let at: string | undefined = id; at !== undefined; at = parents.get(at)) yield at;
}

/** Checks whether a line or its label runs over a box. */
function isOn({ points, label }: EdgeRoute, box: Box): boolean {
  return points.some((point, at) => at > 0 && enters(points[at - 1]!, point, box)) ||
    (label !== undefined && overlaps(box, label));
}

/** Checks whether a label lies in a container, below its title. */
function isInside(label: Box, { x, y, width, height }: Box, title: number): boolean {
  return label.x >= x && label.y >= y + title && label.x + label.width <= x + width &&
    label.y + label.height <= y + height;
}
