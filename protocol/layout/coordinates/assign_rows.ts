import { type LayeredGraph, type Order, portOffset } from "../graph/layered_graph.ts";
import type { LevelFrame, Side } from "../graph/level.ts";

/** The heights at which the layers lie. */
export interface Rows {
  /** The upper border of a layer. */
  readonly top: Float64Array;
  /** The line on which its boxes are centred. */
  readonly middle: Float64Array;
  /** Its lower border. */
  readonly bottom: Float64Array;
}

/** The extra height between two layers for each unit that a segment leads to the side, and its maximum. */
const SLOPE = 0.15;
const MOST = 120;

/** The distance of two layers between the border of the container and what it holds. */
const NEAR_BORDER = 8;

/**
 * Stacks the layers, with more room where segments lead far to the side, so that none runs nearly level.
 * Places on the border of the container keep the distance that its padding asks for.
 */
export function assignRows(
  graph: LayeredGraph,
  order: Order,
  x: Float64Array,
  { padding, least }: LevelFrame,
  gap: number,
): Rows {
  const { layerCount, up, down, level } = graph;
  const rows = {
    top: new Float64Array(layerCount),
    middle: new Float64Array(layerCount),
    bottom: new Float64Array(layerCount),
  };
  const onBorder = (layer: Int32Array | undefined, side: Side) =>
    layer?.some((vertex) => level.nodes[vertex]?.border === side) ?? false;
  const last = order.length - 1;
  const [above, below] = [onBorder(order[0], "top"), last > 0 && onBorder(order[last], "bottom")];
  const isEmpty = (layer: number) => order[layer]!.every((vertex) => up[vertex]! + down[vertex]! === 0);
  const firstBox = order.findIndex((_, layer) => !isEmpty(layer));
  const lastBox = order.findLastIndex((_, layer) => !isEmpty(layer));
  let y = 0;
  order.forEach((layer, at) => {
    if (at > 0) {
      const atBorder = (above && at <= firstBox) || (below && at > lastBox);
      y += Math.max(atBorder ? NEAR_BORDER : gap, Math.min(MOST, aside(graph, order[at - 1]!, x) * SLOPE));
    }
    if (above && at === firstBox) y = Math.max(y, padding.top);
    if (below && at === last) {
      y = Math.max(
        y,
        rows.bottom[Math.max(0, lastBox)]! + padding.bottom,
        least.height - (above ? 0 : padding.top),
      );
    }
    y = Math.ceil(y);
    rows.top[at] = y;
    rows.middle[at] = y + layer.reduce((most, vertex) => Math.max(most, up[vertex]!), 0);
    rows.bottom[at] = rows.middle[at]! + layer.reduce((most, vertex) => Math.max(most, down[vertex]!), 0);
    y = rows.bottom[at]!;
  });
  return rows;
}

/** The largest horizontal distance that a segment below a layer covers. */
function aside(
  { below, lower, upperPort, lowerPort }: LayeredGraph,
  layer: Int32Array,
  x: Float64Array,
): number {
  let most = 0;
  for (const vertex of layer) {
    for (let i = below.start[vertex]!; i < below.start[vertex + 1]!; i++) {
      const segment = below.items[i]!;
      const from = x[vertex]! + portOffset(upperPort[segment]!);
      const to = x[lower[segment]!]! + portOffset(lowerPort[segment]!);
      most = Math.max(most, Math.abs(from - to));
    }
  }
  return most;
}
