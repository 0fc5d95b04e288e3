import type { LayoutGraph } from "./graph/graph.ts";
import type { FittedLayout } from "./incremental/fit_around.ts";

/** Factors of the ratio of width to height, by container; that of the whole drawing by `undefined`. */
export type Proportions = ReadonlyMap<string | undefined, number>;

/** The factors that are tried. */
const FACTORS = [3, 0.3];
/** The factor by which others must be better. */
const WORTH = 1.005;

/** An arrangement and what it costs. */
export interface Costly extends FittedLayout {
  readonly cost: number;
}

/**
 * Makes the whole drawing and then its containers, the largest first, wider or narrower one by one, and keeps what costs less:
 * which shape of a container is best depends on what is around it.
 *
 * @param share The share of the drawing that a container covers at least.
 * @param arrange Arranges the graph with some proportions; `undefined` when that is of no use, or costs `most` or more.
 * @returns the arrangement with the least cost
 */
export function varyProportions(
  { nodes }: LayoutGraph,
  first: Costly,
  share: number,
  arrange: (proportions: Proportions, most: number) => Costly | undefined,
): Costly {
  const areaOf = (id: string) => {
    const { width, height } = first.layout.nodes.get(id)!;
    return width * height;
  };
  const whole = nodes.reduce((sum, { id, parent }) => parent === undefined ? sum + areaOf(id) : sum, 0);
  const parents = new Set(nodes.map(({ parent }) => parent));
  const containers = nodes.map(({ id }) => id).filter((id) => parents.has(id) && areaOf(id) > share * whole)
    .sort((a, b) => areaOf(b) - areaOf(a));
  let best = first;
  let kept: Proportions = new Map();
  for (const id of [undefined, ...containers]) {
    const before = kept;
    for (const factor of FACTORS) {
      const proportions = new Map([...before, [id, factor] as const]);
      const most = best.cost / WORTH;
      const tried = arrange(proportions, most);
      if (tried && tried.cost < most) [best, kept] = [tried, proportions];
    }
  }
  return best;
}
