import type { Box, Insets, Point } from "../../geometry/box.ts";
import type { EdgeRoute, GraphLayout, LayoutEdge, LayoutGraph } from "../graph/graph.ts";
import { DEFAULT_PADDING, MARK } from "../options.ts";
import { type Axis, IN_LINE, inLine, SAME } from "./axis.ts";
import { DifferenceConstraints } from "./difference_constraints.ts";
import { Shadow } from "./shadow.ts";

/** The kinds of things that keep distances. */
type Kind = "box" | "label" | "line";

/** The least distances along the way that edges lead, and across it. */
const DISTANCES: Readonly<Record<"flow" | "across", Readonly<Record<Kind, Readonly<Record<Kind, number>>>>>> =
  {
    flow: {
      box: { box: 30, label: 14, line: 16 },
      label: { box: 14, label: 8, line: 8 },
      line: { box: 16, label: 8, line: 10 },
    },
    across: {
      box: { box: 24, label: 10, line: 14 },
      label: { box: 10, label: 8, line: 8 },
      line: { box: 14, label: 8, line: 10 },
    },
  };
/** The part of these distances within which things are side by side. */
const BESIDE = 0.75;
/** The room for the head at the end of a line. */
const HEAD = 16;
/** The distance of an end from the corner of a container. */
const CORNER = 12;
/** The distance of a line from the border of its container, and of a label from a corner of its line. */
const NEAR = 10;
/** Points on a side are nearer to it. */
const ON_SIDE = 1;

/** A place relative to a variable. */
interface Place {
  readonly variable: number;
  readonly by: number;
}

/** A thing on the axis: from an offset to another from a variable, and from one place to another across. */
interface Item {
  readonly kind: Kind;
  readonly variable: number;
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
  /** Of a border of a container: the side that its content is on, and the room there. */
  readonly border?: { readonly content: "before" | "behind"; readonly padding: number };
}

/** The variables of the two borders of a box: the same for one that keeps its size. */
interface BoxPlace {
  readonly start: number;
  readonly end: number;
  readonly box: Box;
}

/**
 * An arrangement along one axis: a variable for each box, border of a container, label and part of a line, and the distances that
 * they keep.
 */
export class AxisModel {
  readonly axis: Axis;
  readonly constraints = new DifferenceConstraints();
  readonly items: Item[] = [];
  /** The boxes that keep their sizes, and the borders of others. */
  readonly rigid: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** Boxes and labels that are in line. */
  readonly rows: readonly (readonly number[])[];
  readonly labelRows: readonly (readonly number[])[];
  /** Below 0 for parts of lines that are shorter the nearer they are, above for those that are shorter the farther they are. */
  readonly pulls = new Map<number, number>();
  readonly #graph: LayoutGraph;
  readonly #layout: GraphLayout;
  readonly #boxes = new Map<string, BoxPlace>();
  readonly #points = new Map<string, readonly Place[]>();
  readonly #labels = new Map<string, Place>();
  /** The labels with variables of their own, and their middles. */
  readonly #freeLabels: { readonly variable: number; readonly middle: number }[] = [];

  constructor(graph: LayoutGraph, layout: GraphLayout, axis: Axis) {
    this.axis = axis;
    this.#graph = graph;
    this.#layout = layout;
    this.rows = this.#addBoxes();
    for (const edge of graph.edges) {
      const route = layout.edges.get(edge.id);
      if (route === undefined) continue;
      if (edge.from === edge.to) this.#addLoop(edge, route);
      else this.#addLine(edge, route);
    }
    this.labelRows = inLine(this.#freeLabels, ({ middle }) => middle)
      .map((row) => row.map(({ variable }) => variable));
    this.#keepOrder();
  }

  /** The length of all lines along the axis. */
  lengthAt(places: Float64Array): number {
    let sum = 0;
    for (const points of this.#points.values()) {
      for (let at = 1; at < points.length; at++) {
        const [a, b] = [points[at - 1]!, points[at]!];
        sum += Math.abs(places[a.variable]! + a.by - places[b.variable]! - b.by);
      }
    }
    return sum;
  }

  /** The arrangement with other places on the axis. */
  layoutAt(places: Float64Array): GraphLayout {
    const { at, size } = this.axis;
    const placeOf = ({ variable, by }: Place) => places[variable]! + by;
    const boxAt = (id: string, box: Box): Box => {
      const { start, end } = this.#boxes.get(id)!;
      const length = start === end ? box[size] : places[end]! - places[start]!;
      return { ...box, [at]: places[start]!, [size]: length };
    };
    const routeAt = (id: string, { points, label }: EdgeRoute): EdgeRoute => ({
      points: points.map((point, index) => ({ ...point, [at]: placeOf(this.#points.get(id)![index]!) })),
      ...(label ? { label: { ...label, [at]: placeOf(this.#labels.get(id)!) } } : {}),
    });
    return {
      ...this.#layout,
      nodes: new Map([...this.#layout.nodes].map(([id, box]) => [id, boxAt(id, box)])),
      edges: new Map([...this.#layout.edges].map(([id, route]) => [id, routeAt(id, route)])),
    };
  }

  /** Adds boxes and borders; returns those that are in line. */
  #addBoxes(): number[][] {
    const { at, size, across, acrossSize, before, behind } = this.axis;
    const { nodes } = this.#graph;
    const parents = new Set(nodes.map(({ parent }) => parent));
    const isRow = new Set(nodes.filter(({ arrange }) => arrange === "row").map(({ id }) => id));
    const placed = nodes.map((node) => {
      const box = this.#layout.nodes.get(node.id)!;
      const start = this.constraints.add(box[at], true);
      const sides = {
        kind: "box",
        from: 0,
        left: box[across],
        right: box[across] + box[acrossSize],
      } as const;
      const isStretched = isRow.has(node.parent ?? "") && box[size] > node[size];
      const isRigid = !parents.has(node.id) && !isStretched;
      const end = isRigid ? start : this.constraints.add(box[at] + box[size], true);
      if (isRigid) {
        this.rigid.push(start);
        this.items.push({ ...sides, variable: start, to: box[size] });
      } else {
        const padding = node.padding ?? DEFAULT_PADDING;
        this.starts.push(start);
        this.ends.push(end);
        this.items.push(
          { ...sides, variable: start, to: 0, border: { content: "behind", padding: padding[before] } },
          { ...sides, variable: end, to: 0, border: { content: "before", padding: padding[behind] } },
        );
        this.constraints.keepApart(start, end, node[size]);
      }
      this.#boxes.set(node.id, { start, end, box });
      if (node.margin) {
        this.#addMargin(node.margin, box, start, isRigid ? box[size] : Math.min(MARK, box[size]));
      }
      return { parent: node.parent, start, end, box };
    });
    for (const [parent, members] of Map.groupBy(placed, ({ parent }) => parent)) {
      if (parent !== undefined && isRow.has(parent)) this.#tieRow(members, parent);
    }
    return [...Map.groupBy(placed, ({ parent }) => parent).values()].flatMap((boxes) => [
      ...inLine(boxes, ({ box }) => box[at]),
      ...inLine(boxes.filter(({ start, end }) => start === end), ({ box }) => box[at] + box[size] / 2),
    ]).map((row) => row.map(({ start }) => start));
  }

  /** Adds the room that marks beside a box take. */
  #addMargin(margin: Insets, box: Box, variable: number, length: number): void {
    if (Math.max(margin.top, margin.right, margin.bottom, margin.left) === 0) return;
    const { across, acrossSize, before, behind } = this.axis;
    const [left, right] = across === "x" ? [margin.left, margin.right] : [margin.top, margin.bottom];
    this.items.push({
      kind: "label",
      variable,
      from: -margin[before],
      to: length + margin[behind],
      left: box[across] - left,
      right: box[across] + box[acrossSize] + right,
    });
  }

  /** Keeps the children of a row in line, equally long, and as long as their container where they fill it. */
  #tieRow(children: readonly BoxPlace[], parent: string): void {
    const { at, size, behind } = this.axis;
    const { end, box: around } = this.#boxes.get(parent)!;
    const padding = this.#graph.nodes.find(({ id }) => id === parent)?.padding ?? DEFAULT_PADDING;
    const first = children[0]!;
    for (const child of children) {
      const { box } = child;
      if (Math.abs(box[at] - first.box[at]) > IN_LINE || Math.abs(box[size] - first.box[size]) > IN_LINE) {
        continue;
      }
      this.constraints.tie(first.start, child.start);
      this.constraints.tie(first.end, child.end);
      const room = around[at] + around[size] - box[at] - box[size];
      if (room < padding[behind] + IN_LINE) this.constraints.tie(child.end, end);
    }
  }

  /** Adds a line from a node to itself: it moves with the node. */
  #addLoop({ id, from }: LayoutEdge, { points, label }: EdgeRoute): void {
    const { at, size, across, acrossSize } = this.axis;
    const { start, end, box } = this.#boxes.get(from)!;
    const extent = (place: "x" | "y", length: "width" | "height"): readonly [number, number] => {
      const all = points.map((point) => point[place]);
      if (label) all.push(label[place], label[place] + label[length]);
      return [Math.min(...all), Math.max(...all)];
    };
    const [low, high] = extent(at, size);
    const [left, right] = extent(across, acrossSize);
    const isBehind = low >= box[at] + box[size] - ON_SIDE;
    const variable = isBehind ? end : start;
    const origin = isBehind && end === start ? box[at] : this.constraints.place(variable);
    if (!isBehind && end !== start && high < box[at] + box[size]) {
      this.#apart({ variable: start, by: high - origin }, { variable: end, by: 0 }, CORNER);
    }
    this.#points.set(id, points.map((point) => ({ variable, by: point[at] - origin })));
    if (label) this.#labels.set(id, { variable, by: label[at] - origin });
    this.items.push({ kind: "label", variable, from: low - origin, to: high - origin, left, right });
  }

  #addLine({ id, from, to }: LayoutEdge, { points, label }: EdgeRoute): void {
    const { at, across } = this.axis;
    const places: Place[] = [];
    while (places.length < points.length) {
      const first = places.length;
      let last = first;
      while (last + 1 < points.length && Math.abs(points[last + 1]![at] - points[first]![at]) < SAME) last++;
      const ends = [...(first === 0 ? [from] : []), ...(last === points.length - 1 ? [to] : [])];
      const place = this.#placeOf(points[first]![at], ends);
      for (let point = first; point <= last; point++) places.push(place);
      if (last === first) continue;
      const sides = [points[first]![across], points[last]![across]];
      const { variable, by } = place;
      const [left, right] = [Math.min(...sides), Math.max(...sides)];
      this.items.push({ kind: "line", variable, from: by, to: by, left, right });
    }
    this.#points.set(id, places);
    for (let part = 1; part < places.length; part++) this.#pull(places[part - 1]!, places[part]!);
    const last = places.length - 1;
    this.#keepHead(places[0]!, places[1]!);
    this.#keepHead(places[last]!, places[last - 1]!);
    if (label) this.#addLabel(id, points, places, label);
  }

  /** The variable of a part of a line: that of a box which it touches, or one of its own. */
  #placeOf(place: number, ends: readonly string[]): Place {
    const { at, size } = this.axis;
    let found: Place | undefined;
    const along: BoxPlace[] = [];
    for (const touched of ends.map((id) => this.#boxes.get(id)!)) {
      const { start, end, box } = touched;
      const isAtStart = Math.abs(place - box[at]) < ON_SIDE;
      const isAtEnd = Math.abs(place - box[at] - box[size]) < ON_SIDE;
      if (start !== end && !isAtStart && !isAtEnd) {
        along.push(touched);
        continue;
      }
      const variable = isAtEnd ? end : start;
      if (found) this.constraints.tie(found.variable, variable);
      else found = { variable, by: place - this.constraints.place(variable) };
    }
    const free = found ?? { variable: this.constraints.add(place), by: 0 };
    for (const { start, end } of along) {
      this.#apart({ variable: start, by: 0 }, free, CORNER);
      this.#apart(free, { variable: end, by: 0 }, CORNER);
    }
    return free;
  }

  #pull(a: Place, b: Place): void {
    if (a.variable === b.variable) return;
    const way = Math.sign(this.#at(b) - this.#at(a));
    this.pulls.set(a.variable, (this.pulls.get(a.variable) ?? 0) + way);
    this.pulls.set(b.variable, (this.pulls.get(b.variable) ?? 0) - way);
  }

  /** Keeps the part of a line at its end long enough for the head. */
  #keepHead(tip: Place, next: Place): void {
    const way = this.#at(next) - this.#at(tip);
    if (way > SAME) this.#apart(tip, next, HEAD);
    if (way < -SAME) this.#apart(next, tip, HEAD);
  }

  #addLabel(id: string, points: readonly Point[], places: readonly Place[], label: Box): void {
    const { at, size, across, acrossSize } = this.axis;
    const middle = { [at]: label[at] + label[size] / 2, [across]: label[across] + label[acrossSize] / 2 };
    /** The part of the line that leads through the middle of the label along one of the axes. */
    const partAlong = (along: "x" | "y", aside: "x" | "y", room: number) =>
      points.findIndex((b, index) => {
        const a = points[index - 1];
        return a !== undefined && Math.abs(a[aside] - b[aside]) < SAME &&
          Math.abs(a[aside] - middle[aside]!) < room / 2 &&
          middle[along]! >= Math.min(a[along], b[along]) - SAME &&
          middle[along]! <= Math.max(a[along], b[along]) + SAME;
      });
    const on = partAlong(across, at, label[size]);
    const variable = on < 0 ? this.constraints.add(label[at]) : places[on]!.variable;
    const by = label[at] - this.constraints.place(variable);
    this.#labels.set(id, { variable, by });
    const [left, right] = [label[across], label[across] + label[acrossSize]];
    this.items.push({ kind: "label", variable, from: by, to: by + label[size], left, right });
    if (on >= 0) return;
    this.#freeLabels.push({ variable, middle: middle[at]! });
    const part = partAlong(at, across, label[acrossSize]);
    if (part < 0) return;
    // The label keeps off the ends of its part.
    const [first, last] = points[part - 1]![at] < points[part]![at] ? [part - 1, part] : [part, part - 1];
    const roomAt = (point: number) => point === 0 || point === points.length - 1 ? HEAD : NEAR;
    this.#apart(places[first]!, { variable, by }, roomAt(first));
    this.#apart({ variable, by: by + label[size] }, places[last]!, roomAt(last));
  }

  /** Keeps things that are side by side in their order, with distances between them. */
  #keepOrder(): void {
    const startOf = ({ variable, from }: Item) => this.#at({ variable, by: from });
    const items = this.items.toSorted((a, b) => startOf(a) - startOf(b));
    const aside = DISTANCES[this.axis.isFlow ? "across" : "flow"];
    const seen = (["box", "box", "label", "line"] as const).map((kind) => ({ kind, shadow: new Shadow() }));
    const [borders, boxes, labels, lines] = seen.map(({ shadow }) => shadow);
    items.forEach((item, index) => {
      for (const { kind, shadow } of seen) {
        const room = BESIDE * aside[kind][item.kind];
        for (const other of shadow.within(item.left - room, item.right + room)) {
          this.#keepBehind(items[other]!, item);
        }
      }
      const own = item.border
        ? borders
        : item.kind === "box"
        ? boxes
        : item.kind === "label"
        ? labels
        : lines;
      own!.put(item.left, item.right, index);
    });
  }

  #keepBehind(a: Item, b: Item): void {
    if (a.variable === b.variable) return;
    const [from, to] = [{ variable: a.variable, by: a.to }, { variable: b.variable, by: b.from }];
    const apart = this.#at(to) - this.#at(from);
    const isBeside = a.right <= b.left || b.right <= a.left;
    // Things that overlap along the axis are in no order.
    if (apart < -SAME || (apart < SAME && isBeside)) return;
    this.#apart(from, to, this.#distance(a, b));
  }

  #distance(a: Item, b: Item): number {
    if (a.border?.content === "behind") return a.border.padding;
    if (b.border?.content === "before") return a.kind === "line" ? NEAR : b.border.padding;
    return DISTANCES[this.axis.isFlow ? "flow" : "across"][a.kind][b.kind];
  }

  /** Keeps a place behind another by a distance, or by their present one where that is less. */
  #apart(a: Place, b: Place, distance: number): void {
    this.constraints.keepApart(a.variable, b.variable, distance + a.by - b.by);
  }

  #at({ variable, by }: Place): number {
    return this.constraints.place(variable) + by;
  }
}
