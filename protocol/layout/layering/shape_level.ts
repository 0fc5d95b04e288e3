import type { Layering, LevelGraph } from "../graph/level.ts";
import type { LayoutSettings } from "../options.ts";
import { type Folding, foldings } from "./fold_layers.ts";
import { narrowLayers } from "./narrow_layers.ts";

/**
 * Layers that a level may have instead of those that edges ask for: layers that are too wide for a ratio are split, and
 * parts are folded. Places on the border keep to the first and last layer. The first is neither split nor folded.
 *
 * @param back which edges lead back, by {@linkcode backEdges}
 * @param aspects The ratios of width to height that layers are split for.
 */
export function shapesOfLevel(
  level: LevelGraph,
  back: Uint8Array,
  layering: Layering,
  aspects: readonly number[],
  settings: LayoutSettings,
): Folding[] {
  const inner = withoutBorder(level, back);
  const plain = innerLayering(level, layering);
  const narrowed = aspects.map((aspect) => narrowLayers(inner.level, inner.back, plain, aspect, settings));
  const found = new Map<string, Folding>();
  for (const layers of [plain, ...narrowed]) {
    for (const folding of foldings(inner.level, layers, settings)) {
      const key = `${folding.down} ${folding.layering.layerOf.join()}`;
      if (!found.has(key)) found.set(key, folding);
    }
  }
  return [...found.values()].map((folding) => ({
    ...folding,
    layering: withBorder(level, layering, inner.level, folding.layering),
  }));
}

/** The layers of a whole level, when its children have given ones. */
function withBorder(
  level: LevelGraph,
  { span }: Layering,
  inner: LevelGraph,
  { layerOf: children }: Layering,
): Layering {
  const top = topOf(level, span);
  let last = children.reduce((most, layer) => Math.max(most, layer), 0);
  // An edge between two nodes of one layer turns in the next layer.
  if (inner.edges.some(({ from, to }) => children[from] === last && children[to] === last)) last += 1;
  const bottom = last + span - (last + span) % span;
  const layerOf = Int32Array.from(level.nodes, ({ border }, node) => {
    if (border === "top") return 0;
    return top + (border === "bottom" ? bottom : children[node]!);
  });
  const deepest = level.nodes.some(({ border }) => border === "bottom") ? bottom : last;
  return { span, layerOf, layerCount: deepest + top + 1 };
}

/** The layers above those of the children: that of places on the border. */
function topOf({ nodes }: LevelGraph, span: number): number {
  return nodes.some(({ border }) => border === "top") ? span : 0;
}

/** The children of a level, which come first, and the edges between them. */
function withoutBorder(level: LevelGraph, back: Uint8Array): { level: LevelGraph; back: Uint8Array } {
  const nodes = level.nodes.filter(({ border }) => border === undefined);
  if (nodes.length === level.nodes.length) return { level, back };
  const kept = [...level.edges.keys()].filter((edge) => {
    const { from, to } = level.edges[edge]!;
    return from < nodes.length && to < nodes.length;
  });
  return {
    level: { ...level, nodes, edges: kept.map((edge) => level.edges[edge]!) },
    back: Uint8Array.from(kept, (edge) => back[edge]!),
  };
}

/** The layers of the children, from 0. */
function innerLayering(level: LevelGraph, { layerOf, span }: Layering): Layering {
  const top = topOf(level, span);
  const children = layerOf.subarray(0, level.nodes.filter(({ border }) => border === undefined).length)
    .map((layer) => layer - top);
  const last = children.reduce((most, layer) => Math.max(most, layer), 0);
  return { span, layerOf: children, layerCount: last + 1 };
}
