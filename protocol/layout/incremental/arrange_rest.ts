import { boundsOf, type Box, boxAt, overlaps, type Point } from "../../geometry/box.ts";
import type { EdgeRoute, GraphLayout, LayoutEdge, LayoutGraph } from "../graph/graph.ts";
import { DEFAULT_PADDING, type LayoutSettings } from "../options.ts";
import { enters } from "./obstacles.ts";
import { placeNodes } from "./place_nodes.ts";
import { routeLines } from "./route_lines.ts";

/**
 * Arranges a graph around given boxes: these stay, the other nodes are placed around them
 * ({@linkcode placeNodes}), and lines are drawn around the boxes ({@linkcode routeLines}), except given lines that still
 * fit.
 *
 * The coordinates are those of the given boxes: the outermost left and top need not be at 0.
 */
export function arrangeRest(
  graph: LayoutGraph,
  fixed: ReadonlyMap<string, Box>,
  routes: ReadonlyMap<string, EdgeRoute>,
  settings: LayoutSettings,
): GraphLayout {
  const nodes = placeNodes(graph, fixed, settings);
  const kept = keptRoutes(graph, nodes, fixed, routes);
  const edges = routeLines(graph, nodes, kept);
  let [right, bottom] = [0, 0];
  const reach = ({ x, y }: Point) => [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
  for (const box of nodes.values()) reach({ x: box.x + box.width, y: box.y + box.height });
  for (const { points, label } of edges.values()) {
    points.forEach(reach);
    if (label) reach({ x: label.x + label.width, y: label.y + label.height });
  }
  return { nodes, edges, width: right, height: bottom };
}

/** The given lines whose ends have not moved and which no new box covers. */
function keptRoutes(
  { nodes, edges }: LayoutGraph,
  boxes: ReadonlyMap<string, Box>,
  fixed: ReadonlyMap<string, Box>,
  routes: ReadonlyMap<string, EdgeRoute>,
): Map<string, EdgeRoute> {
  const kept = new Map<string, EdgeRoute>();
  if (routes.size === 0) return kept;
  const changed = new Map(
    nodes.filter(({ id }) => !isSame(boxes.get(id), fixed.get(id))).map((node) => [node.id, node]),
  );
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent]));
  const holds = (outer: string, inner: string) => {
    for (let at: string | undefined = inner; at !== undefined; at = parents.get(at)) {
      if (at === outer) return true;
    }
    return false;
  };
  const isDisturbed = ({ from, to }: LayoutEdge, route: EdgeRoute): boolean => {
    const room = boundsOf([...route.points.map(boxAt), ...(route.label ? [route.label] : [])]);
    for (const [id, { padding = DEFAULT_PADDING }] of changed) {
      const box = boxes.get(id)!;
      if (!touches(room, box)) continue;
      if (!holds(id, from) && !holds(id, to)) {
        if (isOn(route, box)) return true;
      } else if (route.label && overlaps(route.label, box) && !isInside(route.label, box, padding.top)) {
        return true;
      }
    }
    return false;
  };
  for (const edge of edges) {
    const route = routes.get(edge.id);
    if (!route || changed.has(edge.from) || changed.has(edge.to)) continue;
    if (hasLabelOf(edge, route) && !isDisturbed(edge, route)) kept.set(edge.id, route);
  }
  return kept;
}

function hasLabelOf({ label }: LayoutEdge, route: EdgeRoute): boolean {
  return (route.label?.width ?? 0) === (label?.width ?? 0) &&
    (route.label?.height ?? 0) === (label?.height ?? 0);
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

/** Checks whether two boxes have at least a border in common; one of them may have no width or height. */
function touches(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

function isSame(a: Box | undefined, b: Box | undefined): boolean {
  return a !== undefined && b !== undefined && a.x === b.x && a.y === b.y && a.width === b.width &&
    a.height === b.height;
}
