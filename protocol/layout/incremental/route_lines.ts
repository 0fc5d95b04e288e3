import {
  boundsOf,
  type Box,
  distance,
  enters,
  evenly,
  expanded,
  middleOf,
  type Point,
  type Size,
} from "../../geometry/box.ts";
import { BoxIndex } from "../../geometry/box_index.ts";
import type { EdgeSide } from "../../geometry/ports.ts";
import type { EdgeRoute, LayoutEdge, LayoutGraph } from "../graph/graph.ts";
import type { LineShape } from "../options.ts";
import { drawLoops, roomOfLoops } from "../routing/self_loops.ts";
import { LineIndex, ON_LINE } from "./line_index.ts";
import { lengthOf, movedAside, partsOf, shortened } from "./line_parts.ts";
import { isClear, type LineScope, LineScopes } from "./line_scopes.ts";
import { LineTerminals } from "./line_terminals.ts";
import { type LooseLine, nudgeLines } from "./nudge_lines.ts";
import { type LabelPlace, placeLabel } from "./place_label.ts";
import { type GridLine, searchGrid, type Terminal } from "./search_grid.ts";
import { straightLine } from "./straight_lines.ts";

/** The room around two boxes in which a line between them is searched first. */
const NEARBY = 120;
/** The distance that lines keep from the border of the container that they stay in, and may go beyond all boxes. */
const INSIDE = 6;
const BEYOND = 60;
/** The cost of a label that is not on its line. */
const OFF_LINE = 700;
/** The number of routes tried for a line whose label finds no place. */
const ATTEMPTS = 5;
/** The number of times that labels are moved out of the way of lines and of each other. */
const ROUNDS = 2;
/** The cost of a side at which such a line ended. */
const TRIED = 150;

/**
 * Draws the edges of a graph whose boxes are fixed: around the boxes, with few corners and crossings, each from its own place on one
 * of the four sides.
 *
 * @param boxes the box of every node
 * @param kept lines that stay as they are
 * @param shape `upright` for upright and level parts only; default: slanted ones where these save corners
 * @param below The nodes whose edges to themselves are at the lower side, in a drawing that is new: labels of kept lines
 * may then move along them.
 */
export function routeLines(
  graph: LayoutGraph,
  boxes: ReadonlyMap<string, Box>,
  kept: ReadonlyMap<string, EdgeRoute>,
  shape?: LineShape,
  below?: ReadonlySet<string>,
): Map<string, EdgeRoute> {
  const given = graph.edges.flatMap(({ id }): [string, EdgeRoute][] => {
    const route = kept.get(id);
    return route ? [[id, route]] : [];
  });
  if (given.length === graph.edges.length) return new Map(given);
  const router = (areLabelsWalls: boolean) =>
    new LineRouter(graph, boxes, shape ?? "straight", below, areLabelsWalls);
  const routes = router(false).run(kept);
  const rest = new Map(routes);
  for (const { id } of graph.edges) if (!kept.has(id) && passesLabel(id, routes)) rest.delete(id);
  return rest.size === routes.size ? routes : router(true).run(rest);
}

/** Checks whether a line runs through the label of another. */
function passesLabel(id: string, routes: ReadonlyMap<string, EdgeRoute>): boolean {
  const parts = partsOf(routes.get(id)!.points);
  for (const [other, { label }] of routes) {
    if (other !== id && label && parts.some(({ from, to }) => enters(from, to, label))) return true;
  }
  return false;
}

/** A line, and the nodes at its ends. */
interface Drawn extends LooseLine {
  readonly edge: LayoutEdge;
  readonly nodes: readonly [number, number];
  readonly scope: LineScope;
}

/** A line that was found, with a place for its label and the cost of both. */
interface Labelled extends GridLine {
  readonly label: LabelPlace | undefined;
}

class LineRouter {
  readonly #graph: LayoutGraph;
  readonly #scopes: LineScopes;
  readonly #shape: LineShape;
  readonly #below: ReadonlySet<string> | undefined;
  readonly #drawn: Drawn[] = [];
  readonly #index = new LineIndex();
  readonly #bounds: Box;
  readonly #terminals: LineTerminals;
  readonly #areLabelsWalls: boolean;

  constructor(
    graph: LayoutGraph,
    boxes: ReadonlyMap<string, Box>,
    shape: LineShape,
    below: ReadonlySet<string> | undefined,
    areLabelsWalls: boolean,
  ) {
    this.#graph = graph;
    this.#scopes = new LineScopes(graph, boxes, below);
    this.#terminals = new LineTerminals(this.#scopes);
    this.#shape = shape;
    this.#below = below;
    this.#areLabelsWalls = areLabelsWalls;
    this.#bounds = expanded(boundsOf(boxes.values()), evenly(BEYOND));
  }

  run(given: ReadonlyMap<string, EdgeRoute>): Map<string, EdgeRoute> {
    const loops = this.#loops(given);
    const rest: LayoutEdge[] = [];
    for (const edge of this.#graph.edges) {
      const route = loops.get(edge.id) ?? given.get(edge.id);
      if (route) this.#keep(edge, route);
      else rest.push(edge);
    }
    const fresh = rest.map((edge) => ({ edge, ...this.#endsOf(edge) }))
      .sort((a, b) => a.length - b.length).map(({ edge }) => this.#route(edge));
    if (fresh.length > 0) this.#finish(fresh);
    const drawn = this.#below === undefined ? fresh : this.#drawn;
    const routes = new Map(drawn.map(({ edge, points, label }) => [edge.id, routeOf(points, label)]));
    return new Map(
      this.#graph.edges.map((
        { id },
      ) => [id, loops.get(id) ?? routes.get(id) ?? given.get(id) ?? { points: [] }]),
    );
  }

  /** Moves lines apart, and puts their labels on them. */
  #finish(fresh: readonly Drawn[]): void {
    const index = new BoxIndex();
    this.#scopes.boxes.forEach((box, node) => {
      const isLeaf = this.#scopes.hierarchy.childrenOf[node]!.length === 0;
      for (const wall of [...isLeaf ? [box] : bordersOf(box), ...this.#scopes.marksOf(node)]) index.add(wall);
    });
    for (const [node, plan] of this.#scopes.loops) index.add(roomOfLoops(plan, this.#scopes.boxes[node]!));
    if (this.#areLabelsWalls) {
      for (const { label, isFixed } of this.#drawn) if (label && isFixed) index.add(label);
    }
    nudgeLines(this.#drawn, index);
    for (const line of fresh) {
      if (this.#shape === "straight") line.points = shortened(line.points, line.scope.obstacles);
    }
    for (const line of fresh) line.label = undefined;
    const placed = new LineIndex();
    for (const line of this.#drawn) placed.add(line);
    // Those with the least room choose first.
    for (const line of fresh.toSorted((a, b) => lengthOf(a.points) - lengthOf(b.points))) {
      const { edge: { label }, points, scope } = line;
      if (!label) continue;
      const costOf = (box: Box, enough?: number) => placed.coverOf(box, scope, line, false, enough);
      line.label = placeLabel(label, points, costOf).box;
      placed.addLabel(line);
    }
    if (this.#below !== undefined) this.#uncoverLabels(placed);
  }

  /** Moves labels that lines run through along their own lines. */
  #uncoverLabels(placed: LineIndex): void {
    for (let round = 0; round < ROUNDS; round++) {
      for (const line of this.#drawn) {
        const { label, points, scope, edge, nodes: [a, b] } = line;
        if (!label || !edge.label || a === b) continue;
        const costOf = (box: Box, enough?: number) => placed.coverOf(box, scope, line, false, enough);
        const now = costOf(label);
        if (now === 0) continue;
        const place = placeLabel(edge.label, points, costOf);
        if (place.cost >= now) continue;
        line.label = place.box;
        placed.addLabel(line);
      }
    }
  }

  #endsOf({ from, to }: LayoutEdge): { readonly nodes: readonly [number, number]; readonly length: number } {
    const { hierarchy, boxes } = this.#scopes;
    const [a, b] = [hierarchy.indexOf(from), hierarchy.indexOf(to)];
    return { nodes: [a, b], length: distance(middleOf(boxes[a]!), middleOf(boxes[b]!)) };
  }

  #keep(edge: LayoutEdge, { points, label }: EdgeRoute): void {
    const { nodes } = this.#endsOf(edge);
    const none = { low: 0, high: 0 };
    this.#add({
      edge,
      nodes,
      scope: this.#scopes.of(...nodes),
      points,
      isFixed: true,
      ends: [none, none],
      label,
    });
  }

  #add(line: Drawn): Drawn {
    this.#drawn.push(line);
    this.#index.add(line);
    const { nodes: [a, b], points } = line;
    this.#terminals.add(a, points[0]!);
    this.#terminals.add(b, points.at(-1)!);
    return line;
  }

  /** The edges from nodes to themselves: all of a node whose loops are not all kept, since they share its side. */
  #loops(given: ReadonlyMap<string, EdgeRoute>): Map<string, EdgeRoute> {
    const routes = new Map<string, EdgeRoute>();
    const placed = new BoxIndex();
    for (const { label } of given.values()) if (label) placed.add(label);
    for (const [node, plan] of this.#scopes.loops) {
      const ids = plan.loops.map(({ edge }) => this.#graph.edges[edge]!.id);
      if (ids.every((id) => given.has(id))) continue;
      const scope = this.#scopes.of(node, node);
      const costOf = (box: Box) => isClear(scope, box) && !placed.hasOverlap(box) ? 0 : Infinity;
      drawLoops(plan, this.#scopes.boxes[node]!).forEach(({ points, label }, at) => {
        const place = !label || costOf(label) === 0 ? label : placeLabel(label, points, costOf).box;
        if (place) placed.add(place);
        routes.set(ids[at]!, routeOf(points, place));
      });
    }
    return routes;
  }

  #route(edge: LayoutEdge): Drawn {
    const { nodes: [a, b] } = this.#endsOf(edge);
    const scope = this.#scopes.of(a, b);
    const starts = this.#terminals.of(a, b, edge.fromPort);
    const goals = this.#terminals.of(b, a, edge.toPort);
    const tried = [new Map<EdgeSide, number>(), new Map<EdgeSide, number>()] as const;
    const shell = { edge, nodes: [a, b] as const, scope, isFixed: false };
    let best: Labelled | undefined;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const line = this.#search(a, b, without(starts, tried[0]), without(goals, tried[1]), scope);
      if (!line) break;
      const sides = [line.start.side, line.goal.side] as const;
      const extra = sides.reduce((sum, side, end) => sum + extraOf(tried[end]!, side), 0);
      const own = { ...line, cost: line.cost - extra };
      const found = edge.label ? this.#labelled(own, edge.label, scope) : { ...own, label: undefined };
      if (!best || found.cost < best.cost) best = found;
      if (!found.label || found.label.cost < ON_LINE) break;
      sides.forEach((side, end) => tried[end]!.set(side, 1 + (tried[end]!.get(side) ?? 0)));
    }
    if (!best) {
      const [source, target] = [this.#scopes.boxes[a]!, this.#scopes.boxes[b]!];
      const points = straightLine(source, target);
      return this.#add({ ...shell, points, ends: [ALL, ALL], label: undefined });
    }
    const { points, start, goal, label } = best;
    return this.#add({ ...shell, points, ends: [start, goal], label: label?.box });
  }

  /** A line with its label, moved aside where that makes room for it. */
  #labelled(line: GridLine, size: Size, scope: LineScope): Labelled {
    const costOf = (box: Box, enough?: number) => this.#index.coverOf(box, scope, undefined, true, enough);
    const tried = [line, ...movedAside(line, size, scope.obstacles)].map((one): Labelled => {
      const label = placeLabel(size, one.points, costOf);
      return { ...one, label, cost: one.cost + Math.min(OFF_LINE, label.cost) };
    });
    return tried.reduce((best, one) => one.cost < best.cost ? one : best);
  }

  #search(
    a: number,
    b: number,
    starts: readonly Terminal[],
    goals: readonly Terminal[],
    { obstacles, containers, titles }: LineScope,
  ): GridLine | undefined {
    const around = this.#scopes.boxes[this.#scopes.hierarchy.around(a, b)];
    const whole = around ? expanded(around, evenly(-INSIDE)) : this.#bounds;
    const near = expanded(boundsOf([this.#scopes.boxes[a]!, this.#scopes.boxes[b]!]), evenly(NEARBY));
    const regions = [common(near, whole), whole, ...(around ? [this.#bounds] : [])];
    for (const region of regions) {
      const labels = this.#index.labelsIn(region);
      const found = searchGrid(starts, goals, {
        region,
        obstacles: [...obstacles.near(region), ...(this.#areLabelsWalls ? labels : [])],
        borders: containers,
        labels,
        titles,
        parts: this.#index.partsIn(region),
      });
      if (found) return found;
    }
    return undefined;
  }
}

/** The bounds of an end that may be anywhere. */
const ALL = { low: -Infinity, high: Infinity };

function routeOf(points: readonly Point[], label: Box | undefined): EdgeRoute {
  return label ? { points, label } : { points };
}

/** The four sides of a box, each as a box without width or height. */
function bordersOf({ x, y, width, height }: Box): Box[] {
  return [
    { x, y, width, height: 0 },
    { x, y: y + height, width, height: 0 },
    { x, y, width: 0, height },
    { x: x + width, y, width: 0, height },
  ];
}

/** Terminals of which those at sides that were tried cost more. */
function without(terminals: readonly Terminal[], tried: ReadonlyMap<EdgeSide, number>): Terminal[] {
  return terminals.map((one) =>
    tried.has(one.side) ? { ...one, cost: one.cost + extraOf(tried, one.side) } : one
  );
}

/** The cost of a side for the times that it was tried. */
function extraOf(tried: ReadonlyMap<EdgeSide, number>, side: EdgeSide): number {
  return TRIED * (tried.get(side) ?? 0);
}

/** The part that two boxes have in common. */
function common(a: Box, b: Box): Box {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}
