import { type GapJogs, type Jog, type Stacked, stackLayers } from "../coordinates/stack_layers.ts";
import type { Point } from "../../geometry/box.ts";
import type { Chain, LayeredGraph, Order } from "../graph/layered_graph.ts";
import type { LevelFrame, LevelLayout, LevelRoute } from "../graph/level.ts";
import type { LayoutSettings } from "../options.ts";
import type { Ports } from "./assign_ports.ts";
import { assignTracks } from "./assign_tracks.ts";
import { findRuns, type Run } from "./find_runs.ts";

/** Runs that are nearer than this are one. */
const SAME = 0.02;
/** The distance of the upright parts of a turning line from the middle and the sides of its label, and from others. */
const TURN = 8;
/** The least distance of such a part from the side of its label where its end is straight above. */
const EDGE = 2;

/** The jogs of a line, from its upper end to its lower one, or from the source of a turn to its target. */
interface Placed {
  readonly gap: number;
  readonly at: number;
  readonly jog: Jog;
}

/**
 * Draws every edge as upright and level parts only, and stacks the layers around them: the upright parts go straight
 * through the layers, the level ones have tracks in the gaps between them.
 */
export function routeUpright(
  graph: LayeredGraph,
  order: Order,
  x: Float64Array,
  ports: Ports,
  frame: LevelFrame,
  settings: LayoutSettings,
): LevelLayout {
  const runs = findRuns(graph, order, x, ports, settings.edgeGap);
  const lists: Jog[][] = Array.from({ length: graph.layerCount }, () => []);
  const add = (gap: number, jog: Jog): Placed => ({ gap, at: lists[gap]!.push(jog) - 1, jog });
  const reach = new Map<number, Turn>();
  const turns = graph.chains.map((chain) => {
    if (chain?.leads !== "turn") return undefined;
    const turn = turnOf(graph, order, chain, x, ports, reach);
    reach.set(turn.label, turn);
    return turn;
  });
  const placed = graph.chains.map((chain, edge) => {
    if (chain === undefined) return [];
    const turn = turns[edge];
    return turn ? turnJogs(graph, edge, turn, add) : runJogs(graph, chain, edge, runs[edge]!, add);
  });
  const gaps = lists.map((jogs): GapJogs => ({ jogs, tracks: assignTracks(jogs) }));
  const stacked = stackLayers(graph, order, x, gaps, reach, frame, settings);
  const { nodes } = graph.level;
  return {
    x: Float64Array.from(nodes, (node, at) => x[at]! - node.width / 2),
    y: Float64Array.from(nodes, (node, at) => stacked.middle[at]! - node.height / 2),
    routes: graph.chains.map((chain, edge): LevelRoute => {
      if (chain === undefined) return { points: [], label: undefined };
      const turn = turns[edge];
      const points = turn
        ? turnPoints(graph, chain.vertices, turn, placed[edge]!, stacked)
        : runPoints(graph, chain, runs[edge]!, placed[edge]!, stacked);
      return { points, label: labelOf(graph, chain, x, stacked) };
    }),
  };
}

/** The jogs between the runs of a line. */
function runJogs(
  { layerOf }: LayeredGraph,
  { vertices }: Chain,
  edge: number,
  runs: readonly Run[],
  add: (gap: number, jog: Jog) => Placed,
): Placed[] {
  return runs.slice(1).flatMap((run, at) => {
    const before = runs[at]!;
    if (Math.abs(run.x - before.x) < SAME) return [];
    return [add(layerOf[vertices[before.last]!]!, jogOf(edge, before.x, run.x, [before.x], [run.x]))];
  });
}

/** The jogs of a line that turns: one between its ends, or one from each end that is not level with its label. */
function turnJogs(
  graph: LayeredGraph,
  edge: number,
  { label, start, end, enter, leave }: Turn,
  add: (gap: number, jog: Jog) => Placed,
): Placed[] {
  const gap = graph.layerOf[label]! - 1;
  if (graph.isLabel[label] === 0) return [add(gap, jogOf(edge, start, end, [start, end], []))];
  return [[start, enter], [end, leave]].flatMap(([from, to]) =>
    Math.abs(from! - to!) < SAME ? [] : [add(gap, jogOf(edge, from!, to!, [from!], [to!]))]
  );
}

function jogOf(edge: number, a: number, b: number, up: readonly number[], down: readonly number[]): Jog {
  return { edge, low: Math.min(a, b), high: Math.max(a, b), up, down };
}

/** A line that leads down to its label and up again. */
interface Turn {
  readonly label: number;
  readonly start: number;
  readonly end: number;
  /** The places at which it comes down to the height of the label and leads up from it. */
  readonly enter: number;
  readonly leave: number;
}

/** Finds where a turning line meets the height of its label: straight below its ends where nothing, and no turn found before, is between. */
function turnOf(
  graph: LayeredGraph,
  order: Order,
  chain: Chain,
  x: Float64Array,
  ports: Ports,
  found: ReadonlyMap<number, Turn>,
): Turn {
  const label = chain.vertices[1]!;
  const [start, end] = [ports.upper[chain.segments[0]!]!, ports.upper[chain.segments[1]!]!];
  const layer = order[graph.layerOf[label]!]!;
  const at = layer.indexOf(label);
  const half = graph.right[label]!;
  const inward = start <= end ? 1 : -1;
  /** The left or right end of a vertex, and of the turn at its height. */
  const borderOf = (vertex: number, side: number) => {
    const { enter, leave } = found.get(vertex) ?? { enter: x[vertex]!, leave: x[vertex]! };
    const extent = side > 0 ? graph.right[vertex]! : graph.left[vertex]!;
    return side * Math.max(side * x[vertex]! + extent, side * enter, side * leave);
  };
  const meet = (place: number, side: number) => {
    const beside = layer[at + side];
    const reach = side * (place - x[label]!);
    const limit = beside === undefined ? Infinity : side * (borderOf(beside, -side) - x[label]!) - TURN;
    if (reach >= TURN && (reach <= half - EDGE || (reach >= half + TURN && reach <= limit))) return place;
    return x[label]! + side * Math.min(Math.max(TURN, half - TURN), Math.max(TURN, reach));
  };
  return { label, start, end, enter: meet(start, -inward), leave: meet(end, inward) };
}

function turnPoints(
  graph: LayeredGraph,
  [from, , to]: readonly number[],
  { label, start, end, enter, leave }: Turn,
  placed: readonly Placed[],
  stacked: Stacked,
): Point[] {
  const heights = placed.map(({ gap, at }) => stacked.jogs[gap]![at]!);
  const begin = { x: start, y: bottomOf(graph, stacked, from!) };
  const finish = { x: end, y: bottomOf(graph, stacked, to!) };
  if (graph.isLabel[label] === 0) {
    return [begin, { x: start, y: heights[0]! }, { x: end, y: heights[0]! }, finish];
  }
  const y = stacked.middle[label]!;
  const down = start === enter
    ? []
    : [heights.shift()!].flatMap((at) => [{ x: start, y: at }, { x: enter, y: at }]);
  const up = end === leave
    ? []
    : [heights.shift()!].flatMap((at) => [{ x: leave, y: at }, { x: end, y: at }]);
  return [begin, ...down, { x: enter, y }, { x: leave, y }, ...up, finish];
}

function runPoints(
  graph: LayeredGraph,
  { vertices, leads }: Chain,
  runs: readonly Run[],
  placed: readonly Placed[],
  stacked: Stacked,
): Point[] {
  const points: Point[] = [{ x: runs[0]!.x, y: bottomOf(graph, stacked, vertices[0]!) }];
  let next = 0;
  runs.slice(1).forEach((run, at) => {
    if (Math.abs(run.x - runs[at]!.x) < SAME) return;
    const { gap, at: jog } = placed[next++]!;
    const y = stacked.jogs[gap]![jog]!;
    points.push({ x: runs[at]!.x, y }, { x: run.x, y });
  });
  const last = vertices.at(-1)!;
  const half = (graph.level.nodes[last]?.height ?? 0) / 2;
  points.push({ x: runs.at(-1)!.x, y: stacked.middle[last]! - half });
  return leads === "down" ? points : points.reverse();
}

function bottomOf(graph: LayeredGraph, { middle }: Stacked, vertex: number): number {
  return middle[vertex]! + (graph.level.nodes[vertex]?.height ?? 0) / 2;
}

function labelOf(
  { isLabel }: LayeredGraph,
  { vertices }: Chain,
  x: Float64Array,
  { middle }: Stacked,
): Point | undefined {
  const label = vertices.find((vertex) => isLabel[vertex] === 1);
  return label === undefined ? undefined : { x: x[label]!, y: middle[label]! };
}
