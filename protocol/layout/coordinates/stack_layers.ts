import type { LayeredGraph, Order } from "../graph/layered_graph.ts";
import type { LevelFrame } from "../graph/level.ts";
import type { LayoutSettings } from "../options.ts";

/** Two upright parts that are nearer than this must not be beside each other. */
export const TOUCH = 4;

/** A level part of a line, in the gap between two layers. */
export interface Jog {
  readonly edge: number;
  readonly low: number;
  readonly high: number;
  /** The x of the upright parts that lead up from it, and of those that lead down. */
  readonly up: readonly number[];
  readonly down: readonly number[];
}

/** The jogs of a gap between two layers, with their tracks. */
export interface GapJogs {
  readonly jogs: readonly Jog[];
  readonly tracks: Int32Array;
}

/** The level part of a line at the height of its label. */
export interface Reach {
  readonly enter: number;
  readonly leave: number;
}

/** The heights of a level. */
export interface Stacked {
  /** The middle of every vertex that has a size or is on the border. */
  readonly middle: Float64Array;
  /** The height of every jog, by gap. */
  readonly jogs: readonly Float64Array[];
}

/** The kinds of things that keep distances. */
type Kind = "box" | "label" | "line";
const KINDS: readonly Kind[] = ["box", "label", "line"];

/** A thing to place, with the top that it gets. */
interface Item {
  readonly kind: Kind;
  readonly left: number;
  readonly right: number;
  readonly height: number;
  top: number;
}

/** Boxes of a layer whose middles differ by less, and other things whose tops do, are put in line. */
const IN_LINE: Readonly<Record<Kind, number>> = { box: 56, label: 16, line: 16 };
/** Boxes that are higher are put in line by their tops. */
const TALL = 110;
/** The least distance of a line from the border of the container. */
const NEAR_BORDER = 8;

/**
 * Stacks the layers of a level as closely as distances allow. What is in a lower layer may be beside something high in
 * an upper one, where it is not below it; things of one layer are in line where that costs little.
 */
export function stackLayers(
  graph: LayeredGraph,
  order: Order,
  x: Float64Array,
  gaps: readonly GapJogs[],
  reach: ReadonlyMap<number, Reach>,
  frame: LevelFrame,
  settings: LayoutSettings,
): Stacked {
  return new Stack(graph, order, x, gaps, reach, frame, settings).run();
}

class Stack {
  readonly #graph: LayeredGraph;
  readonly #order: Order;
  readonly #x: Float64Array;
  readonly #gaps: readonly GapJogs[];
  readonly #reach: ReadonlyMap<number, Reach>;
  readonly #frame: LevelFrame;
  readonly #above: Readonly<Record<Kind, Readonly<Record<Kind, number>>>>;
  readonly #beside: Readonly<Record<Kind, Readonly<Record<Kind, number>>>>;
  readonly #skylines = new Map(KINDS.map((kind) => [kind, new Skyline()]));
  readonly #edgeGap: number;

  constructor(
    graph: LayeredGraph,
    order: Order,
    x: Float64Array,
    gaps: readonly GapJogs[],
    reach: ReadonlyMap<number, Reach>,
    frame: LevelFrame,
    { layerGap, nodeGap, edgeGap }: LayoutSettings,
  ) {
    this.#graph = graph;
    this.#order = order;
    this.#x = x;
    this.#gaps = gaps;
    this.#reach = reach;
    this.#frame = frame;
    this.#edgeGap = edgeGap;
    // An arrow head and a rounded corner have room between a line and a box.
    const head = Math.max(edgeGap, 18);
    this.#above = {
      box: { box: layerGap, label: head, line: head },
      label: { box: head, label: 8, line: 10 },
      line: { box: head, label: 12, line: edgeGap },
    };
    this.#beside = {
      box: { box: nodeGap * 0.6, label: edgeGap, line: edgeGap - 0.5 },
      label: { box: edgeGap, label: 8, line: 6 },
      line: { box: edgeGap - 0.5, label: 6, line: TOUCH },
    };
  }

  run(): Stacked {
    const { layerCount, level } = this.#graph;
    const middle = new Float64Array(this.#graph.count);
    const jogs = this.#gaps.map((gap) => new Float64Array(gap.jogs.length));
    const isAt = (side: string) => level.nodes.some(({ border }) => border === side);
    const start = isAt("top") ? this.#frame.padding.top : 0;
    let lowest = 0;
    let lowestLine = 0;
    for (let layer = 0; layer < layerCount; layer++) {
      const vertices = [...this.#order[layer]!].filter((vertex) => this.#kindOf(vertex) !== undefined);
      const items = vertices.map((vertex) => this.#itemOf(vertex));
      for (const item of items) item.top = Math.max(start, this.#topOf(item));
      this.#align(items);
      items.forEach((item, at) => {
        this.#put(item);
        middle[vertices[at]!] = item.top + this.#graph.up[vertices[at]!]!;
        lowest = Math.max(lowest, item.top + item.height);
      });
      lowestLine = Math.max(lowestLine, this.#placeJogs(layer, start, jogs));
    }
    if (isAt("bottom")) {
      const least = this.#frame.least.height - (isAt("top") ? 0 : this.#frame.padding.top);
      const bottom = Math.max(lowest + this.#frame.padding.bottom, lowestLine + NEAR_BORDER, least);
      level.nodes.forEach(({ border }, vertex) => {
        if (border === "bottom") middle[vertex] = Math.ceil(bottom);
      });
    }
    return { middle, jogs };
  }

  /** Places the jogs below a layer, track by track; returns the height of the lowest. */
  #placeJogs(layer: number, start: number, heights: readonly Float64Array[]): number {
    const gap = this.#gaps[layer];
    if (gap === undefined) return 0;
    const { jogs, tracks } = gap;
    const count = tracks.reduce((most, track) => Math.max(most, track + 1), 0);
    let lowest = 0;
    for (let track = 0; track < count; track++) {
      const members = [...jogs.keys()].filter((jog) => tracks[jog] === track);
      const items = members.map((jog): Item => {
        const { low, high } = jogs[jog]!;
        return { kind: "line", left: low, right: high, height: 0, top: 0 };
      });
      const least = layer === 0 && start > 0
        ? Math.max(NEAR_BORDER, start - this.#edgeGap * (count - track))
        : 0;
      for (const item of items) item.top = Math.max(least, this.#topOf(item));
      this.#align(items);
      items.forEach((item, at) => {
        this.#put(item);
        heights[layer]![members[at]!] = item.top;
        lowest = Math.max(lowest, item.top);
      });
    }
    return lowest;
  }

  #kindOf(vertex: number): Kind | undefined {
    const node = this.#graph.level.nodes[vertex];
    if (node) return node.border === undefined ? "box" : undefined;
    return this.#graph.isLabel[vertex] === 1 ? "label" : undefined;
  }

  #itemOf(vertex: number): Item {
    const { left, right, up, down } = this.#graph;
    const x = this.#x[vertex]!;
    const { enter, leave } = this.#reach.get(vertex) ?? { enter: x, leave: x };
    return {
      kind: this.#kindOf(vertex) ?? "box",
      left: Math.min(x - left[vertex]!, enter, leave),
      right: Math.max(x + right[vertex]!, enter, leave),
      height: up[vertex]! + down[vertex]!,
      top: 0,
    };
  }

  /** The highest place below everything that is placed. */
  #topOf({ kind, left, right }: Item): number {
    let top = 0;
    for (const other of KINDS) {
      const aside = this.#beside[other][kind];
      const bottom = this.#skylines.get(other)!.bottom(left - aside, right + aside);
      if (bottom > -Infinity) top = Math.max(top, bottom + this.#above[other][kind]);
    }
    return Math.ceil(top);
  }

  #put({ kind, left, right, top, height }: Item): void {
    this.#skylines.get(kind)!.raise(left, right, top + height);
  }

  /** Puts things in line: boxes by their middles, all else by their tops. */
  #align(items: readonly Item[]): void {
    if (items.length < 2) return;
    const isRow = this.#graph.level.row;
    const keyOf = ({ kind, top, height }: Item) => kind === "box" && height <= TALL ? top + height / 2 : top;
    for (const isSmall of [true, false]) {
      const group = items.filter(({ kind, height }) => (kind !== "box" || height <= TALL) === isSmall)
        .sort((a, b) => keyOf(b) - keyOf(a));
      let lowest: Item | undefined;
      for (const item of group) {
        if (lowest === undefined || (!isRow && keyOf(lowest) - keyOf(item) > IN_LINE[item.kind])) {
          lowest = item;
          continue;
        }
        item.top += Math.round(keyOf(lowest) - keyOf(item));
      }
    }
  }
}

/** The lower contour of things that are stacked from above: how far down each place is taken. */
export class Skyline {
  /** Beginnings of the parts, ascending; each reaches to the next. */
  readonly #starts: number[] = [-Infinity];
  readonly #bottoms: number[] = [-Infinity];

  /** The lowest point of the contour between two places; `-Infinity` where there is nothing. */
  bottom(left: number, right: number): number {
    let most = -Infinity;
    for (let at = this.#partAt(left); at < this.#starts.length && this.#starts[at]! <= right; at++) {
      most = Math.max(most, this.#bottoms[at]!);
    }
    return most;
  }

  /** Takes the places from `left` to `right` down to `bottom`. */
  raise(left: number, right: number, bottom: number): void {
    const from = this.#partAt(left);
    const until = this.#partAt(right);
    const before = this.#bottoms[from]!;
    const after = this.#bottoms[until]!;
    const starts = this.#starts[from] === left ? [] : [this.#starts[from]!];
    const bottoms = starts.length > 0 ? [before] : [];
    this.#starts.splice(from, until - from + 1, ...starts, left, Math.max(right, left + 0.01));
    this.#bottoms.splice(from, until - from + 1, ...bottoms, bottom, after);
  }

  /** The part that contains a place. */
  #partAt(x: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= x) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
