import {
  boundsOf,
  boundsOfLine,
  type Box,
  evenly,
  expanded,
  type Insets,
  middleOf,
  moved,
  overlaps,
  type Point,
  type Size,
} from "../../geometry/box.ts";
import type { EdgeRoute, LayoutGraph } from "../graph/graph.ts";
import { Hierarchy } from "../graph/hierarchy.ts";
import { DEFAULT_PADDING, type LayoutSettings, NO_ROOM } from "../options.ts";

/** Arranges a graph of which no box is given: a container and its content. */
export type ArrangeInside = (graph: LayoutGraph, settings: LayoutSettings) => ReadonlyMap<string, Box>;

/**
 * Finds boxes for the nodes of a graph of which some are given. Given boxes stay where they are, unless one that is too small
 * for its content has to grow over its neighbours, which then move aside; a container never shrinks. Other nodes get
 * free spots in their containers, near the nodes they are connected to; the content of a container of which nothing is
 * fixed is arranged by `inside` as if it were alone.
 *
 * @param fixed the boxes that are given, by id, in the coordinates of the result
 * @param routes lines as they are drawn now, for which a new container around them has room
 */
export function placeNodes(
  graph: LayoutGraph,
  fixed: ReadonlyMap<string, Box>,
  settings: LayoutSettings,
  inside: ArrangeInside,
  routes: ReadonlyMap<string, EdgeRoute> = new Map(),
): Map<string, Box> {
  const boxes = new Placement(graph, fixed, settings, inside, routes).run();
  return new Map(graph.nodes.map((node, index) => [node.id, boxes[index]!]));
}

/**
 * Arranges a graph of which no box is given node by node, each near those that it is connected to: for programs that have no
 * layered layout at hand.
 */
export function boxesOneByOne(graph: LayoutGraph, settings: LayoutSettings): Map<string, Box> {
  const parents = new Set(graph.nodes.map(({ parent }) => parent));
  const first = graph.nodes.find(({ id }) => !parents.has(id));
  const fixed = new Map<string, Box>();
  if (first) fixed.set(first.id, { x: 0, y: 0, width: first.width, height: first.height });
  return placeNodes(graph, fixed, settings, boxesOneByOne);
}

class Placement {
  readonly #graph: LayoutGraph;
  readonly #hierarchy: Hierarchy;
  readonly #settings: LayoutSettings;
  readonly #inside: ArrangeInside;
  readonly #given: (Box | undefined)[];
  readonly #boxes: (Box | undefined)[];
  /** True if a node is fixed or holds one that is; the outermost container always does. */
  readonly #holdsFixed: readonly boolean[];
  /** The nodes at the other ends of the edges of every node. */
  readonly #neighbours: readonly (readonly number[])[];
  /** The room of lines between given boxes, by the container without a box that they lie in. */
  readonly #lines = new Map<number, Box[]>();

  constructor(
    graph: LayoutGraph,
    fixed: ReadonlyMap<string, Box>,
    settings: LayoutSettings,
    inside: ArrangeInside,
    routes: ReadonlyMap<string, EdgeRoute>,
  ) {
    this.#graph = graph;
    this.#inside = inside;
    this.#hierarchy = new Hierarchy(graph);
    this.#settings = settings;
    this.#given = graph.nodes.map((node) => fixed.get(node.id));
    this.#boxes = this.#given.map((box, index) => box && grown(box, graph.nodes[index]!));
    this.#holdsFixed = this.#findFixed();
    const neighbours: number[][] = graph.nodes.map(() => []);
    for (const { id, from, to } of graph.edges) {
      const [a, b] = [this.#hierarchy.indexOf(from), this.#hierarchy.indexOf(to)];
      neighbours[a]!.push(b);
      neighbours[b]!.push(a);
      const route = routes.get(id);
      if (route === undefined || this.#given[a] === undefined || this.#given[b] === undefined) continue;
      const container = a === b ? this.#hierarchy.parentOf[a]! : this.#hierarchy.around(a, b);
      if (container === graph.nodes.length || this.#boxes[container] !== undefined) continue;
      const room = boundsOfLine(route.points, route.label);
      this.#lines.set(container, [...this.#lines.get(container) ?? [], room]);
    }
    this.#neighbours = neighbours;
  }

  run(): Box[] {
    for (const container of this.#hierarchy.containers.toReversed()) {
      if (!this.#holdsFixed[container]) continue;
      this.#fill(container);
      for (const child of this.#hierarchy.childrenOf[container]!) {
        if (this.#boxes[child] === undefined) this.#place(child, container);
      }
      this.#fit(container);
    }
    // Every node has a box now: what holds nothing fixed was placed with all it holds.
    return this.#boxes.map((box) => box!);
  }

  /** Arranges the content of a container that has its box, where that is the first that is known of the content. */
  #fill(container: number): void {
    const [box, children] = [this.#boxes[container], this.#hierarchy.childrenOf[container]!];
    if (!box || children.length < 2 || children.some((child) => this.#boxes[child] !== undefined)) return;
    const inside = this.#arrangeAlone(container);
    const { x, y } = inside.get(container)!;
    inside.delete(container);
    for (const [node, own] of inside) this.#boxes[node] = moved(own, { x: box.x - x, y: box.y - y });
  }

  #findFixed(): boolean[] {
    const { parentOf, nodes } = this.#hierarchy;
    const holds = this.#given.map((box) => box !== undefined);
    holds.push(true);
    for (const container of this.#hierarchy.containers.toReversed()) {
      if (container < nodes.length && this.#hierarchy.childrenOf[container]!.some((child) => holds[child])) {
        holds[container] = true;
      }
      if (holds[container] && container < nodes.length) holds[parentOf[container]!] = true;
    }
    return holds;
  }

  /** Places a child, with its descendants, in a free spot of its container. */
  #place(child: number, container: number): void {
    const inside = this.#arrangeAlone(child);
    const size = inside.get(child)!;
    const taken = this.#hierarchy.childrenOf[container]!
      .filter((other) => this.#boxes[other] !== undefined).map((other) => this.#roomOf(other));
    const { top, left } = this.#marginOf(child);
    const spot = freeSpot(
      expanded(size, this.#marginOf(child)),
      taken,
      this.#wish(child, inside, taken),
      this.#innerBox(container),
      this.#settings.nodeGap,
      (spot) => this.#disturbed(container, spot),
    );
    const by = { x: spot.x + left - size.x, y: spot.y + top - size.y };
    for (const [node, box] of inside) this.#boxes[node] = moved(box, by);
  }

  /** The number of nodes that would move aside if the container, and those around it, grew to hold a box. */
  #disturbed(container: number, box: Box): number {
    const { childrenOf, parentOf } = this.#hierarchy;
    let count = 0;
    let inner = box;
    for (let at = container; this.#boxes[at] !== undefined; at = parentOf[at]!) {
      const now = this.#boxes[at]!;
      const grown = boundsOf([now, expanded(inner, this.#paddingOf(at))]);
      if (grown.width === now.width && grown.height === now.height) break;
      for (const other of childrenOf[parentOf[at]!]!) {
        const sibling = this.#boxes[other];
        if (other !== at && sibling && overlaps(grown, sibling)) count += this.#sizeOf(other);
      }
      inner = grown;
    }
    return count;
  }

  /** The number of nodes in a subtree. */
  #sizeOf(node: number): number {
    return this.#hierarchy.childrenOf[node]!.reduce((sum, child) => sum + this.#sizeOf(child), 1);
  }

  #marginOf(node: number): Insets {
    return this.#hierarchy.nodes[node]!.margin ?? NO_ROOM;
  }

  /** The box of a placed node with the room around it. */
  #roomOf(node: number): Box {
    return expanded(this.#boxes[node]!, this.#marginOf(node));
  }

  /** The boxes of a node and its descendants, arranged alone. */
  #arrangeAlone(child: number): Map<number, Box> {
    const { width, height } = this.#graph.nodes[child]!;
    if (this.#hierarchy.childrenOf[child]!.length === 0) {
      return new Map([[child, { x: 0, y: 0, width, height }]]);
    }
    const members = [child];
    for (const member of members) members.push(...this.#hierarchy.childrenOf[member]!);
    const ids = new Set(members.map((member) => this.#graph.nodes[member]!.id));
    const nodes = members.map((member) => {
      const { parent, ...node } = this.#graph.nodes[member]!;
      return parent === undefined || member === child ? { ...node, margin: NO_ROOM } : { ...node, parent };
    });
    const edges = this.#graph.edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
    const boxes = this.#inside({ nodes, edges }, this.#settings);
    return new Map(members.map((member) => [member, boxes.get(this.#graph.nodes[member]!.id)!]));
  }

  /** The preferred center of a node: below the center of its neighbours. */
  #wish(child: number, inside: ReadonlyMap<number, Box>, taken: readonly Box[]): Point {
    const middles = [...inside.keys()].flatMap((node) => this.#neighbours[node]!)
      .filter((other) => !inside.has(other))
      .flatMap((other) => this.#boxes[other] ?? [])
      .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
    const { height } = inside.get(child)!;
    if (middles.length === 0) {
      const last = taken.at(-1);
      return last ? { x: last.x + last.width / 2, y: last.y + last.height } : { x: 0, y: 0 };
    }
    const sum = middles.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
    const below = (height + this.#settings.layerGap) / 2;
    return { x: sum.x / middles.length, y: sum.y / middles.length + below };
  }

  /** The room inside of a container that has a box. */
  #innerBox(container: number): Box | undefined {
    const box = this.#boxes[container];
    if (!box) return undefined;
    const { top, right, bottom, left } = this.#paddingOf(container);
    return {
      x: box.x + left,
      y: box.y + top,
      width: box.width - left - right,
      height: box.height - top - bottom,
    };
  }

  #paddingOf(container: number): Insets {
    return this.#hierarchy.nodes[container]?.padding ?? DEFAULT_PADDING;
  }

  /**
   * Moves the children of a container apart that grew over each other, then makes it large enough for them.
   */
  #fit(container: number): void {
    const children = this.#hierarchy.childrenOf[container]!;
    const moves = makeRoom(
      children.map((child) => this.#givenOf(child)),
      children.map((child) => this.#boxes[child]!),
    );
    for (const [index, by] of moves) this.#shift(children[index]!, by);
    if (container === this.#hierarchy.nodes.length) return;
    const padding = this.#paddingOf(container);
    const own = this.#boxes[container];
    const lines = this.#lines.get(container) ?? [];
    const inner = [...children.map((child) => this.#roomOf(child)), ...lines]
      .map((room) => expanded(room, padding));
    this.#boxes[container] = boundsOf(own ? [own, ...inner] : inner);
  }

  /** The given box of a node; of a new container around nodes that are given, the one around these. */
  #givenOf(node: number): Box | undefined {
    const given = this.#given[node];
    if (given || !this.#holdsFixed[node]) return given;
    return boundsOf(this.#hierarchy.childrenOf[node]!.flatMap((child) => this.#givenOf(child) ?? []));
  }

  #shift(node: number, by: Point): void {
    const box = this.#boxes[node];
    if (box) this.#boxes[node] = moved(box, by);
    for (const child of this.#hierarchy.childrenOf[node]!) this.#shift(child, by);
  }
}

/** A box that is at least as large as its content. */
function grown(box: Box, least: Size): Box {
  return {
    ...box,
    width: Math.max(box.width, least.width),
    height: Math.max(box.height, least.height),
  };
}

/** The distance that a box keeps from one that grew. */
const GAP = 16;

/**
 * Finds the moves that make room for boxes that grew: boxes that a grown one covers move to the right or down,
 * past everything else, and all others stay. Of two that grew over each other the upper one stays. Boxes that
 * overlapped before may still overlap.
 *
 * @param before the boxes as they were given; `undefined` for one that was not
 * @returns the moves, by index, of those that move
 */
export function makeRoom(before: readonly (Box | undefined)[], now: readonly Box[]): Map<number, Point> {
  const downwards = (a: number, b: number) => now[a]!.y - now[b]!.y || now[a]!.x - now[b]!.x || a - b;
  const grown = [...now.keys()].filter((index) => isLarger(now[index]!, before[index])).sort(downwards);
  const rank = new Map(grown.map((index, at) => [index, at]));
  const isPushed = (index: number) =>
    before[index] !== undefined &&
    grown.slice(0, rank.get(index)).some((at) =>
      overlaps(now[at]!, now[index]!) && !overlaps(before[at]!, before[index]!)
    );
  const pushed = [...now.keys()].filter(isPushed).sort(downwards);
  const moves = new Map<number, Point>();
  if (pushed.length === 0) return moves;
  const moving = new Set(pushed);
  const settled = now.flatMap((box, index) => moving.has(index) ? [] : [expanded(box, evenly(GAP))]);
  for (const index of pushed) {
    let box = now[index]!;
    for (
      let blocker = settled.find((other) => overlaps(other, box));
      blocker;
      blocker = settled.find((other) => overlaps(other, box))
    ) {
      const [right, bottom] = [blocker.x + blocker.width, blocker.y + blocker.height];
      box = right - box.x <= bottom - box.y ? { ...box, x: right } : { ...box, y: bottom };
    }
    moves.set(index, { x: box.x - now[index]!.x, y: box.y - now[index]!.y });
    settled.push(expanded(box, evenly(GAP)));
  }
  return moves;
}

function isLarger(now: Box, before: Box | undefined): boolean {
  return before !== undefined &&
    (now.x < before.x || now.y < before.y || now.x + now.width > before.x + before.width ||
      now.y + now.height > before.y + before.height);
}

/** The number of nearest boxes beside which a spot is tried. */
const NEAREST = 12;

/** The largest number of free spots that are tried for one that disturbs nothing. */
const MOST_TRIES = 300;

/** The cost of a unit outside of the room, in units of distance. */
const OUTSIDE = 4;

/**
 * Finds a free spot near a point: beside, or aligned with, one of the nearest boxes, and within the room if
 * possible.
 *
 * @param wish the preferred center of the spot
 * @param room the room inside the container as it is; `undefined` when the container may grow freely
 * @param disturbed the number of nodes that would have to move for a spot; the spot with the least number is
 * chosen
 * @returns the top left corner, in whole units
 */
export function freeSpot(
  size: Size,
  taken: readonly Box[],
  wish: Point,
  room: Box | undefined,
  gap: number,
  disturbed: (spot: Box) => number = () => 0,
): Point {
  const start = { x: Math.round(wish.x - size.width / 2), y: Math.round(wish.y - size.height / 2) };
  if (taken.length === 0) return room ? { x: Math.round(room.x), y: Math.round(room.y) } : start;
  const kept = taken.map((box) => expanded(box, evenly(gap)));
  const near = kept.toSorted((a, b) => distanceTo(a, wish) - distanceTo(b, wish)).slice(0, NEAREST);
  const xs = new Set([start.x]);
  const ys = new Set([start.y]);
  for (const box of near) {
    for (const x of [box.x - size.width, box.x + gap, middleOf(box).x - size.width / 2, box.x + box.width]) {
      xs.add(Math.round(x));
    }
    for (
      const y of [box.y - size.height, box.y + gap, middleOf(box).y - size.height / 2, box.y + box.height]
    ) ys.add(Math.round(y));
  }
  const spots = [...xs].flatMap((x) =>
    [...ys].map((y) => ({ x, y, cost: costOf({ x, y, ...sizeOf(size) }, wish, room) }))
  )
    .sort((a, b) => a.cost - b.cost || a.y - b.y || a.x - b.x);
  let best: { readonly spot: Point; readonly count: number } | undefined;
  let tries = 0;
  for (const { x, y } of spots) {
    const box = { x, y, ...sizeOf(size) };
    if (kept.some((other) => overlaps(other, box))) continue;
    const count = disturbed(box);
    if (best === undefined || count < best.count) best = { spot: { x, y }, count };
    if (count === 0 || ++tries === MOST_TRIES) break;
  }
  if (best) return best.spot;
  const all = boundsOf(kept);
  return { x: Math.round(all.x + gap), y: Math.round(all.y + all.height) };
}

function costOf(spot: Box, wish: Point, room: Box | undefined): number {
  const middle = middleOf(spot);
  const away = Math.abs(middle.x - wish.x) + Math.abs(middle.y - wish.y);
  if (!room) return away;
  const outside = Math.max(0, room.x - spot.x) + Math.max(0, room.y - spot.y) +
    Math.max(0, spot.x + spot.width - room.x - room.width) +
    Math.max(0, spot.y + spot.height - room.y - room.height);
  return away + OUTSIDE * outside;
}

function distanceTo(box: Box, point: Point): number {
  const dx = Math.max(box.x - point.x, 0, point.x - box.x - box.width);
  const dy = Math.max(box.y - point.y, 0, point.y - box.y - box.height);
  return dx + dy;
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}
