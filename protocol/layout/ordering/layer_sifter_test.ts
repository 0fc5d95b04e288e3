import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { layeredGraphs } from "../_arbitrary.ts";
import { CrossingCounter } from "./crossings.ts";
import { type LayeredGraph, layeredGraph, type Order, positionsOf } from "../graph/layered_graph.ts";
import { LayerSifter } from "./layer_sifter.ts";
import { seededRandom } from "./seeded_random.ts";
import { documentOrder, levelOf } from "../testing.ts";

function counterOf(graph: LayeredGraph, order: Order): (position: Int32Array) => number {
  const widest = Math.max(...order.map((layer) => layer.length));
  const counter = new CrossingCounter(graph, new LayerSifter(graph, -1).slots, widest);
  return (position) => counter.count(order, position);
}

/** A layer of `count` vertices below one of as many, each joined with one of the other. */
function permuted(count: number): LayeredGraph {
  const random = seededRandom(7);
  const below = Array.from({ length: count }, (_, at) => count + at)
    .map((vertex) => ({ vertex, key: random() })).sort((a, b) => a.key - b.key);
  const edges = below.map(({ vertex }, at) => `${at}>${vertex}`).join(" ");
  const layerOf = Int32Array.from({ length: 2 * count }, (_, vertex) => vertex < count ? 0 : 1);
  return layeredGraph(levelOf(2 * count, edges), { layerOf, layerCount: 2, span: 1 });
}

Deno.test("LayerSifter moves a vertex to where it crosses nothing", () => {
  const graph = layeredGraph(levelOf(6, "0>5 1>4 2>3"), {
    layerOf: Int32Array.of(0, 0, 0, 1, 1, 1),
    layerCount: 2,
    span: 1,
  });
  const order = documentOrder(graph);
  const won = new LayerSifter(graph, -1).improve(order[1]!, positionsOf(order));
  assertEquals([won, [...order[1]!]], [3, [5, 4, 3]]);
});

Deno.test("LayerSifter leaves the vertex where reading begins at the left", () => {
  const graph = layeredGraph(levelOf(6, "0>5 1>4 2>3"), {
    layerOf: Int32Array.of(0, 0, 0, 1, 1, 1),
    layerCount: 2,
    span: 1,
  });
  const order = documentOrder(graph);
  const won = new LayerSifter(graph, 3).improve(order[1]!, positionsOf(order));
  assertEquals([won, [...order[1]!]], [1, [3, 5, 4]]);
});

Deno.test("LayerSifter wins what the count tells in a layer too wide for a table", () => {
  const graph = permuted(300);
  const order = documentOrder(graph);
  const position = positionsOf(order);
  const count = counterOf(graph, order);
  const before = count(position);
  const won = new LayerSifter(graph, -1).improve(order[1]!, position);
  assert(won > 0);
  assertEquals(count(position), before - won);
});

Deno.test("LayerSifter wins exactly the crossings it says, and no single move can win more", () => {
  fc.assert(
    fc.property(layeredGraphs(8), (graph) => {
      const order = documentOrder(graph);
      const first = graph.level.nodes.findIndex((node) => node.first);
      const begun = order[graph.layerOf[first] ?? -1];
      begun?.set([first, ...begun.filter((vertex) => vertex !== first)]);
      const position = positionsOf(order);
      const count = counterOf(graph, order);
      const sifter = new LayerSifter(graph, first);
      for (const layer of order) {
        const before = count(position);
        const won = sifter.improve(layer, position);
        assertEquals(count(position), before - won);
        assert(won >= 0);
        assertEquals([...positionsOf(order)], [...position]);
        for (const moved of movesOf(layer, first)) {
          const places = position.slice();
          moved.forEach((vertex, at) => places[vertex] = at);
          assert(
            counterOf(graph, order.map((other) => other === layer ? moved : other))(places) >= before - won,
          );
        }
      }
    }),
    { numRuns: 60, seed: 6 },
  );
});

/** The layer with one vertex moved, in every way; what begins at the left stays there. */
function movesOf(layer: Int32Array, first: number): Int32Array[] {
  const least = layer[0] === first ? 1 : 0;
  const moves: Int32Array[] = [];
  for (let from = least; from < layer.length; from++) {
    for (let to = least; to < layer.length; to++) {
      const moved = [...layer];
      moved.splice(to, 0, ...moved.splice(from, 1));
      moves.push(Int32Array.from(moved));
    }
  }
  return moves;
}
