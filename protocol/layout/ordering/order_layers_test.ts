import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { layeredGraphs } from "../_arbitrary.ts";
import { CrossingCounter, slotsOf } from "./crossings.ts";
import { backEdges } from "../layering/back_edges.ts";
import { type LayeredGraph, layeredGraph, type Order, positionsOf } from "../graph/layered_graph.ts";
import { assignLayers } from "../layering/assign_layers.ts";
import type { LevelGraph } from "../graph/level.ts";
import { orderLayers } from "./order_layers.ts";
import { levelOf } from "../testing.ts";

function cut(level: LevelGraph): LayeredGraph {
  return layeredGraph(level, assignLayers(level, backEdges(level)));
}

function count(graph: LayeredGraph, order: Order): number {
  const widest = Math.max(...order.map((layer) => layer.length));
  return new CrossingCounter(graph, slotsOf(graph), widest).count(order, positionsOf(order));
}

Deno.test("orderLayers() draws a tree without crossings", () => {
  const graph = cut(levelOf(10, "0>3 1>2 3>9 2>8 0>5 1>4 5>7 4>6"));
  assertEquals(count(graph, orderLayers(graph, 1)), 0);
});

Deno.test("orderLayers() finds the only way to draw a ladder without crossings", () => {
  const graph = cut(levelOf(8, "0>2 0>3 1>2 2>5 3>4 3>5 4>7 5>6 5>7"));
  assertEquals(count(graph, orderLayers(graph, 12)), 0);
});

Deno.test("orderLayers() gets the complete graph of three and three to its nine crossings", () => {
  const graph = cut(levelOf(6, "0>3 0>4 0>5 1>3 1>4 1>5 2>3 2>4 2>5"));
  assertEquals(count(graph, orderLayers(graph, 12)), 9);
});

Deno.test("orderLayers() works on a single node and with the least effort", () => {
  assertEquals(orderLayers(cut(levelOf(1)), 12), [Int32Array.of(0)]);
  assertEquals(orderLayers(cut(levelOf(2, "0>1")), 0), [Int32Array.of(0), Int32Array.of(1)]);
});

Deno.test("orderLayers() leaves the children of a row as they are", () => {
  const graph = cut(levelOf(4, "0>3 3>1 2>0", { row: true }));
  assertEquals([...orderLayers(graph, 12)[0]!], [0, 1, 2, 3]);
});

Deno.test("orderLayers() keeps every vertex in its layer, and what is first at the left", () => {
  fc.assert(
    fc.property(layeredGraphs(), (graph) => {
      const order = orderLayers(graph, 12);
      order.forEach((layer, at) => {
        assertEquals(
          [...layer].sort((a, b) => a - b),
          [...graph.layerOf.keys()].filter((v) => graph.layerOf[v] === at),
        );
      });
      const first = graph.level.nodes.findIndex((node) => node.first);
      if (first >= 0 && !graph.level.row) assertEquals(order[graph.layerOf[first]!]![0], first);
      assertEquals(orderLayers(graph, 12), order);
    }),
    { numRuns: 60, seed: 8 },
  );
});

Deno.test("orderLayers() never has more crossings with more effort than twice those of little", () => {
  fc.assert(
    fc.property(layeredGraphs(10), (graph) => {
      const [little, much] = [1, 12].map((effort) => count(graph, orderLayers(graph, effort)));
      assert(much! <= 2 * little! + 1, `${much} crossings instead of ${little}`);
    }),
    { numRuns: 60, seed: 9 },
  );
});
