/**
 * Graphs without nesting, made by rules and a seed.
 *
 * @module
 */
import type { LayoutGraph } from "@loom/protocol";
import { Random } from "./random.ts";

/** The size of the nodes of flat graphs. */
const NODE_SIZE = { width: 100, height: 40 };

/** An edge by the numbers of its ends. */
export type Ends = readonly [number, number];

/** A graph of `count` nodes of one size, named by their numbers. */
export function flatGraph(count: number, edges: readonly Ends[]): LayoutGraph {
  return {
    nodes: Array.from({ length: count }, (_, id) => ({ id: `n${id}`, ...NODE_SIZE })),
    edges: edges.map(([from, to], index) => ({ id: `e${index}`, from: `n${from}`, to: `n${to}` })),
  };
}

/** Edges between any two nodes, 1.3 a node. */
export function sparseGraph(count: number, seed: number): LayoutGraph {
  const random = new Random(seed);
  return flatGraph(
    count,
    Array.from({ length: Math.round(count * 1.3) }, () => differentEnds(count, random)),
  );
}

/** Edges from earlier to later nodes that are not far away, as the steps of a plan depend on one another. */
export function planGraph(count: number, seed: number): LayoutGraph {
  const random = new Random(seed);
  const edges: Ends[] = [];
  for (let to = 1; to < count; to++) {
    for (let i = random.between(1, 2); i > 0; i--) edges.push([Math.max(0, to - random.between(1, 8)), to]);
  }
  return flatGraph(count, edges);
}

/** A tree with a way back to some ancestor from every fifth node. */
export function treeGraph(count: number, seed: number): LayoutGraph {
  const random = new Random(seed);
  const parents = Array.from({ length: count }, (_, id) => id === 0 ? 0 : random.between(id >> 2, id - 1));
  const down = parents.map((parent, id): Ends => [parent, id]).slice(1);
  const back = parents.flatMap((_, id): Ends[] => id > 0 && random.chance(0.2) ? [[id, ancestorOf(id)]] : []);
  function ancestorOf(id: number): number {
    let at = parents[id] ?? 0;
    while (at > 0 && random.chance(0.6)) at = parents[at] ?? 0;
    return at;
  }
  return flatGraph(count, [...down, ...back]);
}

/** A graph with everything that is unusual: loops, multiple edges, both ways, several parts, labels, nodes of any size. */
export function oddGraph(count: number, seed: number): LayoutGraph {
  const random = new Random(seed);
  const half = Math.ceil(count / 2);
  const edges = Array.from({ length: count }, (): Ends[] => {
    const [from, to] = random.chance(0.5)
      ? differentEnds(half, random)
      : differentEnds(count - half, random).map((id) => id + half) as [number, number];
    const kind = random.below(6);
    if (kind === 0) return [[from, from]];
    if (kind === 1) return [[from, to], [to, from]];
    if (kind === 2) return [[from, to], [from, to], [from, to]];
    return [[from, to]];
  }).flat();
  const { nodes, edges: plain } = flatGraph(count, edges);
  return {
    nodes: nodes.map(({ id }) => ({ id, width: random.between(20, 320), height: random.between(20, 120) })),
    edges: plain.map((edge) =>
      random.chance(0.6)
        ? { ...edge, label: { width: random.between(20, 160), height: random.between(14, 40) } }
        : edge
    ),
  };
}

/** Two numbers below `count`, different when there are two. */
function differentEnds(count: number, random: Random): Ends {
  const from = random.below(count);
  return [from, count < 2 ? from : (from + random.between(1, count - 1)) % count];
}
