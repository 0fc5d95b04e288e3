import type { Size } from "../../geometry/box.ts";
import type { Layering, LevelFrame, LevelGraph } from "../graph/level.ts";
import type { LayoutSettings } from "../options.ts";
import { componentsOf } from "./assign_layers.ts";
import { foldLayers } from "./fold_layers.ts";
import { measuredRanks } from "./measured_ranks.ts";
import { narrowLayers } from "./narrow_layers.ts";

/**
 * Moves the nodes of a level to other layers, so that it gets about the wanted ratio of width to height: layers that are
 * too wide are split, and parts that are too tall are folded. Places on the border keep to the first and last layer.
 *
 * @param back which edges lead back, by {@linkcode backEdges}
 */
export function shapeLevel(
  level: LevelGraph,
  back: Uint8Array,
  layering: Layering,
  aspect: number,
  settings: LayoutSettings,
): Layering {
  if (level.row) return layering;
  const { span } = layering;
  const top = topOf(level, span);
  const inner = withoutBorder(level, back);
  const plain = innerLayering(level, layering);
  const narrow = narrowLayers(inner.level, inner.back, plain, aspect, settings);
  const { layerOf: children } = foldLayers(inner.level, narrow, aspect, settings);
  let last = children.reduce((most, layer) => Math.max(most, layer), 0);
  // An edge between two nodes of one layer turns in the next layer.
  if (inner.level.edges.some(({ from, to }) => children[from] === last && children[to] === last)) last += 1;
  const bottom = last + span - (last + span) % span;
  const layerOf = Int32Array.from(level.nodes, ({ border }, node) => {
    if (border === "top") return 0;
    return top + (border === "bottom" ? bottom : children[node]!);
  });
  const deepest = level.nodes.some(({ border }) => border === "bottom") ? bottom : last;
  return { span, layerOf, layerCount: deepest + top + 1 };
}

/** The estimated size of a container whose level has those layers. */
export function estimatedSize(
  level: LevelGraph,
  layering: Layering,
  { padding, least }: LevelFrame,
  aspect: number,
  settings: LayoutSettings,
): Size {
  const { level: inner } = withoutBorder(level, new Uint8Array(level.edges.length));
  const rank = innerLayering(level, layering).layerOf.map((layer) => Math.floor(layer / layering.span));
  const component = componentsOf(
    inner.nodes.length,
    inner.edges.map(({ from }) => from),
    inner.edges.map(({ to }) => to),
  );
  const parts = [...Map.groupBy(inner.nodes.keys(), (node) => level.row ? 0 : component[node]!).values()]
    .map((members): Size => {
      const extents = measuredRanks(inner, members, rank, settings);
      return {
        width: extents.reduce((most, { width }) => Math.max(most, width), 0),
        height: extents.reduce((sum, { height }) => sum + height, 0),
      };
    });
  const area = parts.reduce((sum, { width, height }) => sum + width * height, 0);
  const widest = parts.reduce((most, part) => Math.max(most, part.width), 0);
  const width = parts.length === 1 ? widest : Math.max(widest, Math.sqrt(area * aspect));
  const height = parts.reduce((most, part) => Math.max(most, part.height), area / Math.max(1, width));
  return {
    width: Math.max(least.width, width - settings.nodeGap + padding.left + padding.right),
    height: Math.max(least.height, height - settings.layerGap + padding.top + padding.bottom),
  };
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
