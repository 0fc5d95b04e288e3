import type { Layering, LevelEdge, LevelGraph } from "./level.ts";

/**
 * A level with every edge cut into segments between neighbouring layers: where an edge passes a layer it has
 * a vertex of its own. Everything is by index, in parallel arrays.
 *
 * The stages that follow read these arrays without checks (`!`): vertices, segments and layers come from the
 * graph itself, so no index is ever out of bounds.
 */
export interface LayeredGraph {
  /** The level that was cut. */
  readonly level: LevelGraph;
  /** The number of layers. */
  readonly layerCount: number;
  /** The layers of nodes are multiples of this; see {@linkcode Layering.span}. */
  readonly span: number;
  /** The number of vertices; those below `level.nodes.length` are the nodes themselves. */
  readonly count: number;
  /** The layer of a vertex. */
  readonly layerOf: Int32Array;
  /** The edge that a vertex belongs to; -1 for a node. */
  readonly edgeOf: Int32Array;
  /** 1 for the vertex that is the place of its edge's label. */
  readonly isLabel: Uint8Array;
  /** The distance from a vertex to the outermost left of what it takes up. */
  readonly left: Float64Array;
  /** To its outermost right. */
  readonly right: Float64Array;
  /** To its top. */
  readonly up: Float64Array;
  /** To its bottom. */
  readonly down: Float64Array;
  /** The upper vertex of a segment. */
  readonly upper: Int32Array;
  /** The lower vertex of a segment. */
  readonly lower: Int32Array;
  /** The place where a segment meets its upper vertex, from the middle to the right; `NaN` for a free port. */
  readonly upperPort: Float64Array;
  /** The place where it meets its lower vertex. */
  readonly lowerPort: Float64Array;
  /** The segments downwards from a vertex: `below.items[below.start[v]]` up to `below.start[v + 1]`. */
  readonly below: SegmentLists;
  /** The segments upwards from a vertex. */
  readonly above: SegmentLists;
  /** The chain of every edge; `undefined` for an edge from a node to itself. */
  readonly chains: readonly (Chain | undefined)[];
}

/** The path of an edge through the layers. */
export interface Chain {
  /**
   * `down`: from source to target. `up`: from target to source. `turn`: source, turning point below, target.
   */
  readonly leads: "down" | "up" | "turn";
  /** From top to bottom; of a turn from the source. */
  readonly vertices: readonly number[];
  /** The segments between the vertices. */
  readonly segments: readonly number[];
}

/** Segments by vertex. */
export interface SegmentLists {
  /** The start of each vertex's list, with one more entry at the end. */
  readonly start: Int32Array;
  /** The lists, one after the other. */
  readonly items: Int32Array;
}

/** The vertices of every layer, from left to right. */
export type Order = Int32Array[];

/** The index of every vertex in its layer. */
export function positionsOf(order: Order): Int32Array {
  const position = new Int32Array(order.reduce((sum, layer) => sum + layer.length, 0));
  for (const layer of order) layer.forEach((vertex, at) => position[vertex] = at);
  return position;
}

/** The share of a side that ends of edges may take; the corners stay free. */
export const PORT_SPREAD = 0.8;

/** The distance of a port from the middle of its node: 0 for a free port, which is `NaN`. */
export function portOffset(port: number): number {
  return Number.isNaN(port) ? 0 : port;
}

/** Cuts the edges of a level at the layers. */
export function layeredGraph(level: LevelGraph, layering: Layering): LayeredGraph {
  return new Cutter(level, layering).cut();
}

class Cutter {
  readonly #level: LevelGraph;
  readonly #layering: Layering;
  readonly #layerOf: number[];
  readonly #edgeOf: number[];
  readonly #isLabel: number[];
  readonly #upper: number[] = [];
  readonly #lower: number[] = [];
  readonly #upperPort: number[] = [];
  readonly #lowerPort: number[] = [];

  constructor(level: LevelGraph, layering: Layering) {
    this.#level = level;
    this.#layering = layering;
    this.#layerOf = [...layering.layerOf];
    this.#edgeOf = level.nodes.map(() => -1);
    this.#isLabel = level.nodes.map(() => 0);
  }

  cut(): LayeredGraph {
    const chains = this.#level.edges.map((edge, index) =>
      edge.from === edge.to ? undefined : this.#chain(edge, index)
    );
    const count = this.#layerOf.length;
    const upper = Int32Array.from(this.#upper);
    const lower = Int32Array.from(this.#lower);
    return {
      level: this.#level,
      layerCount: this.#layering.layerCount,
      span: this.#layering.span,
      count,
      layerOf: Int32Array.from(this.#layerOf),
      edgeOf: Int32Array.from(this.#edgeOf),
      isLabel: Uint8Array.from(this.#isLabel),
      ...this.#extents(),
      upper,
      lower,
      upperPort: Float64Array.from(this.#upperPort),
      lowerPort: Float64Array.from(this.#lowerPort),
      below: listsOf(count, upper),
      above: listsOf(count, lower),
      chains,
    };
  }

  #chain(edge: LevelEdge, index: number): Chain {
    const from = this.#layerOf[edge.from]!;
    const to = this.#layerOf[edge.to]!;
    if (from === to) return this.#turn(edge, index, from + 1);
    const down = from < to;
    const [top, bottom] = down ? [from, to] : [to, from];
    const labelLayer = edge.label === undefined ? -1 : middleOf(top, bottom, down);
    const vertices = [down ? edge.from : edge.to];
    for (let layer = top + 1; layer < bottom; layer++) {
      vertices.push(this.#vertex(layer, index, layer === labelLayer));
    }
    vertices.push(down ? edge.to : edge.from);
    const [first, last] = down ? [edge.fromPort, edge.toPort] : [edge.toPort, edge.fromPort];
    const segments = vertices.slice(1).map((vertex, at) =>
      this.#segment(
        vertices[at]!,
        vertex,
        at === 0 ? first : undefined,
        at === vertices.length - 2 ? last : undefined,
      )
    );
    return { leads: down ? "down" : "up", vertices, segments };
  }

  /** An edge between two nodes of one layer turns in a vertex below. */
  #turn(edge: LevelEdge, index: number, layer: number): Chain {
    const turn = this.#vertex(layer, index, edge.label !== undefined);
    const segments = [
      this.#segment(edge.from, turn, edge.fromPort, undefined),
      this.#segment(edge.to, turn, edge.toPort, undefined),
    ];
    return { leads: "turn", vertices: [edge.from, turn, edge.to], segments };
  }

  #vertex(layer: number, edge: number, label: boolean): number {
    this.#layerOf.push(layer);
    this.#edgeOf.push(edge);
    return this.#isLabel.push(label ? 1 : 0) - 1;
  }

  #segment(
    upper: number,
    lower: number,
    upperPort: number | undefined,
    lowerPort: number | undefined,
  ): number {
    const fromMiddle = (vertex: number, port: number | undefined) =>
      port === undefined ? NaN : port - (this.#level.nodes[vertex]?.width ?? 0) / 2;
    this.#lower.push(lower);
    this.#upperPort.push(fromMiddle(upper, upperPort));
    this.#lowerPort.push(fromMiddle(lower, lowerPort));
    return this.#upper.push(upper) - 1;
  }

  #extents(): Pick<LayeredGraph, "left" | "right" | "up" | "down"> {
    const count = this.#layerOf.length;
    const extents = {
      left: new Float64Array(count),
      right: new Float64Array(count),
      up: new Float64Array(count),
      down: new Float64Array(count),
    };
    for (let vertex = 0; vertex < count; vertex++) {
      const node = this.#level.nodes[vertex];
      const label = this.#isLabel[vertex] === 1 ? this.#level.edges[this.#edgeOf[vertex]!]?.label : undefined;
      const { width, height } = node ?? label ?? { width: 0, height: 0 };
      extents.left[vertex] = width / 2 + (node?.margin.left ?? 0);
      extents.right[vertex] = width / 2 + (node?.margin.right ?? 0);
      extents.up[vertex] = height / 2 + (node?.margin.top ?? 0);
      extents.down[vertex] = height / 2 + (node?.margin.bottom ?? 0);
    }
    return extents;
  }
}

/**
 * The layer between the two that is odd, as those of labels are, and nearest to the middle; towards the
 * source.
 */
function middleOf(top: number, bottom: number, down: boolean): number {
  const middle = Math.floor((top + bottom) / 2);
  if (middle % 2 !== 0) return middle;
  return down ? middle - 1 : middle + 1;
}

function listsOf(count: number, ends: Int32Array): SegmentLists {
  const start = new Int32Array(count + 1);
  for (const end of ends) start[end + 1]!++;
  for (let vertex = 0; vertex < count; vertex++) start[vertex + 1]! += start[vertex]!;
  const items = new Int32Array(ends.length);
  const free = start.slice(0, count);
  ends.forEach((end, segment) => items[free[end]!++] = segment);
  return { start, items };
}
