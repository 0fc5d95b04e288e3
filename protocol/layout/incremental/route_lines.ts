import { type EdgeSide, facingSides, PORT_SPREAD, portAt } from "../../geometry/ports.ts";
import { BoxIndex } from "../../geometry/box_index.ts";
import { type Box, middleOf, type Point } from "../../geometry/box.ts";
import type { EdgeRoute, LayoutEdge, LayoutGraph } from "../graph/graph.ts";
import { NO_ROOM } from "../options.ts";
import { Hierarchy } from "../graph/hierarchy.ts";
import { drawLoops, planLoops } from "../routing/self_loops.ts";
import { findWay } from "./find_way.ts";
import { Obstacles } from "./obstacles.ts";
import { freeOf, placeLabel } from "./place_label.ts";

/** Lengths of the straight segment out of a box, longest first; shorter where another box is close. */
const STUBS = [10, 4, 1];

/**
 * Draws the edges of a graph whose boxes are fixed: around the boxes, from the sides that face each other, each
 * from its own place.
 *
 * @param boxes the box of every node
 * @param kept lines that stay as they are
 * @param isUpright True for lines that end at upper and lower sides only
 */
export function routeLines(
  graph: LayoutGraph,
  boxes: ReadonlyMap<string, Box>,
  kept: ReadonlyMap<string, EdgeRoute>,
  isUpright = false,
): Map<string, EdgeRoute> {
  return new LineRouter(graph, boxes, isUpright).run(kept);
}

/** The points and the sides at which the ends of an edge touch its boxes. */
interface Ports {
  from: Point;
  to: Point;
  readonly sides: readonly [EdgeSide, EdgeSide];
}

/** An end of an edge at a side of a box. */
interface End {
  readonly edge: LayoutEdge;
  readonly node: number;
  readonly side: EdgeSide;
  /** The middle of the other end. */
  readonly towards: Point;
}

/** Boxes that a label must not cover, and containers whose border it must not cross. */
interface Surroundings {
  readonly covered: readonly Box[];
  readonly containers: readonly Box[];
}

class LineRouter {
  readonly #graph: LayoutGraph;
  readonly #hierarchy: Hierarchy;
  readonly #boxes: readonly Box[];
  readonly #isUpright: boolean;
  readonly #labels = new BoxIndex();
  /** Obstacles by the containers that a line is inside of. */
  readonly #known = new Map<string, Obstacles>();
  /** Surroundings of labels, by the same key. */
  readonly #surroundings = new Map<string, Surroundings>();

  constructor(graph: LayoutGraph, boxes: ReadonlyMap<string, Box>, isUpright: boolean) {
    this.#isUpright = isUpright;
    this.#graph = graph;
    this.#hierarchy = new Hierarchy(graph);
    this.#boxes = graph.nodes.map((node) => boxes.get(node.id)!);
  }

  run(given: ReadonlyMap<string, EdgeRoute>): Map<string, EdgeRoute> {
    const loops = this.#loopsToDraw(given);
    const redrawn = new Set(loops.flat());
    const kept = new Map(
      this.#graph.edges.flatMap((edge): [LayoutEdge, EdgeRoute][] => {
        const route = given.get(edge.id);
        return route && !redrawn.has(edge) ? [[edge, route]] : [];
      }),
    );
    for (const { label } of kept.values()) if (label) this.#labels.add(label);
    const drawn = this.#drawLoops(loops);
    const ports = this.#ports(kept);
    return new Map(
      this.#graph.edges.map((
        edge,
      ) => [edge.id, kept.get(edge) ?? drawn.get(edge) ?? this.#route(edge, ports)]),
    );
  }

  /**
   * The edges from a node to itself, by node: all of a node whose loops are not all kept, since they share
   * its side.
   */
  #loopsToDraw(kept: ReadonlyMap<string, EdgeRoute>): LayoutEdge[][] {
    const loops = this.#graph.edges.filter(({ from, to }) => from === to);
    return [...Map.groupBy(loops, ({ from }) => from).values()].filter((edges) =>
      edges.some(({ id }) => !kept.has(id))
    );
  }

  #drawLoops(loops: readonly LayoutEdge[][]): Map<LayoutEdge, EdgeRoute> {
    const routes = new Map<LayoutEdge, EdgeRoute>();
    for (const edges of loops) {
      const node = this.#hierarchy.indexOf(edges[0]!.from);
      const plan = planLoops(edges.map(({ label }, edge) => ({ edge, label })));
      drawLoops(plan, this.#boxes[node]!).forEach((route, at) => {
        routes.set(edges[at]!, this.#withFreeLabel(route, node));
      });
    }
    return routes;
  }

  /** A loop whose label moves if its place is taken. */
  #withFreeLabel(route: EdgeRoute, node: number): EdgeRoute {
    if (!route.label) return route;
    const isFree = this.#isFree(node, node);
    const label = isFree(route.label) ? route.label : placeLabel(route.label, route.points, isFree);
    this.#labels.add(label);
    return { ...route, label };
  }

  /** The ports of the edges that are not kept, in the order of their other ends. */
  #ports(kept: ReadonlyMap<LayoutEdge, EdgeRoute>): Map<LayoutEdge, Ports> {
    const ends: End[] = [];
    const ports = new Map<LayoutEdge, Ports>();
    for (const edge of this.#graph.edges) {
      if (edge.from === edge.to || kept.has(edge)) continue;
      const [from, to] = [this.#hierarchy.indexOf(edge.from), this.#hierarchy.indexOf(edge.to)];
      const sides = this.#sidesOf(from, to);
      ports.set(edge, { from: { x: 0, y: 0 }, to: { x: 0, y: 0 }, sides });
      const given = ports.get(edge)!;
      const [source, target] = [this.#boxes[from]!, this.#boxes[to]!];
      if (edge.fromPort === undefined || !isUpright(sides[0])) {
        ends.push({ edge, node: from, side: sides[0], towards: middleOf(target) });
      } else given.from = portOn(source, sides[0], edge.fromPort);
      if (edge.toPort === undefined || !isUpright(sides[1])) {
        ends.push({ edge, node: to, side: sides[1], towards: middleOf(source) });
      } else given.to = portOn(target, sides[1], edge.toPort);
    }
    const taken = this.#keptEnds(kept);
    for (const list of Map.groupBy(ends, ({ node, side }) => `${node} ${side}`).values()) {
      const { node, side } = list[0]!;
      const box = this.#boxes[node]!;
      const axis = side === "top" || side === "bottom" ? "x" : "y";
      list.sort((a, b) => a.towards[axis] - b.towards[axis]);
      const places = portsBeside(box, side, list.length, taken.get(node) ?? []);
      list.forEach(({ edge }, at) => {
        ports.get(edge)![this.#hierarchy.indexOf(edge.from) === node ? "from" : "to"] = places[at]!;
      });
    }
    return ports;
  }

  /** The points at which the kept lines touch the boxes, by node. */
  #keptEnds(kept: ReadonlyMap<LayoutEdge, EdgeRoute>): Map<number, Point[]> {
    const ends = [...kept].flatMap(([{ from, to }, { points }]) => [
      { node: this.#hierarchy.indexOf(from), end: points[0] },
      { node: this.#hierarchy.indexOf(to), end: points.at(-1) },
    ]);
    return new Map(
      [...Map.groupBy(ends, ({ node }) => node)].map((
        [node, list],
      ) => [node, list.flatMap(({ end }) => end ?? [])]),
    );
  }

  /**
   * The sides that two boxes turn to each other; between a box and one inside of it both at the top, or both
   * at the bottom.
   */
  #sidesOf(from: number, to: number): readonly [EdgeSide, EdgeSide] {
    const around = this.#hierarchy.around(from, to);
    if (around === from) return ["top", "top"];
    if (around === to) return ["bottom", "bottom"];
    if (this.#isUpright) return uprightSides(this.#boxes[from]!, this.#boxes[to]!);
    return facingSides(this.#boxes[from]!, this.#boxes[to]!);
  }

  #route(edge: LayoutEdge, ports: ReadonlyMap<LayoutEdge, Ports>): EdgeRoute {
    const [a, b] = [this.#hierarchy.indexOf(edge.from), this.#hierarchy.indexOf(edge.to)];
    const { from, to, sides } = ports.get(edge)!;
    const around = this.#hierarchy.around(a, b);
    const obstacles = this.#obstacles(a, b, around);
    const outward = (node: number, port: Point, side: EdgeSide) =>
      STUBS.map((length) => stubOf(port, side, node === around ? -length : length))
        .find((point) => !obstacles.covers(point)) ?? port;
    const start = outward(a, from, sides[0]);
    const goal = outward(b, to, sides[1]);
    const within = this.#boxes[around];
    const way = findWay(start, goal, obstacles, within) ?? findWay(start, goal, obstacles, undefined) ?? [];
    const points = shortened([from, start, ...way, goal, to], obstacles);
    if (!edge.label) return { points };
    const label = placeLabel(edge.label, points, this.#isFree(a, b));
    this.#labels.add(label);
    return { points, label };
  }

  /** The obstacles of a line: boxes that contain neither end, and the ends, which it leaves at their sides. */
  #obstacles(a: number, b: number, around: number): Obstacles {
    const open = new Set([around, ...this.#containersOf(a, around), ...this.#containersOf(b, around)]);
    const key = [...open].join(" ");
    const known = this.#known.get(key);
    if (known) return known;
    const obstacles = new Obstacles(this.#beside(open));
    this.#known.set(key, obstacles);
    return obstacles;
  }

  /**
   * Makes the test for places of a label: not over a box, nor over the border or the title of one around an
   * end.
   */
  #isFree(a: number, b: number): (box: Box) => boolean {
    const root = this.#boxes.length;
    const around = a === b ? this.#hierarchy.parentOf[a]! : this.#hierarchy.around(a, b);
    const open = new Set([...this.#containersOf(a, root), ...this.#containersOf(b, root), around, root]);
    const key = [...open].join(" ");
    const { covered, containers } = this.#surroundings.get(key) ?? this.#surroundingsOf(open);
    this.#surroundings.set(key, { covered, containers });
    return freeOf(covered, containers, this.#labels);
  }

  #surroundingsOf(open: ReadonlySet<number>): Surroundings {
    const containers = [...open].flatMap((container) => this.#boxes[container] ?? []);
    const titles = [...open].flatMap((container) => {
      const box = this.#boxes[container];
      const padding = this.#hierarchy.nodes[container]?.padding;
      return box && padding ? [{ ...box, height: padding.top }] : [];
    });
    return { covered: [...this.#beside(open), ...titles], containers };
  }

  /** The containers of a node, up to but not including an outer one. */
  #containersOf(node: number, outer: number): number[] {
    const containers: number[] = [];
    if (node === outer) return containers;
    for (let at = this.#hierarchy.parentOf[node]!; at !== outer; at = this.#hierarchy.parentOf[at]!) {
      containers.push(at);
    }
    return containers;
  }

  /** The box of a node; with the marks beside it where lines never end at that side. */
  #roomOf(node: number): Box {
    const box = this.#boxes[node]!;
    const { left = 0, right = 0 } = (this.#isUpright && this.#hierarchy.nodes[node]!.margin) || NO_ROOM;
    return { ...box, x: box.x - left, width: left + box.width + right };
  }

  /** The boxes of the children of some containers that are none of these. */
  #beside(containers: ReadonlySet<number>): Box[] {
    return [...containers].flatMap((container) => this.#hierarchy.childrenOf[container]!)
      .filter((child) => !containers.has(child)).map((child) => this.#roomOf(child));
  }
}

/** The upper and lower sides that two boxes turn to each other; the lower ones of two that are side by side. */
function uprightSides(source: Box, target: Box): readonly [EdgeSide, EdgeSide] {
  if (target.y >= source.y + source.height) return ["bottom", "top"];
  if (source.y >= target.y + target.height) return ["top", "bottom"];
  return ["bottom", "bottom"];
}

function isUpright(side: EdgeSide): boolean {
  return side === "top" || side === "bottom";
}

/** The point at a distance from the left, on the upper or lower side of a box. */
function portOn({ x, y, height }: Box, side: EdgeSide, port: number): Point {
  return { x: x + port, y: side === "top" ? y : y + height };
}

/**
 * Places for new ends at a side of a box, in order: evenly spread where the side is empty, else in the middle
 * of the widest gaps between its ends.
 */
function portsBeside(box: Box, side: EdgeSide, count: number, taken: readonly Point[]): Point[] {
  const axis = side === "top" || side === "bottom" ? "x" : "y";
  const across = axis === "x" ? "y" : "x";
  const line = portAt(box, side, 0, 1)[across];
  const there = taken.filter((end) => Math.abs(end[across] - line) < 0.5).map((end) => end[axis]);
  if (there.length === 0) return Array.from({ length: count }, (_, at) => portAt(box, side, at, count));
  const [start, length] = axis === "x" ? [box.x, box.width] : [box.y, box.height];
  const free = (1 - PORT_SPREAD) / 2 * length;
  const stops = [start + free, ...there, start + length - free].sort((a, b) => a - b);
  const found: number[] = [];
  for (let added = 0; added < count; added++) {
    let widest = 1;
    for (let at = 2; at < stops.length; at++) {
      if (stops[at]! - stops[at - 1]! > stops[widest]! - stops[widest - 1]!) widest = at;
    }
    const place = (stops[widest - 1]! + stops[widest]!) / 2;
    stops.splice(widest, 0, place);
    found.push(place);
  }
  return found.sort((a, b) => a - b).map((place) =>
    axis === "x" ? { x: place, y: line } : { x: line, y: place }
  );
}

/** The point straight out of a side. */
function stubOf({ x, y }: Point, side: EdgeSide, length: number): Point {
  switch (side) {
    case "top":
      return { x, y: y - length };
    case "bottom":
      return { x, y: y + length };
    case "left":
      return { x: x - length, y };
    case "right":
      return { x: x + length, y };
  }
}

/** A line without the corners that it does not need. */
function shortened(points: readonly Point[], obstacles: Obstacles): Point[] {
  const line = [...points];
  for (let at = line.length - 2; at > 0; at--) {
    if (!obstacles.firstOn(line[at - 1]!, line[at + 1]!)) line.splice(at, 1);
  }
  return line;
}
