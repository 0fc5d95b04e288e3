/**
 * Small graphs in few words, and what must hold for every arrangement.
 *
 * @module
 */
import type { Box, Point } from "../geometry/box.ts";
import type { GraphLayout, LayoutEdge, LayoutGraph, LayoutNode } from "./graph/graph.ts";
import type { LayeredGraph, Order } from "./graph/layered_graph.ts";
import type { LevelEdge, LevelGraph, LevelNode } from "./graph/level.ts";
import { NO_ROOM } from "./options.ts";

/**
 * A graph of nodes of 100 by 40: `"a b b/c"` are three of which `c` lies in `b`, `"a>b c>c"` are two edges,
 * called the same. Of equal edges those after the first are called `a>b 2`, `a>b 3`, and so on.
 */
export function graphOf(
  nodes: string,
  edges = "",
  more: {
    readonly nodes?: Readonly<Record<string, Partial<LayoutNode>>>;
    readonly edges?: Readonly<Record<string, Partial<LayoutEdge>>>;
  } = {},
): LayoutGraph {
  const seen = new Map<string, number>();
  return {
    nodes: words(nodes).map((path) => {
      const [id = "", parent] = path.split("/").toReversed();
      return {
        id,
        width: 100,
        height: 40,
        ...(parent === undefined ? {} : { parent }),
        ...more.nodes?.[id],
      };
    }),
    edges: words(edges).map((name) => {
      const [from = "", to = ""] = name.split(">");
      const times = (seen.get(name) ?? 0) + 1;
      seen.set(name, times);
      const id = times === 1 ? name : `${name} ${times}`;
      return { id, from, to, ...more.edges?.[id] };
    }),
  };
}

/** A level of `count` nodes of 100 by 40, with edges by index: `"0>1 1>2"`. */
export function levelOf(
  count: number,
  edges = "",
  more: {
    readonly nodes?: Readonly<Record<number, Partial<LevelNode>>>;
    readonly edges?: Readonly<Record<number, Partial<LevelEdge>>>;
    readonly row?: boolean;
  } = {},
): LevelGraph {
  return {
    row: more.row ?? false,
    nodes: Array.from({ length: count }, (_, index) => ({ ...NODE, ...more.nodes?.[index] })),
    edges: words(edges).map((name, index) => {
      const [from = 0, to = 0] = name.split(">").map(Number);
      return { from, to, label: undefined, fromPort: undefined, toPort: undefined, ...more.edges?.[index] };
    }),
  };
}

const NODE: LevelNode = { width: 100, height: 40, margin: NO_ROOM, border: undefined, first: false };

/** The members of a level node that is a place on the border of the container. */
export function onBorder(border: "top" | "bottom"): Partial<LevelNode> {
  return { width: 0, height: 0, border };
}

/** The vertices of every layer in the order of their numbers. */
export function documentOrder({ count, layerOf, layerCount }: LayeredGraph): Order {
  const vertices = Array.from({ length: count }, (_, vertex) => vertex);
  return Array.from(
    { length: layerCount },
    (_, layer) => Int32Array.from(vertices.filter((vertex) => layerOf[vertex] === layer)),
  );
}

/** Checks whether two boxes cover one another; rounding does not count. */
export function overlap(a: Box, b: Box): boolean {
  const slack = 0.001;
  return a.x + a.width - b.x > slack && b.x + b.width - a.x > slack &&
    a.y + a.height - b.y > slack && b.y + b.height - a.y > slack;
}

/** Checks whether a box lies in another one. */
export function contains(outer: Box, inner: Box): boolean {
  const slack = 0.001;
  return inner.x >= outer.x - slack && inner.x + inner.width <= outer.x + outer.width + slack &&
    inner.y >= outer.y - slack && inner.y + inner.height <= outer.y + outer.height + slack;
}

/** Checks whether a point lies on the border of a box. */
export function isOnBorder({ x, y }: Point, box: Box): boolean {
  const slack = 0.02;
  const [dx, dy] = [x - box.x, y - box.y];
  const isNear = (place: number, length: number) => place >= -slack && place <= length + slack;
  const isEnd = (place: number, length: number) =>
    Math.abs(place) < slack || Math.abs(place - length) < slack;
  return isNear(dx, box.width) && isNear(dy, box.height) && (isEnd(dx, box.width) || isEnd(dy, box.height));
}

/** The faults of an arrangement, one sentence each. */
export function faultsOf(graph: LayoutGraph, { nodes, edges }: GraphLayout): string[] {
  const faults: string[] = [];
  graph.nodes.forEach((node, index) => {
    const box = nodes.get(node.id);
    if (!box || !Object.values(box).every(Number.isFinite)) {
      faults.push(`${node.id} has no place`);
      return;
    }
    const outer = node.parent === undefined ? undefined : nodes.get(node.parent);
    if (outer && !contains(outer, box)) faults.push(`${node.id} reaches beyond ${node.parent}`);
    for (const other of graph.nodes.slice(0, index)) {
      const otherBox = nodes.get(other.id);
      if (other.parent === node.parent && otherBox && overlap(box, otherBox)) {
        faults.push(`${other.id} and ${node.id} overlap`);
      }
    }
  });
  for (const { id, from, to, label } of graph.edges) {
    const route = edges.get(id);
    const [first, last] = [route?.points[0], route?.points.at(-1)];
    const [source, target] = [nodes.get(from), nodes.get(to)];
    if (!route || !first || !last || !source || !target) {
      faults.push(`${id} has no line`);
      continue;
    }
    if (!isOnBorder(first, source) || !isOnBorder(last, target)) faults.push(`${id} ends off its nodes`);
    if ((label === undefined) !== (route.label === undefined)) {
      faults.push(`${id} has not the label it should`);
    }
  }
  return faults;
}

function words(text: string): string[] {
  return text.split(" ").filter((word) => word !== "");
}
