import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { layeredGraphs } from "../_arbitrary.ts";
import { CrossingCounter, type Slots, slotsOf } from "./crossings.ts";
import { type LayeredGraph, layeredGraph, type Order, positionsOf } from "../graph/layered_graph.ts";
import { documentOrder, levelOf } from "../testing.ts";

/** Crossings pair by pair; ends at one free vertex do not cross. */
export function naiveCount(
  { upper, lower, layerOf }: LayeredGraph,
  slots: Slots,
  position: Int32Array,
): number {
  const from = (segment: number) => position[upper[segment]!]! * slots.perVertex + slots.upper[segment]!;
  const to = (segment: number) => position[lower[segment]!]! * slots.perVertex + slots.lower[segment]!;
  let crossings = 0;
  for (let a = 0; a < upper.length; a++) {
    for (let b = 0; b < a; b++) {
      if (layerOf[upper[a]!] !== layerOf[upper[b]!]) continue;
      if ((from(a) - from(b)) * (to(a) - to(b)) < 0) crossings++;
    }
  }
  return crossings;
}

function count(graph: LayeredGraph, order: Order): number {
  const widest = Math.max(...order.map((layer) => layer.length));
  return new CrossingCounter(graph, slotsOf(graph), widest).count(order, positionsOf(order));
}

const TWO_LAYERS = (vertices: number) => ({
  layerOf: Int32Array.from({ length: vertices }, (_, vertex) => vertex % 2),
  layerCount: 2,
  span: 1,
});

Deno.test("CrossingCounter counts two segments that change sides", () => {
  const graph = layeredGraph(levelOf(4, "0>3 2>1"), TWO_LAYERS(4));
  assertEquals(count(graph, documentOrder(graph)), 1);
  assertEquals(count(graph, [Int32Array.of(0, 2), Int32Array.of(3, 1)]), 0);
});

Deno.test("CrossingCounter counts no crossing between segments of one vertex", () => {
  const graph = layeredGraph(levelOf(6, "0>1 0>3 0>5 2>5 4>5"), TWO_LAYERS(6));
  assertEquals(count(graph, documentOrder(graph)), 0);
});

Deno.test("CrossingCounter counts segments that cross because of their ports", () => {
  const graph = layeredGraph(
    levelOf(2, "0>1 0>1", { edges: { 0: { fromPort: 10, toPort: 90 }, 1: { fromPort: 90, toPort: 10 } } }),
    TWO_LAYERS(2),
  );
  assertEquals(count(graph, documentOrder(graph)), 1);
});

Deno.test("slotsOf() numbers given ports from left to right and leaves the others together", () => {
  const edges = { 0: { fromPort: 90 }, 1: { fromPort: 10 } };
  const slots = slotsOf(layeredGraph(levelOf(2, "0>1 0>1 0>1", { edges }), TWO_LAYERS(2)));
  assertEquals([slots.perVertex, [...slots.upper], [...slots.lower]], [2, [1, 0, 0], [0, 0, 0]]);
});

Deno.test("CrossingCounter counts as many as a look at every pair", () => {
  fc.assert(
    fc.property(layeredGraphs(), fc.infiniteStream(fc.nat()), (graph, numbers) => {
      const order = documentOrder(graph).map((layer) => {
        const keys = new Map([...layer].map((vertex) => [vertex, Number(numbers.next().value)]));
        return layer.toSorted((a, b) => keys.get(a)! - keys.get(b)! || a - b);
      });
      assertEquals(count(graph, order), naiveCount(graph, slotsOf(graph), positionsOf(order)));
    }),
    { numRuns: 300, seed: 5 },
  );
});
