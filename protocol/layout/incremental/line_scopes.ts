import { type Box, expanded, overlaps } from "../../geometry/box.ts";
import { BoxIndex } from "../../geometry/box_index.ts";
import type { LayoutGraph } from "../graph/graph.ts";
import { Hierarchy } from "../graph/hierarchy.ts";
import { MARK, NO_ROOM } from "../options.ts";
import { type LoopPlan, planLoops, roomOfLoops } from "../routing/self_loops.ts";

/** The surroundings of the lines between two nodes. */
export interface LineScope {
  /** Boxes that lines and labels must not cover: what contains neither end, with its marks and loops, and the ends. */
  readonly obstacles: BoxIndex;
  /** The containers that lines are inside of or enter. */
  readonly containers: readonly Box[];
  /** The titles of these. */
  readonly titles: readonly Box[];
}

/** The surroundings of all lines of a graph whose nodes have their boxes. */
export class LineScopes {
  readonly hierarchy: Hierarchy;
  readonly boxes: readonly Box[];
  /** The edges from nodes to themselves, by node. */
  readonly loops = new Map<number, LoopPlan>();
  readonly #known = new Map<string, LineScope>();

  /** @param below The nodes whose edges to themselves are at the lower side. */
  constructor(graph: LayoutGraph, boxes: ReadonlyMap<string, Box>, below: ReadonlySet<string> = new Set()) {
    this.hierarchy = new Hierarchy(graph);
    this.boxes = graph.nodes.map((node) => boxes.get(node.id)!);
    const loops = graph.edges.flatMap(({ from, to, label }, edge) =>
      from === to ? [{ from, edge, label }] : []
    );
    for (const [id, own] of Map.groupBy(loops, ({ from }) => from)) {
      this.loops.set(this.hierarchy.indexOf(id), planLoops(own, below.has(id)));
    }
  }

  /** The surroundings of lines from one node to another, or to itself. */
  of(a: number, b: number): LineScope {
    const root = this.boxes.length;
    const around = a === b ? this.hierarchy.parentOf[a]! : this.hierarchy.around(a, b);
    const open = new Set([around, root, ...[a, b, around].flatMap((node) => this.#containersOf(node))]);
    const isLoop = a === b;
    const key = [...open].sort((one, other) => one - other).join(" ") + (isLoop ? ` loop ${a}` : "");
    const known = this.#known.get(key);
    if (known) return known;
    const containers = [...open].filter((node) => node !== root);
    const obstacles = new BoxIndex();
    const beside = [...open].flatMap((node) => this.hierarchy.childrenOf[node]!).filter((child) =>
      !open.has(child)
    );
    for (const room of beside.flatMap((child) => this.#roomsOf(child, isLoop && child === a))) {
      obstacles.add(room);
    }
    for (const node of containers) for (const mark of this.marksOf(node)) obstacles.add(mark);
    const scope: LineScope = {
      obstacles,
      containers: containers.map((node) => this.boxes[node]!),
      titles: containers.flatMap((node) => {
        const { padding } = this.hierarchy.nodes[node]!;
        return padding ? [{ ...this.boxes[node]!, height: padding.top }] : [];
      }),
    };
    this.#known.set(key, scope);
    return scope;
  }

  /** The containers of a node. */
  #containersOf(node: number): number[] {
    const containers: number[] = [];
    for (let at = node; at < this.boxes.length;) {
      at = this.hierarchy.parentOf[at]!;
      containers.push(at);
    }
    return containers;
  }

  /** The room of the marks beside a node, near its upper left corner. */
  marksOf(node: number): Box[] {
    const { x, y, width, height } = this.boxes[node]!;
    const { left, top } = this.hierarchy.nodes[node]!.margin ?? NO_ROOM;
    return [
      ...(left > 0 ? [{ x: x - left, y, width: left, height: Math.min(MARK, height) }] : []),
      ...(top > 0 ? [{ x, y: y - top, width: Math.min(MARK, width), height: top }] : []),
    ];
  }

  /** The box of a node with the marks beside it, and the room of its edges to itself. */
  #roomsOf(node: number, isWithoutLoops: boolean): Box[] {
    const own = this.boxes[node]!;
    const room = expanded(own, this.hierarchy.nodes[node]!.margin ?? NO_ROOM);
    const loops = this.loops.get(node);
    if (!loops || isWithoutLoops) return [room];
    return [room, roomOfLoops(loops, own)];
  }
}

/** Checks that a label covers no box, and crosses no border and no title of a container. */
export function isClear({ obstacles, containers, titles }: LineScope, label: Box): boolean {
  const isFree = (box: Box) => !overlaps(label, box);
  return !obstacles.hasOverlap(label) && titles.every(isFree) &&
    containers.every((box) => isFree(box) || holds(box, label));
}

function holds(outer: Box, inner: Box): boolean {
  return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height;
}
