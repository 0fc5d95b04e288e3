import { componentsOf } from "../layering/assign_layers.ts";
import type { Layering, LevelGraph } from "../graph/level.ts";

/** Some nodes of a level with all edges among them. */
export interface LevelPart {
  /** The part as a level of its own. */
  readonly level: LevelGraph;
  /** Its layers, the topmost being 0. */
  readonly layering: Layering;
  /** The indices of its nodes in the whole level. */
  readonly nodes: readonly number[];
  /** The indices of its edges in the whole level. */
  readonly edges: readonly number[];
}

/**
 * Splits a level into its connected components, in the order of their first nodes, the one where reading begins
 * first. All nodes with a place on the border are one part, since it reaches from border to border; so is a
 * row.
 */
export function splitLevel(level: LevelGraph, layering: Layering): LevelPart[] {
  const onBorder = level.nodes.flatMap((node, index) => node.border === undefined ? [] : [index]);
  const anchor = onBorder[0] ?? 0;
  const ties = level.row ? level.nodes.map((_, index) => index) : onBorder;
  const component = componentsOf(
    level.nodes.length,
    [...level.edges.map((edge) => edge.from), ...ties.map(() => anchor)],
    [...level.edges.map((edge) => edge.to), ...ties],
  );
  const nodes = Map.groupBy(level.nodes.keys(), (node) => component[node]!);
  if (nodes.size <= 1) {
    return [{ level, layering, nodes: [...level.nodes.keys()], edges: [...level.edges.keys()] }];
  }
  const edges = Map.groupBy(level.edges.keys(), (edge) => component[level.edges[edge]!.from]!);
  const rankOf = (members: readonly number[]) =>
    members.some((node) => level.nodes[node]!.border !== undefined)
      ? 0
      : members.some((node) => level.nodes[node]!.first)
      ? 1
      : 2;
  const blockOf = (members: readonly number[]) =>
    members.some((node) => level.nodes[node]!.border !== undefined) ? -1 : level.blocks?.of[members[0]!] ?? 0;
  return [...nodes].map(([root, members]) => partOf(level, layering, members, edges.get(root) ?? []))
    .sort((a, b) =>
      blockOf(a.nodes) - blockOf(b.nodes) || rankOf(a.nodes) - rankOf(b.nodes) || a.nodes[0]! - b.nodes[0]!
    );
}

function partOf(level: LevelGraph, layering: Layering, nodes: number[], edges: number[]): LevelPart {
  const local = new Map(nodes.map((node, index) => [node, index]));
  const layers = nodes.map((node) => layering.layerOf[node]!);
  const shallowest = layers.reduce((least, layer) => Math.min(least, layer), Number.MAX_SAFE_INTEGER);
  const top = shallowest - shallowest % layering.span;
  const onBorder = nodes.some((node) => level.nodes[node]!.border !== undefined);
  const lowest = layers.reduce((most, layer) => Math.max(most, layer), 0);
  const isLowest = (node: number) => layering.layerOf[node] === lowest;
  // An edge between two nodes of one layer turns in the next layer.
  const turns = edges.some((edge) => isLowest(level.edges[edge]!.from) && isLowest(level.edges[edge]!.to));
  const deepest = turns ? lowest + 1 : lowest;
  return {
    nodes,
    edges,
    level: {
      row: level.row,
      nodes: nodes.map((node) => level.nodes[node]!),
      edges: edges.map((index) => {
        const edge = level.edges[index]!;
        return { ...edge, from: local.get(edge.from)!, to: local.get(edge.to)! };
      }),
    },
    layering: {
      span: layering.span,
      layerOf: Int32Array.from(layers, (layer) => layer - top),
      layerCount: onBorder ? layering.layerCount - top : deepest - top + 1,
    },
  };
}
