import type { Layering, LevelGraph } from "../graph/level.ts";
import { networkSimplex, type RankEdges } from "./network_simplex.ts";

/** The work limit of the search for short edges, in visits of edges per node. */
const WORK_PER_NODE = 4_000;

/** The weight of an edge to the border, relative to an edge between nodes. */
const TOWARDS_BORDER = 0.01;

/**
 * Assigns a layer to every node of a level, so that edges that do not lead back go downwards and are short; see
 * {@linkcode networkSimplex}. Places on the border get the outermost layers, the node where reading begins the
 * first one of the children; each component begins at the top. Nodes with a choice take the least crowded
 * layer.
 *
 * @param back which edges lead back, by {@linkcode backEdges}
 */
export function assignLayers(level: LevelGraph, back: Uint8Array): Layering {
  const span = level.edges.some((edge) => edge.label !== undefined) ? 2 : 1;
  const rank = level.row ? new Int32Array(level.nodes.length) : childRanks(level, back);
  const layerOf = rank.map((value) => value * span);
  let last = layerOf.reduce((most, layer) => Math.max(most, layer), 0);
  if (level.row && turnsInRow(level)) last += 1;
  const bottom = last + span - (last + span) % span;
  const top = level.nodes.some((node) => node.border === "top") ? span : 0;
  level.nodes.forEach((node, index) => {
    if (node.border === "top") layerOf[index] = -span;
    if (node.border === "bottom") layerOf[index] = bottom;
  });
  const deepest = level.nodes.some((node) => node.border === "bottom") ? bottom : last;
  return { layerOf: layerOf.map((layer) => layer + top), layerCount: deepest + top + 1, span };
}

/** Checks whether an edge joins two of the children that lie side by side. */
function turnsInRow({ nodes, edges }: LevelGraph): boolean {
  const isChild = (index: number) => nodes[index]?.border === undefined;
  return edges.some(({ from, to }) => from !== to && isChild(from) && isChild(to));
}

function childRanks({ nodes, edges }: LevelGraph, back: Uint8Array): Int32Array {
  const tails: number[] = [];
  const heads: number[] = [];
  const lengths: number[] = [];
  const weights: number[] = [];
  const add = (tail: number, head: number, length: number, weight: number) => {
    tails.push(tail);
    heads.push(head);
    lengths.push(length);
    weights.push(weight);
  };
  // Three nodes more: the upper border, the lower border, and one that joins all components.
  const [top, bottom, root] = [nodes.length, nodes.length + 1, nodes.length + 2];
  edges.forEach(({ from, to }, index) => {
    if (from === to) return;
    const border = nodes[from]!.border ?? nodes[to]!.border;
    const child = nodes[from]!.border === undefined ? from : to;
    if (border === "top") add(top, child, 0, TOWARDS_BORDER);
    else if (border === "bottom") add(child, bottom, 0, TOWARDS_BORDER);
    else if (back[index] === 1) add(to, from, 1, 1);
    else add(from, to, 1, 1);
  });
  add(top, bottom, 0, 0);
  const components = componentsOf(root, tails, heads);
  const first = nodes.findIndex((node) => node.first);
  if (first >= 0) {
    const reached = new Set(heads.filter((_, edge) => weights[edge] === 1));
    nodes.forEach((_, node) => {
      if (node !== first && components[node] === components[first] && !reached.has(node)) {
        add(first, node, 0, 0);
      }
    });
  }
  for (const member of new Set(components)) add(root, member, 0, 0);
  const graph: RankEdges = {
    tail: Int32Array.from(tails),
    head: Int32Array.from(heads),
    length: Int32Array.from(lengths),
    weight: Float64Array.from(weights),
  };
  const rank = networkSimplex(root + 1, graph, WORK_PER_NODE * (root + 1)).slice(0, nodes.length);
  raise(rank, components.subarray(0, nodes.length));
  spread(rank, graph, nodes.length);
  return rank;
}

/** The component of every node, numbered by its first node. */
export function componentsOf(count: number, tails: ArrayLike<number>, heads: ArrayLike<number>): Int32Array {
  const parent = Int32Array.from({ length: count }, (_, node) => node);
  const find = (node: number): number => {
    let root = node;
    while (parent[root] !== root) root = parent[root]!; // every node has a parent
    for (let at = node; at !== root;) {
      const above = parent[at]!;
      parent[at] = root;
      at = above;
    }
    return root;
  };
  for (let edge = 0; edge < tails.length; edge++) {
    const a = find(tails[edge]!);
    const b = find(heads[edge]!);
    if (a !== b) parent[Math.max(a, b)] = Math.min(a, b);
  }
  return parent.map((_, node) => find(node));
}

/** Moves each component up until it begins at the first rank. */
function raise(rank: Int32Array, components: Int32Array): void {
  const least = new Map<number, number>();
  components.forEach((component, node) => {
    least.set(component, Math.min(least.get(component) ?? Number.MAX_SAFE_INTEGER, rank[node]!));
  });
  components.forEach((component, node) => rank[node]! -= least.get(component) ?? 0);
}

/** Below all ranks; the largest number that an `Int32Array` holds. */
const DEEPEST = 0x7fffffff;

/**
 * Moves nodes with as many edges in as out to the least crowded rank that they can take. A difference of one
 * node is not enough, since every move may bend a line.
 */
function spread(rank: Int32Array, { tail, head, weight }: RankEdges, count: number): void {
  const balance = new Float64Array(count);
  const from = new Int32Array(count);
  const until = new Int32Array(count).fill(DEEPEST);
  const crowd = new Map<number, number>();
  for (const value of rank) crowd.set(value, (crowd.get(value) ?? 0) + 1);
  const edgesOf: number[][] = Array.from({ length: count }, () => []);
  weight.forEach((amount, edge) => {
    if (amount !== 1) return;
    edgesOf[tail[edge]!]!.push(edge);
    edgesOf[head[edge]!]!.push(edge);
    balance[tail[edge]!]! += amount;
    balance[head[edge]!]! -= amount;
  });
  for (let node = 0; node < count; node++) {
    if (balance[node] !== 0 || edgesOf[node]!.length === 0) continue;
    for (const edge of edgesOf[node]!) {
      if (tail[edge] === node) until[node] = Math.min(until[node]!, rank[head[edge]!]! - 1);
      else from[node] = Math.max(from[node]!, rank[tail[edge]!]! + 1);
    }
    const company = (value: number) => (crowd.get(value) ?? 0) - (value === rank[node] ? 1 : 0);
    let best = rank[node]!;
    for (let value = from[node]!; value <= until[node]!; value++) {
      if (company(value) + 1 < company(best)) best = value;
    }
    crowd.set(rank[node]!, (crowd.get(rank[node]!) ?? 0) - 1);
    crowd.set(best, (crowd.get(best) ?? 0) + 1);
    rank[node] = best;
  }
}
