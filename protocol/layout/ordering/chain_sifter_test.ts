import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { layeredGraphs } from "../_arbitrary.ts";
import { ChainSifter, CROSSING, CROSSING_OF_LONG } from "./chain_sifter.ts";
import { slotsOf } from "./crossings.ts";
import {
  type Chain,
  type LayeredGraph,
  layeredGraph,
  type Order,
  positionsOf,
} from "../graph/layered_graph.ts";
import { seededRandom } from "./seeded_random.ts";
import { documentOrder, levelOf } from "../testing.ts";

function sifterOf(graph: LayeredGraph, frozen: readonly number[] = []): ChainSifter {
  const first = graph.level.nodes.findIndex((node) => node.first);
  const layers = Uint8Array.from({ length: graph.layerCount }, (_, layer) => Number(frozen.includes(layer)));
  return new ChainSifter(graph, slotsOf(graph), layers, first);
}

/** The cost of a chain's crossings, counted segment by segment. */
function costOf(graph: LayeredGraph, order: Order, { segments }: Chain): number {
  const { upper, lower, layerOf, edgeOf } = graph;
  const slots = slotsOf(graph);
  const position = positionsOf(order);
  const from = (segment: number) => position[upper[segment]!]! * slots.perVertex + slots.upper[segment]!;
  const to = (segment: number) => position[lower[segment]!]! * slots.perVertex + slots.lower[segment]!;
  const isInner = (segment: number) => edgeOf[upper[segment]!]! >= 0 && edgeOf[lower[segment]!]! >= 0;
  let cost = 0;
  for (const own of segments) {
    for (let other = 0; other < upper.length; other++) {
      if (layerOf[upper[other]!] !== layerOf[upper[own]!]) continue;
      if ((from(own) - from(other)) * (to(own) - to(other)) >= 0) continue;
      cost += isInner(own) && isInner(other) ? CROSSING_OF_LONG : CROSSING;
    }
  }
  return cost;
}

/** The least cost with the vertices of a chain anywhere in their layers and all else as it is. */
function leastCost(graph: LayeredGraph, order: Order, chain: Chain): number {
  const first = graph.level.nodes.findIndex((node) => node.first);
  const inner = chain.vertices.slice(1, -1);
  const search = (at: number, current: Order): number => {
    const vertex = inner[at];
    if (vertex === undefined) return costOf(graph, current, chain);
    const layer = graph.layerOf[vertex]!;
    const others = [...current[layer]!].filter((other) => other !== vertex);
    let least = Infinity;
    for (let gap = others[0] === first ? 1 : 0; gap <= others.length; gap++) {
      const moved = Int32Array.from(others.toSpliced(gap, 0, vertex));
      least = Math.min(least, search(at + 1, current.with(layer, moved)));
    }
    return least;
  };
  return search(0, order);
}

/**
 * Nodes 0 to 3 above each other, 4 to 7 likewise at the right, and an edge from 0 to 3 that runs at the far
 * right.
 */
function twoColumns(): { graph: LayeredGraph; order: Order; long: Chain } {
  const layerOf = Int32Array.of(0, 1, 2, 3, 0, 1, 2, 3);
  const graph = layeredGraph(levelOf(8, "0>1 1>2 2>3 4>5 5>6 6>7 0>3"), { layerOf, layerCount: 4, span: 1 });
  return { graph, order: documentOrder(graph), long: graph.chains[6]! };
}

Deno.test("ChainSifter knows the edges with more than one vertex between their ends", () => {
  const { graph, long } = twoColumns();
  assertEquals(sifterOf(graph).longChains(), [long]);
});

Deno.test("ChainSifter moves a whole edge past others that no single vertex would pass", () => {
  const { graph, order, long } = twoColumns();
  const position = positionsOf(order);
  const sifter = sifterOf(graph);
  const { won, gaps } = sifter.best(long, order, position);
  assertEquals([costOf(graph, order, long), won], [2 * CROSSING, 2 * CROSSING]);
  sifter.move(long, gaps, order, position);
  assertEquals(costOf(graph, order, long), 0);
});

Deno.test("ChainSifter leaves frozen layers as they are", () => {
  const { graph, order, long } = twoColumns();
  const { won, gaps } = sifterOf(graph, [1, 2]).best(long, order, positionsOf(order));
  assertEquals([won, gaps], [0, [2, 2]]);
});

Deno.test("ChainSifter finds the best way of an edge, and wins exactly what it says", () => {
  let tried = 0;
  fc.assert(
    fc.property(layeredGraphs(6), (graph) => {
      const order = documentOrder(graph);
      const first = graph.level.nodes.findIndex((node) => node.first);
      const layer = order[graph.layerOf[first] ?? -1];
      layer?.set([first, ...layer.filter((vertex) => vertex !== first)]);
      const sifter = sifterOf(graph);
      for (const chain of sifter.longChains()) {
        if (chain.vertices.length > 6) continue;
        tried++;
        const position = positionsOf(order);
        const before = costOf(graph, order, chain);
        const { won, gaps } = sifter.best(chain, order, position);
        assertEquals(won, before - leastCost(graph, order, chain));
        sifter.move(chain, gaps, order, position);
        assertEquals(costOf(graph, order, chain), before - won);
        assertEquals([...position], [...positionsOf(order)]);
      }
    }),
    { numRuns: 200, seed: 7 },
  );
  assert(tried > 50, `only ${tried} edges were long enough`);
});

Deno.test("ChainSifter wins what it says in layers too wide to be searched whole", () => {
  const width = 80;
  const random = seededRandom(3);
  const anyOf = (layer: number) => layer * width + Math.floor(random() * width);
  const short = Array.from({ length: 6 * width }, (_, at) => `${anyOf(at % 3)}>${anyOf(at % 3 + 1)}`);
  const long = Array.from({ length: 20 }, () => `${anyOf(0)}>${anyOf(3)}`);
  const layerOf = Int32Array.from({ length: 4 * width }, (_, node) => Math.floor(node / width));
  const graph = layeredGraph(levelOf(4 * width, [...short, ...long].join(" ")), {
    layerOf,
    layerCount: 4,
    span: 1,
  });
  const order = documentOrder(graph);
  const position = positionsOf(order);
  const sifter = sifterOf(graph);
  let total = 0;
  for (const chain of sifter.longChains()) {
    const before = costOf(graph, order, chain);
    const { won, gaps } = sifter.best(chain, order, position);
    sifter.move(chain, gaps, order, position);
    assertEquals(costOf(graph, order, chain), before - won);
    total += won;
  }
  assert(total > 0);
});
