import { backEdges } from "./layering/back_edges.ts";
import type { Box, Point, Size } from "../geometry/box.ts";
import type { EdgeRoute, GraphLayout, LayoutGraph, LayoutNode } from "./graph/graph.ts";
import { Hierarchy } from "./graph/hierarchy.ts";
import { assignLayers } from "./layering/assign_layers.ts";
import { narrowLayers } from "./layering/narrow_layers.ts";
import { estimatedSize, shapeLevel } from "./layering/shape_level.ts";
import { layoutDensely } from "./layout_densely.ts";
import { layoutLevel } from "./layout_level.ts";
import type {
  FramedLevel,
  Layering,
  LevelEdge,
  LevelFrame,
  LevelGraph,
  LevelNode,
  LevelRoute,
  Side,
} from "./graph/level.ts";
import { DEFAULT_PADDING, type LayoutSettings, NO_ROOM } from "./options.ts";
import { PORT_SPREAD } from "./graph/layered_graph.ts";
import { drawLoops, type LoopPlan, planLoops } from "./routing/self_loops.ts";

/**
 * The part of an edge that lies in one container: between two of its children, or from a child to its border.
 */
interface Piece {
  readonly edge: number;
  /** The child at this end, or the side of the container. */
  readonly from: number | Side;
  readonly to: number | Side;
  readonly labelled: boolean;
}

/**
 * Arranges the levels of a hierarchy one by one: layers from the outermost container inwards, since they decide
 * on which side an edge crosses the borders; everything else from the innermost outwards, since a container is
 * as large as its content.
 */
export class CompoundLayout {
  readonly #graph: LayoutGraph;
  readonly #settings: LayoutSettings;
  readonly #hierarchy: Hierarchy;
  /** By container. */
  #pieces: Piece[][] = [];
  readonly #layerings = new Map<number, Layering>();
  readonly #levels = new Map<number, FramedLevel>();
  readonly #sizes: Size[];
  readonly #loops = new Map<number, LoopPlan>();

  /**
   * Takes a graph that has passed `checkGraph`.
   *
   * @throws {LayoutError} when an id occurs twice, or a parent or an end does not exist
   */
  constructor(graph: LayoutGraph, settings: LayoutSettings) {
    this.#graph = graph;
    this.#settings = settings;
    this.#hierarchy = new Hierarchy(graph);
    this.#sizes = graph.nodes.map(({ width, height }) => ({ width, height }));
  }

  /** Arranges the graph. */
  run(): GraphLayout {
    const { containers } = this.#hierarchy;
    if (this.#settings.fold && this.#settings.aspect !== undefined) {
      this.#estimateSizes(this.#settings.aspect);
    }
    this.#cutEdges();
    if (this.#settings.endGap !== undefined) this.#makeRoomForEnds(this.#settings.endGap);
    for (const container of containers) {
      this.#layer(container, (level, back) => this.#shaped(level, back));
    }
    for (const container of containers.toReversed()) this.#arrange(container);
    return this.#assemble();
  }

  /** Estimates the sizes of containers: outer levels are folded by them before the inner ones are arranged. */
  #estimateSizes(aspect: number): void {
    const { containers } = this.#hierarchy;
    this.#cutEdges();
    for (const container of containers) this.#layer(container, assignLayers);
    for (const container of containers.toReversed()) {
      if (container === this.#sizes.length) continue;
      const { level } = this.#levelGraph(container);
      const layering = shapeLevel(
        level,
        backEdges(level),
        this.#layerings.get(container)!,
        aspect,
        this.#settings,
      );
      this.#sizes[container] = estimatedSize(
        level,
        layering,
        this.#frameOf(container),
        aspect,
        this.#settings,
      );
    }
  }

  /** Makes leaves wide enough for the ends of their edges, and high enough for their edges to themselves. */
  #makeRoomForEnds(endGap: number): void {
    const leaving = new Int32Array(this.#sizes.length);
    const arriving = new Int32Array(this.#sizes.length);
    for (const { from, to } of this.#graph.edges) {
      if (from === to) continue;
      leaving[this.#hierarchy.indexOf(from)]!++;
      arriving[this.#hierarchy.indexOf(to)]!++;
    }
    this.#sizes.forEach(({ width, height }, node) => {
      if (this.#hierarchy.childrenOf[node]!.length > 0) return;
      const ends = Math.max(leaving[node]!, arriving[node]!) - 1;
      const room = 2 * Math.ceil(ends * endGap / PORT_SPREAD / 2);
      this.#sizes[node] = {
        width: Math.max(width, room),
        height: Math.max(height, this.#loops.get(node)?.height ?? 0),
      };
    });
  }

  #cutEdges(): void {
    this.#pieces = Array.from({ length: this.#graph.nodes.length + 1 }, () => []);
    const hierarchy = this.#hierarchy;
    const loops: { node: number; edge: number; label: Size | undefined }[] = [];
    this.#graph.edges.forEach(({ from, to, label }, edge) => {
      const [a, b] = [hierarchy.indexOf(from), hierarchy.indexOf(to)];
      if (a === b) {
        loops.push({ node: a, edge, label });
        return;
      }
      const container = hierarchy.around(a, b);
      this.#pieces[container]!.push({
        edge,
        from: container === a ? "top" : hierarchy.childAround(container, a),
        to: container === b ? "bottom" : hierarchy.childAround(container, b),
        labelled: label !== undefined,
      });
    });
    for (const [node, list] of Map.groupBy(loops, (loop) => loop.node)) {
      this.#loops.set(node, planLoops(list));
    }
  }

  /** Assigns the layers of a container, and passes the rest of the edges that end deeper to its children. */
  #layer(container: number, assign: (level: LevelGraph, back: Uint8Array) => Layering): void {
    const { level } = this.#levelGraph(container);
    const layering = assign(level, backEdges(level));
    this.#layerings.set(container, layering);
    this.#pieces[container]!.forEach((piece, at) => {
      const { from, to } = level.edges[at]!;
      const [above, below] = [layering.layerOf[from]!, layering.layerOf[to]!];
      const { from: source, to: target } = this.#graph.edges[piece.edge]!;
      const rest = { edge: piece.edge, labelled: false };
      if (typeof piece.from === "number" && piece.from !== this.#hierarchy.indexOf(source)) {
        const side = above <= below ? "bottom" : "top";
        const inner = this.#hierarchy.childAround(piece.from, this.#hierarchy.indexOf(source));
        this.#pieces[piece.from]!.push({ ...rest, from: inner, to: side });
      }
      if (typeof piece.to === "number" && piece.to !== this.#hierarchy.indexOf(target)) {
        const side = above < below ? "top" : "bottom";
        const inner = this.#hierarchy.childAround(piece.to, this.#hierarchy.indexOf(target));
        this.#pieces[piece.to]!.push({ ...rest, from: side, to: inner });
      }
    });
  }

  /** The layers of a level with the wanted ratio of width to height, where there is one. */
  #shaped(level: LevelGraph, back: Uint8Array): Layering {
    const layering = assignLayers(level, back);
    const { aspect, fold } = this.#settings;
    if (aspect === undefined) return layering;
    return (fold ? shapeLevel : narrowLayers)(level, back, layering, aspect, this.#settings);
  }

  /** The level of a container, with the sizes of its children as known so far. */
  #levelGraph(container: number): { level: LevelGraph; children: readonly number[] } {
    const children = this.#hierarchy.childrenOf[container]!;
    const local = new Map(children.map((child, index) => [child, index]));
    const nodes: LevelNode[] = children.map((child) => this.#levelNode(child));
    const place = (end: number | Side): number => {
      if (typeof end === "number") return local.get(end)!;
      return nodes.push({ width: 0, height: 0, margin: NO_ROOM, border: end, first: false }) - 1;
    };
    const edges: LevelEdge[] = this.#pieces[container]!.map((piece) => {
      const { label, fromPort, toPort } = this.#graph.edges[piece.edge]!;
      return {
        from: place(piece.from),
        to: place(piece.to),
        label: piece.labelled ? label : undefined,
        fromPort: this.#portOf(piece.from, piece.edge) ?? fromPort,
        toPort: this.#portOf(piece.to, piece.edge) ?? toPort,
      };
    });
    return { level: { nodes, edges, row: this.#hierarchy.nodes[container]?.arrange === "row" }, children };
  }

  #levelNode(child: number): LevelNode {
    const { margin = NO_ROOM, first = false } = this.#hierarchy.nodes[child]!;
    const loops = this.#loops.get(child);
    const { width, height } = this.#sizes[child]!;
    const over = Math.max(0, ((loops?.height ?? 0) - height) / 2);
    return {
      width,
      height,
      margin: {
        top: Math.max(margin.top, over),
        right: Math.max(margin.right, loops?.width ?? 0),
        bottom: Math.max(margin.bottom, over),
        left: margin.left,
      },
      border: undefined,
      first,
    };
  }

  /** The x at which an edge from inside crosses the border of a child that is already arranged. */
  #portOf(child: number | Side, edge: number): number | undefined {
    if (typeof child !== "number") return undefined;
    const level = this.#levels.get(child);
    const piece = this.#pieces[child]!.findIndex((inner) => inner.edge === edge);
    if (!level || piece < 0) return undefined;
    const { points } = level.routes[piece]!;
    return (typeof this.#pieces[child]![piece]!.from === "number" ? points.at(-1) : points[0])?.x;
  }

  #arrange(container: number): void {
    const node: LayoutNode | undefined = this.#hierarchy.nodes[container];
    if (node?.arrange === "row") this.#levelHeights(container);
    const { level } = this.#levelGraph(container);
    this.#arrangeIn(container, level, this.#frameOf(container));
  }

  /** Checks whether an edge from inside a child leaves it on a side that is settled already. */
  #isSettled(container: number, edge: number): boolean {
    const piece = this.#pieces[container]![edge]!;
    return this.#portOf(piece.from, piece.edge) !== undefined ||
      this.#portOf(piece.to, piece.edge) !== undefined;
  }

  #frameOf(container: number): LevelFrame {
    const node = this.#hierarchy.nodes[container];
    return {
      padding: node === undefined ? NO_ROOM : node.padding ?? DEFAULT_PADDING,
      least: node ?? { width: 0, height: 0 },
    };
  }

  #arrangeIn(container: number, level: LevelGraph, frame: LevelFrame): void {
    const { aspect, fold = false } = this.#settings;
    // The whole drawing has the layers that edges and its ratio ask for, unless it may take any shape.
    const isGiven = container === this.#sizes.length && (aspect !== undefined || !fold);
    const layering = this.#layerings.get(container)!;
    const framed = isGiven
      ? layoutLevel(level, layering, frame, this.#settings)
      : layoutDensely(level, layering, frame, this.#settings, (edge) => this.#isSettled(container, edge));
    this.#levels.set(container, framed);
    if (container < this.#sizes.length) {
      this.#sizes[container] = { width: framed.width, height: framed.height };
    }
  }

  /** Makes the children of a row equally high. */
  #levelHeights(container: number): void {
    const children = this.#hierarchy.childrenOf[container]!;
    const height = children.reduce((most, child) => Math.max(most, this.#sizes[child]!.height), 0);
    for (const child of children) {
      if (this.#sizes[child]!.height === height) continue;
      this.#sizes[child] = { width: this.#sizes[child]!.width, height };
      if (!this.#levels.has(child)) continue;
      const { level } = this.#levelGraph(child);
      const { width, padding = DEFAULT_PADDING } = this.#hierarchy.nodes[child]!;
      this.#arrangeIn(child, level, { padding, least: { width, height } });
    }
  }

  #assemble(): GraphLayout {
    const { containers, childrenOf, nodes } = this.#hierarchy;
    const root = nodes.length;
    const origin: Point[] = Array.from({ length: root + 1 }, () => ({ x: 0, y: 0 }));
    const ways = this.#graph.edges.map((): Way => ({ points: [], label: undefined }));
    for (const container of containers) {
      const level = this.#levels.get(container)!;
      const at = origin[container]!;
      childrenOf[container]!.forEach((child, index) => {
        origin[child] = { x: at.x + level.x[index]!, y: at.y + level.y[index]! };
      });
      this.#pieces[container]!.forEach((piece, index) =>
        addPiece(ways[piece.edge]!, piece, level.routes[index]!, at)
      );
    }
    const boxes = new Map(
      nodes.map((node, index): [string, Box] => [node.id, { ...origin[index]!, ...this.#sizes[index]! }]),
    );
    const loops = this.#loopRoutes(origin);
    const edges = new Map(
      this.#graph.edges.map((
        { id, label },
        edge,
      ): [string, EdgeRoute] => [id, loops.get(edge) ?? routeOf(ways[edge]!, label)]),
    );
    const { width, height } = this.#levels.get(root)!;
    return { nodes: boxes, edges, width, height };
  }

  #loopRoutes(origin: readonly Point[]): Map<number, EdgeRoute> {
    const routes = new Map<number, EdgeRoute>();
    for (const [node, plan] of this.#loops) {
      const box = { ...origin[node]!, ...this.#sizes[node]! };
      drawLoops(plan, box).forEach((route, at) => routes.set(plan.loops[at]!.edge, route));
    }
    return routes;
  }
}

/** An edge as its pieces come, outer ones first. */
interface Way {
  readonly points: Point[];
  label: Point | undefined;
}

/**
 * Adds a piece: the first one joins the two sides, later ones continue from its ends into the source or the
 * target.
 */
function addPiece(way: Way, piece: Piece, { points, label }: LevelRoute, at: Point): void {
  const moved = points.map((point) => ({ x: at.x + point.x, y: at.y + point.y }));
  if (label) way.label = { x: at.x + label.x, y: at.y + label.y };
  if (typeof piece.to === "string") way.points.unshift(...moved);
  else way.points.push(...moved);
}

function routeOf({ points, label }: Way, size: Size | undefined): EdgeRoute {
  const line = withoutStraightCorners(
    points.filter((point, at) => at === 0 || !isSame(point, points[at - 1]!)),
  );
  if (!label || !size) return { points: line };
  return { points: line, label: { x: label.x - size.width / 2, y: label.y - size.height / 2, ...size } };
}

/** A line without the points at which it does not turn, such as those on borders. */
function withoutStraightCorners(points: readonly Point[]): Point[] {
  const line: Point[] = [];
  for (const point of points) {
    const [before, last] = [line.at(-2), line.at(-1)];
    if (before && last && isStraight(before, last, point)) line.pop();
    line.push(point);
  }
  return line;
}

/** Checks whether the middle point lies between the others, off the line between them by less than can be seen. */
function isStraight(a: Point, b: Point, c: Point): boolean {
  const [abx, aby, bcx, bcy] = [b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y];
  const area = Math.abs(abx * bcy - aby * bcx);
  return area <= 0.05 * Math.sqrt((c.x - a.x) * (c.x - a.x) + (c.y - a.y) * (c.y - a.y)) &&
    abx * bcx + aby * bcy > 0;
}

function isSame(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) < 0.01 && Math.abs(a.y - b.y) < 0.01;
}
