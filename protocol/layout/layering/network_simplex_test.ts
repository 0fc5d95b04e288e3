import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { longestPath, networkSimplex, type RankEdges } from "./network_simplex.ts";

type Edge = readonly [tail: number, head: number, length: number, weight: number];

function edgesOf(list: readonly Edge[]): RankEdges {
  const column = (at: 0 | 1 | 2 | 3) => list.map((edge) => edge[at]);
  return {
    tail: Int32Array.from(column(0)),
    head: Int32Array.from(column(1)),
    length: Int32Array.from(column(2)),
    weight: Float64Array.from(column(3)),
  };
}

/** The weighted length of all edges; `undefined` when one is too short. */
function costOf(list: readonly Edge[], rank: ArrayLike<number>): number | undefined {
  let cost = 0;
  for (const [tail, head, length, weight] of list) {
    const actual = rank[head]! - rank[tail]!;
    if (actual < length) return undefined;
    cost += weight * actual;
  }
  return cost;
}

/** The least cost that any ranks from 0 to `most` have. */
function leastCost(list: readonly Edge[], count: number, most: number): number {
  let least = Infinity;
  const rank = new Array<number>(count).fill(0);
  for (;;) {
    least = Math.min(least, costOf(list, rank) ?? Infinity);
    let at = 0;
    while (at < count && rank[at] === most) rank[at++] = 0;
    if (at === count) return least;
    rank[at]!++;
  }
}

/** Connected graphs whose edges lead from lower to higher numbers. */
const GRAPHS: fc.Arbitrary<{ count: number; list: Edge[] }> = fc.integer({ min: 1, max: 5 }).chain((count) =>
  fc.record({
    parents: fc.array(fc.nat({ max: 100 }), { minLength: count - 1, maxLength: count - 1 }),
    more: fc.array(fc.tuple(fc.nat({ max: count - 1 }), fc.nat({ max: count - 1 })), { maxLength: 5 }),
    costs: fc.array(fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: 3 })), { minLength: 10, maxLength: 10 }),
  }).map(({ parents, more, costs }) => {
    const tree = parents.map((parent, index) => [parent % (index + 1), index + 1] as const);
    const rest = more.filter(([a, b]) => a !== b).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    return { count, list: [...tree, ...rest].map((ends, at): Edge => [...ends, ...costs[at]!]) };
  })
);

Deno.test("networkSimplex() pulls a node to the side of the heavier edge", () => {
  // 0 -> 1 -> 2 is long; 3 hangs between 0 and 2.
  const path: Edge[] = [[0, 1, 1, 1], [1, 2, 1, 1]];
  const towards = (up: number, down: number) =>
    networkSimplex(4, edgesOf([...path, [0, 3, 0, up], [3, 2, 0, down]]), 1e6)[3];
  assertEquals([towards(2, 1), towards(1, 2)], [0, 2]);
});

Deno.test("networkSimplex() ranks a single node, and none", () => {
  assertEquals([...networkSimplex(1, edgesOf([]), 1e6)], [0]);
  assertEquals([...networkSimplex(0, edgesOf([]), 1e6)], []);
});

Deno.test("networkSimplex() gives feasible ranks even when it may not work at all", () => {
  const list: Edge[] = [[0, 1, 1, 1], [1, 2, 1, 1], [0, 2, 1, 5], [0, 3, 1, 1], [3, 2, 1, 1]];
  assert(costOf(list, networkSimplex(4, edgesOf(list), 0)) !== undefined);
});

Deno.test("networkSimplex() gives feasible ranks of the least total length, from 0 on", () => {
  fc.assert(
    fc.property(GRAPHS, ({ count, list }) => {
      const rank = networkSimplex(count, edgesOf(list), 1e6);
      assertEquals(costOf(list, rank), leastCost(list, count, count - 1));
      assertEquals(Math.min(...rank), 0);
    }),
    { numRuns: 300, seed: 2 },
  );
});

Deno.test("longestPath() ranks a node below all that lead to it", () => {
  const rank = longestPath(4, edgesOf([[0, 1, 1, 1], [1, 2, 2, 1], [0, 2, 1, 1], [3, 2, 1, 1]]));
  assertEquals([...rank], [0, 1, 3, 0]);
});
