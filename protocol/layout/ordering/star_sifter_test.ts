import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { layeredGraphs } from "../_arbitrary.ts";
import { CrossingCounter, slotsOf } from "./crossings.ts";
import { Embedding } from "./embedding.ts";
import { type LayeredGraph, layeredGraph, type Order, positionsOf } from "../graph/layered_graph.ts";
import { orderLayers } from "./order_layers.ts";
import { LENGTH, siftStars } from "./star_sifter.ts";
import { documentOrder, levelOf } from "../testing.ts";

function count(graph: LayeredGraph, order: Order): number {
  const widest = Math.max(...order.map((layer) => layer.length));
  return new CrossingCounter(graph, slotsOf(graph), widest).count(order, positionsOf(order));
}

/** The cost that the sifter reduces: that of crossings and of lengths. */
function costOf(graph: LayeredGraph, order: Order): number {
  const crossings = new Embedding(graph, slotsOf(graph), order, -1).cost(0, graph.layerCount - 1);
  const spans = graph.level.edges.map(({ from, to }) => Math.abs(graph.layerOf[from]! - graph.layerOf[to]!));
  return crossings + LENGTH * spans.reduce((sum, span) => sum + span, 0);
}

Deno.test("siftStars() moves a node to another layer when that saves crossings", () => {
  // Three nodes over two, each joined with each, cross three times; with one of the lower ones further down, once.
  const layerOf = Int32Array.of(0, 0, 1, 1, 2, 1, 0);
  const graph = layeredGraph(levelOf(7, "0>2 0>3 1>2 1>3 6>2 6>3 0>5 5>4"), {
    layerOf,
    layerCount: 3,
    span: 1,
  });
  const order = orderLayers(graph, 12);
  assertEquals(count(graph, order), 3);
  const sifted = siftStars(graph, order);
  assertEquals(count(sifted.graph, sifted.order), 1);
});

Deno.test("siftStars() leaves the children of a row as they are", () => {
  const graph = layeredGraph(levelOf(4, "0>3 3>1 2>0", { row: true }), {
    layerOf: Int32Array.of(0, 0, 0, 0),
    layerCount: 1,
    span: 1,
  });
  const order = documentOrder(graph);
  assertEquals(siftStars(graph, order), { graph, order });
});

Deno.test("siftStars() makes the cost no higher, turns no edge, and moves neither what is first nor the border", () => {
  fc.assert(
    fc.property(layeredGraphs(), (before) => {
      if (before.level.row) return;
      const start = orderLayers(before, 1);
      const { graph, order } = siftStars(before, start);
      assert(costOf(graph, order) <= costOf(before, start));
      const { level, layerOf, span } = graph;
      level.edges.forEach(({ from, to }, edge) => {
        assertEquals(graph.chains[edge]?.leads, before.chains[edge]?.leads);
        const spans = Math.abs(layerOf[from]! - layerOf[to]!);
        if (from !== to && graph.chains[edge]!.leads !== "turn") assert(spans >= span);
      });
      level.nodes.forEach(({ border, first }, node) => {
        if (border !== "top" && border !== "bottom") assertEquals(layerOf[node]! % span, 0);
        if (border === "top") assertEquals(layerOf[node], 0);
        if (border === "bottom") assertEquals(layerOf[node], graph.layerCount - 1);
        if (first) assertEquals(order[layerOf[node]!]![0], node);
      });
      assertEquals(
        order.flatMap((layer, at) => [...layer].map((vertex) => layerOf[vertex] === at)).filter((is) => is)
          .length,
        graph.count,
      );
      assertEquals(siftStars(before, start), { graph, order });
    }),
    { numRuns: 200, seed: 6 },
  );
});
