import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { layeredGraphs } from "../_arbitrary.ts";
import { CROSSING, CROSSING_OF_LONG, slotsOf } from "./crossings.ts";
import { Embedding } from "./embedding.ts";
import { type LayeredGraph, layeredGraph, type Order, positionsOf } from "../graph/layered_graph.ts";
import { orderLayers } from "./order_layers.ts";
import { documentOrder, levelOf } from "../testing.ts";

function embeddingOf(graph: LayeredGraph, order: Order = documentOrder(graph)): Embedding {
  const first = graph.level.nodes.findIndex((node) => node.first);
  return new Embedding(graph, slotsOf(graph), order, first);
}

/** The cost of all crossings of an order, counted segment by segment. */
function costOf(graph: LayeredGraph, order: Order): number {
  const { upper, lower, layerOf, edgeOf } = graph;
  const slots = slotsOf(graph);
  const position = positionsOf(order);
  const from = (at: number) => position[upper[at]!]! * slots.perVertex + slots.upper[at]!;
  const to = (at: number) => position[lower[at]!]! * slots.perVertex + slots.lower[at]!;
  const isInner = (at: number) => edgeOf[upper[at]!]! >= 0 && edgeOf[lower[at]!]! >= 0;
  let cost = 0;
  for (let a = 0; a < upper.length; a++) {
    for (let b = 0; b < a; b++) {
      if (layerOf[upper[a]!] !== layerOf[upper[b]!]) continue;
      if ((from(a) - from(b)) * (to(a) - to(b)) >= 0) continue;
      cost += isInner(a) && isInner(b) ? CROSSING_OF_LONG : CROSSING;
    }
  }
  return cost;
}

/** The least cost with the vertices of an edge anywhere in their layers and all else as it is. */
function leastCost(graph: LayeredGraph, order: Order, edge: number): number {
  const first = graph.level.nodes.findIndex((node) => node.first);
  const inner = graph.chains[edge]!.vertices.slice(1, -1);
  const search = (at: number, current: Order): number => {
    const vertex = inner[at];
    if (vertex === undefined) return costOf(graph, current);
    const layer = graph.layerOf[vertex]!;
    const others = [...current[layer]!].filter((other) => other !== vertex);
    let least = Infinity;
    for (let place = others[0] === first ? 1 : 0; place <= others.length; place++) {
      const moved = Int32Array.from(others.toSpliced(place, 0, vertex));
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
function twoColumns(): LayeredGraph {
  const layerOf = Int32Array.of(0, 1, 2, 3, 0, 1, 2, 3);
  return layeredGraph(levelOf(8, "0>1 1>2 2>3 4>5 5>6 6>7 0>3"), { layerOf, layerCount: 4, span: 1 });
}

Deno.test("Embedding counts the cost of the crossings between layers", () => {
  fc.assert(
    fc.property(layeredGraphs(), (graph) => {
      const order = documentOrder(graph);
      assertEquals(embeddingOf(graph).cost(0, graph.layerCount - 1), costOf(graph, order));
    }),
    { numRuns: 100, seed: 3 },
  );
});

Deno.test("Embedding moves an edge to the other side of a column when that saves crossings", () => {
  const embedding = embeddingOf(twoColumns());
  assertEquals(embedding.cost(0, 3), 2 * CROSSING);
  embedding.takeOut([6]);
  assertEquals(embedding.cost(0, 3), 0);
  embedding.insertEdge(6);
  assertEquals(embedding.cost(0, 3), 0);
});

Deno.test("Embedding puts every edge in where it costs least", () => {
  fc.assert(
    fc.property(layeredGraphs(5), (graph) => {
      graph.chains.forEach((chain, edge) => {
        const order = documentOrder(graph);
        const ways = chain?.vertices.slice(1, -1).map((vertex) => order[graph.layerOf[vertex]!]!.length) ??
          [];
        if (chain === undefined || chain.leads === "turn" || ways.reduce((a, b) => a * b, 1) > 2000) return;
        const embedding = embeddingOf(graph);
        embedding.takeOut([edge]);
        embedding.insertEdge(edge);
        const result = embedding.result();
        assertEquals(costOf(result.graph, result.order), leastCost(graph, order, edge));
      });
    }),
    { numRuns: 60, seed: 4 },
  );
});

Deno.test("Embedding goes back to what was kept", () => {
  fc.assert(
    fc.property(layeredGraphs(), (graph) => {
      const order = orderLayers(graph, 1);
      const embedding = embeddingOf(graph, order);
      const last = graph.layerCount - 1;
      const cost = embedding.cost(0, last);
      const saved = embedding.save(0, last);
      const edges = graph.chains.flatMap((chain, edge) => chain && chain.leads !== "turn" ? [edge] : []);
      embedding.takeOut(edges);
      assert(embedding.cost(0, last) <= cost);
      embedding.restore(saved);
      assertEquals(embedding.cost(0, last), cost);
      assertEquals(embedding.result().order, order);
    }),
    { numRuns: 60, seed: 5 },
  );
});

Deno.test("Embedding drops layers at the ends that nothing is left in", () => {
  const layerOf = Int32Array.of(1, 2);
  const graph = layeredGraph(levelOf(2, "0>1"), { layerOf, layerCount: 4, span: 1 });
  const result = embeddingOf(graph).result();
  assertEquals([...result.graph.layerOf], [0, 1]);
  assertEquals(result.order, [Int32Array.of(0), Int32Array.of(1)]);
});
