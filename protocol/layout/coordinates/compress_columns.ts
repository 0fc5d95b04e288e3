import type { LayeredGraph, Order } from "../graph/layered_graph.ts";
import type { Separation } from "./separation.ts";

/** The weight of the place of a line, relative to that of a box: lines that stay in line need no bend. */
const LINE = 4;

/**
 * Moves the vertices of a drawing that is wider than a limit towards its middle: places are scaled, so that what is in
 * line stays in line, and moved as little as possible (in squares) where neighbours of a layer get too near to each other.
 * A layer that needs more room than the limit takes it.
 */
export function compressColumns(
  { left, right, edgeOf }: LayeredGraph,
  order: Order,
  x: Float64Array,
  separation: Separation,
  limit: number,
): void {
  let [least, most] = [Infinity, -Infinity];
  x.forEach((place, vertex) => {
    least = Math.min(least, place - left[vertex]!);
    most = Math.max(most, place + right[vertex]!);
  });
  if (most - least <= limit) return;
  const scale = limit / (most - least);
  for (const layer of order) {
    const pools: { sum: number; weight: number; count: number }[] = [];
    const offsets: number[] = [];
    let offset = 0;
    layer.forEach((vertex, at) => {
      if (at > 0) offset += separation(layer[at - 1]!, vertex);
      offsets.push(offset);
      const weight = edgeOf[vertex]! >= 0 ? LINE : 1;
      let pool = { sum: (x[vertex]! * scale - offset) * weight, weight, count: 1 };
      for (
        let last = pools.at(-1);
        last && last.sum * pool.weight >= pool.sum * last.weight;
        last = pools.at(-1)
      ) {
        pools.pop();
        pool = {
          sum: last.sum + pool.sum,
          weight: last.weight + pool.weight,
          count: last.count + pool.count,
        };
      }
      pools.push(pool);
    });
    let at = 0;
    for (const { sum, weight, count } of pools) {
      for (const until = at + count; at < until; at++) x[layer[at]!] = sum / weight + offsets[at]!;
    }
  }
}

/** The width of the widest layer. */
export function widestLayer({ left, right }: LayeredGraph, order: Order, separation: Separation): number {
  return order.reduce((most, layer) => {
    const [first, last] = [layer[0], layer.at(-1)];
    if (first === undefined || last === undefined) return most;
    const between = layer.reduce(
      (sum, vertex, at) => at === 0 ? 0 : sum + separation(layer[at - 1]!, vertex),
      0,
    );
    return Math.max(most, left[first]! + between + right[last]!);
  }, 0);
}
