import { backEdges } from "./layering/back_edges.ts";
import type { Box, Point, Size } from "../geometry/box.ts";
import { routeLines } from "./incremental/route_lines.ts";
import type { EdgeRoute, GraphLayout, LayoutGraph, LayoutNode } from "./graph/graph.ts";
import { Hierarchy } from "./graph/hierarchy.ts";
import { assignLayers } from "./layering/assign_layers.ts";
import { narrowLayers } from "./layering/narrow_layers.ts";
import type { Folding } from "./layering/fold_layers.ts";
import { shapesOfLevel } from "./layering/shape_level.ts";
import { type KnownLevels, layoutDensely } from "./layout_densely.ts";
import { CUT, cutIntoBlocks } from "./cut_into_blocks.ts";
import { layoutColumn, layoutLevel } from "./layout_level.ts";
import type {
  Blocks,
  FramedLevel,
  Layering,
  LevelEdge,
  LevelFrame,
  LevelGraph,
  LevelNode,
  Side,
} from "./graph/level.ts";
import { roomOf, stretched } from "./packing/pack_parts.ts";
import { DEFAULT_PADDING, type LayoutSettings, NO_ROOM } from "./options.ts";
import { PORT_SPREAD } from "./graph/layered_graph.ts";
import { addPiece, atOrigin, type Piece, routeOf, type Way } from "./edge_pieces.ts";
import { drawLoops, type LoopPlan, marginsOf, planLoops } from "./routing/self_loops.ts";

/** The factor by which each further column must make a level smaller. */
const FOLDED = 1.08;
/** A row that is shorter than this is no column, and the factor by which a column must be smaller than a row. */
const LONG_ROW = 800;
const COLUMN = 1.1;
/** The weights of the ratio of width to height of a whole drawing and of a container that is cut. */
const FAR = 0.5;
const FAR_INSIDE = 0.2;

/** Arranges a graph in layers, of which only the boxes are wanted. */
export function boxesInLayers(graph: LayoutGraph, settings: LayoutSettings): ReadonlyMap<string, Box> {
  return new CompoundLayout(graph, settings).run().nodes;
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
  readonly #known: KnownLevels;
  /** By container. */
  #pieces: Piece[][] = [];
  readonly #layerings = new Map<number, Layering>();
  readonly #levels = new Map<number, FramedLevel>();
  readonly #sizes: Size[];
  readonly #loops = new Map<number, LoopPlan>();
  /** The nodes in parts that are arranged from left to right. */
  readonly #turned = new Set<number>();
  /** The edges that are drawn last. */
  readonly #leftOut = new Set<number>();
  /** The blocks of containers that are cut. */
  readonly #blocks = new Map<number, Blocks>();

  /**
   * Takes a graph that has passed `checkGraph`.
   *
   * @throws {LayoutError} when an id occurs twice, or a parent or an end does not exist
   */
  constructor(graph: LayoutGraph, settings: LayoutSettings, known: KnownLevels = { levels: new Map() }) {
    this.#known = known;
    this.#graph = graph;
    this.#settings = settings;
    this.#hierarchy = new Hierarchy(graph);
    this.#sizes = graph.nodes.map(({ width, height }) => ({ width, height }));
  }

  /** Arranges the graph. */
  run(): GraphLayout {
    const { containers } = this.#hierarchy;
    if (this.#settings.blocks) this.#cutBlocks();
    else if (this.#settings.fold && this.#settings.aspect !== undefined) {
      this.#estimateSizes(this.#settings.aspect);
    }
    this.#cutEdges();
    if (this.#settings.endGap !== undefined) this.#makeRoomForEnds(this.#settings.endGap);
    for (const container of containers) {
      this.#layer(container, (level, back) => this.#shaped(level, back, this.#settingsOf(container)));
    }
    for (const container of containers.toReversed()) this.#arrange(container);
    return this.#assemble();
  }

  /**
   * Finds the edges to leave out, so that the content of containers falls into blocks, where packed blocks take less room.
   * Everything is arranged once for it.
   */
  #cutBlocks(): void {
    const { containers } = this.#hierarchy;
    const sizes = [...this.#sizes];
    this.#cutEdges();
    if (this.#settings.endGap !== undefined) this.#makeRoomForEnds(this.#settings.endGap);
    for (const container of containers) this.#layer(container, assignLayers);
    for (const container of containers.toReversed()) {
      this.#dropPieces(container);
      this.#cutRow(container);
      this.#arrange(container);
      this.#cut(container);
    }
    this.#sizes.splice(0, sizes.length, ...sizes);
    this.#levels.clear();
    this.#layerings.clear();
    this.#loops.clear();
  }

  /** Takes the pieces of edges that are left out off a container. */
  #dropPieces(container: number): void {
    const pieces = this.#pieces[container]!;
    const kept = pieces.filter(({ edge }) => !this.#leftOut.has(edge));
    if (kept.length === pieces.length) return;
    this.#pieces[container] = kept;
    const { level } = this.#levelGraph(container);
    this.#layerings.set(container, assignLayers(level, backEdges(level)));
  }

  /** Leaves out the edges that keep the children of a row side by side. */
  #cutRow(container: number): void {
    const pieces = this.#pieces[container]!;
    const isRow = this.#hierarchy.nodes[container]?.arrange === "row" && pieces.length > 0;
    if (!isRow || !this.#isSmallerAsColumn(container, 1 + CUT * pieces.length)) return;
    for (const { edge } of pieces) this.#leftOut.add(edge);
    this.#dropPieces(container);
  }

  /** Cuts the content of a container into blocks. */
  #cut(container: number): void {
    const settings = this.#settingsOf(container);
    const { dense: aspect = 1, blocks: share = 0 } = settings;
    const { level } = this.#levelGraph(container);
    const far = container === this.#sizes.length ? FAR : FAR_INSIDE;
    const whole = this.#levels.get(container)!;
    const frame = this.#frameOf(container);
    const { cuts, parts } = this.#known;
    const key = cuts ? JSON.stringify([level, whole.width, whole.height, frame, far, settings]) : "";
    const found = cuts?.has(key)
      ? cuts.get(key)
      : cutIntoBlocks(level, frame, whole, { aspect, far, share }, settings, parts);
    cuts?.set(key, found);
    if (found === undefined) return;
    const { cut, framed, of, room } = found;
    this.#blocks.set(container, { room, of });
    const pieces = this.#pieces[container]!;
    for (const at of cut) this.#leftOut.add(pieces[at]!.edge);
    this.#pieces[container] = pieces.filter(({ edge }) => !this.#leftOut.has(edge));
    this.#setLevel(container, framed);
  }

  /** Estimates the sizes of containers: outer levels are folded by them before the inner ones are arranged. */
  #estimateSizes(aspect: number): void {
    const { containers } = this.#hierarchy;
    this.#cutEdges();
    for (const container of containers) this.#layer(container, assignLayers);
    for (const container of containers.toReversed()) {
      if (container === this.#sizes.length) continue;
      const { level } = this.#levelGraph(container);
      const { padding, least } = this.#frameOf(container);
      const { nodeGap, layerGap } = this.#settings;
      const { width, height } = this.#shapeFor(
        level,
        backEdges(level),
        this.#layerings.get(container)!,
        aspect,
      );
      this.#sizes[container] = {
        width: Math.max(least.width, width - nodeGap + padding.left + padding.right),
        height: Math.max(least.height, height - layerGap + padding.top + padding.bottom),
      };
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
      if (this.#leftOut.has(edge)) return;
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
  #shaped(level: LevelGraph, back: Uint8Array, { aspect, fold }: LayoutSettings): Layering {
    const layering = assignLayers(level, back);
    if (aspect === undefined) return layering;
    if (!fold) return narrowLayers(level, back, layering, aspect, this.#settings);
    return this.#shapeFor(level, back, layering, aspect).layering;
  }

  /** The shape of a level that fits best into a frame with a ratio of width to height. */
  #shapeFor(level: LevelGraph, back: Uint8Array, layering: Layering, aspect: number): Folding {
    const costOf = ({ width, height, columns }: Folding) =>
      Math.max(width / aspect, height) * FOLDED ** (columns - 1);
    return shapesOfLevel(level, back, layering, [aspect], this.#settings)
      .reduce((best, shape) => costOf(shape) < costOf(best) ? shape : best);
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
    const row = this.#hierarchy.nodes[container]?.arrange === "row";
    return { level: { nodes, edges, row, blocks: this.#blocks.get(container) }, children };
  }

  #levelNode(child: number): LevelNode {
    const { margin = NO_ROOM, first = false } = this.#hierarchy.nodes[child]!;
    const size = this.#sizes[child]!;
    return { ...size, ...marginsOf(this.#loops.get(child), size, margin), border: undefined, first };
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
    const isColumn = node?.arrange === "row" && this.#pieces[container]!.length === 0 &&
      this.#isSmallerAsColumn(container);
    if (node?.arrange === "row") this.#evenOut(container, isColumn ? "width" : "height");
    const { level } = this.#levelGraph(container);
    if (isColumn) this.#setLevel(container, layoutColumn(level, this.#frameOf(container), this.#settings));
    else this.#arrangeIn(container, level, this.#frameOf(container));
  }

  /** Checks whether the children of a row take less room one below the other, by a factor. */
  #isSmallerAsColumn(container: number, factor = 1): boolean {
    const { dense } = this.#settingsOf(container);
    if (dense === undefined) return false;
    const sizes = this.#hierarchy.childrenOf[container]!.map((child) => this.#sizes[child]!);
    const most = (of: "width" | "height") => sizes.reduce((found, size) => Math.max(found, size[of]), 0);
    const sum = (of: "width" | "height") => sizes.reduce((found, size) => found + size[of], 0);
    const row = { width: sum("width"), height: most("height") };
    if (Math.max(row.width, row.height) < LONG_ROW) return false;
    return COLUMN * factor * roomOf({ width: most("width"), height: sum("height") }, dense, FAR_INSIDE) <
      roomOf(row, dense, FAR_INSIDE);
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

  /** The settings of a container. */
  #settingsOf(container: number): LayoutSettings {
    const { proportions, ...settings } = this.#settings;
    const by = proportions?.get(this.#hierarchy.nodes[container]?.id);
    const { dense } = settings;
    return by === undefined || dense === undefined ? settings : { ...settings, dense: dense * by };
  }

  #arrangeIn(container: number, level: LevelGraph, frame: LevelFrame): void {
    const settings = this.#settingsOf(container);
    const { aspect, fold = false } = settings;
    // The whole drawing has the layers that edges and its ratio ask for, unless it may take any shape.
    const isGiven = container === this.#sizes.length && (aspect !== undefined || !fold);
    const layering = this.#layerings.get(container)!;
    const framed = isGiven ? layoutLevel(level, layering, frame, settings, this.#known.parts) : layoutDensely(
      level,
      layering,
      frame,
      settings,
      (edge) => this.#isSettled(container, edge),
      this.#known,
    );
    this.#setLevel(container, framed);
  }

  #setLevel(container: number, framed: FramedLevel): void {
    const children = this.#hierarchy.childrenOf[container]!;
    this.#levels.set(container, framed);
    for (const child of children) this.#turned.delete(child);
    for (const at of framed.turned ?? []) this.#turned.add(children[at]!);
    if (container < this.#sizes.length) {
      this.#sizes[container] = { width: framed.width, height: framed.height };
    }
  }

  /** Makes the children of a row equally high, those of a column equally wide. */
  #evenOut(container: number, side: "width" | "height"): void {
    const children = this.#hierarchy.childrenOf[container]!;
    const most = children.reduce((found, child) => Math.max(found, this.#sizes[child]![side]), 0);
    for (const child of children) {
      if (this.#sizes[child]![side] < most) this.#stretch(child, side, most);
    }
  }

  /** Makes a child of a row longer; regions in it fill it. */
  #stretch(child: number, side: "width" | "height", length: number): void {
    const by = length - this.#sizes[child]![side];
    this.#sizes[child] = { ...this.#sizes[child]!, [side]: length };
    const framed = this.#levels.get(child);
    if (framed === undefined) return;
    const { level, children } = this.#levelGraph(child);
    const places = side === "height" ? framed.y : framed.x;
    if (level.nodes.some(({ border }) => border === "bottom")) {
      const { padding, least } = this.#frameOf(child);
      this.#arrangeIn(child, level, { padding, least: { ...least, [side]: length } });
    } else if (level.row && level.edges.length === 0 && places.every((place) => place === places[0])) {
      this.#setLevel(child, { ...framed, ...this.#sizes[child]! });
      for (const region of children) this.#stretch(region, side, this.#sizes[region]![side] + by);
    } else this.#setLevel(child, stretched(framed, this.#sizes[child]!));
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
    if (this.#leftOut.size === 0) return { nodes: boxes, edges, width, height };
    if (this.#known.isWorth?.({ width, height }) === false) {
      return { nodes: boxes, edges, width: Infinity, height: Infinity };
    }
    const below = new Set([...this.#turned].map((node) => nodes[node]!.id));
    for (const edge of this.#leftOut) edges.delete(this.#graph.edges[edge]!.id);
    return atOrigin(boxes, routeLines(this.#graph, boxes, edges, this.#settings.lines, below));
  }

  #loopRoutes(origin: readonly Point[]): Map<number, EdgeRoute> {
    const routes = new Map<number, EdgeRoute>();
    for (const [node, plan] of this.#loops) {
      const box = { ...origin[node]!, ...this.#sizes[node]! };
      const own = this.#turned.has(node) ? planLoops(plan.loops, true) : plan;
      drawLoops(own, box).forEach((route, at) => routes.set(plan.loops[at]!.edge, route));
    }
    return routes;
  }
}
