import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { layeredGraphs } from "../_arbitrary.ts";
import { backEdges } from "../layering/back_edges.ts";
import { type LayeredGraph, layeredGraph } from "./layered_graph.ts";
import { assignLayers } from "../layering/assign_layers.ts";
import type { LevelGraph } from "./level.ts";
import { levelOf } from "../testing.ts";

function cut(level: LevelGraph): LayeredGraph {
  return layeredGraph(level, assignLayers(level, backEdges(level)));
}

const LABEL = { label: { width: 50, height: 18 } };

Deno.test("layeredGraph() gives an edge a vertex in every layer that it passes", () => {
  const { chains, layerOf, edgeOf, count } = cut(levelOf(3, "0>1 1>2 0>2"));
  assertEquals(count, 4);
  assertEquals(chains[2], { leads: "down", vertices: [0, 3, 2], segments: [2, 3] });
  assertEquals([layerOf[3], edgeOf[3]], [1, 2]);
});

Deno.test("layeredGraph() takes the way of a back edge from its target down to its source", () => {
  const { chains, upper, lower } = cut(levelOf(2, "0>1 1>0"));
  assertEquals(chains[1], { leads: "up", vertices: [0, 1], segments: [1] });
  assertEquals([upper[1], lower[1]], [0, 1]);
});

Deno.test("layeredGraph() puts a label into the odd layer nearest to the middle of its edge", () => {
  const { chains, isLabel, layerOf } = cut(levelOf(4, "0>1 1>2 2>3 0>3", { edges: { 3: LABEL } }));
  const labels = chains[3]?.vertices.filter((vertex) => isLabel[vertex] === 1) ?? [];
  assertEquals(labels.map((vertex) => layerOf[vertex]), [3]);
});

Deno.test("layeredGraph() lets an edge within a layer turn in a vertex below", () => {
  const level = levelOf(2, "0>1", { row: true, edges: { 0: LABEL } });
  const { chains, layerOf, isLabel } = cut(level);
  assertEquals(chains[0], { leads: "turn", vertices: [0, 2, 1], segments: [0, 1] });
  assertEquals([layerOf[2], isLabel[2]], [1, 1]);
});

Deno.test("layeredGraph() measures given ports from the middles of their nodes", () => {
  const edges = { 0: { fromPort: 10, toPort: 90 } };
  const { upperPort, lowerPort } = cut(levelOf(2, "0>1 1>0", { edges }));
  assertEquals([...upperPort, ...lowerPort], [-40, NaN, 40, NaN]);
});

Deno.test("layeredGraph() gives an edge from a node to itself no way", () => {
  assertEquals(layeredGraph(levelOf(1, "0>0"), assignLayers(levelOf(1), new Uint8Array(1))).chains, [
    undefined,
  ]);
});

Deno.test("layeredGraph() counts the room around a box to what it takes up", () => {
  const margin = { top: 1, right: 2, bottom: 3, left: 4 };
  const { left, right, up, down } = cut(levelOf(1, "", { nodes: { 0: { margin } } }));
  assertEquals([left[0], right[0], up[0], down[0]], [54, 52, 21, 23]);
});

Deno.test("layeredGraph() joins neighbouring layers only, and lists every segment at both ends", () => {
  fc.assert(
    fc.property(layeredGraphs(), ({ upper, lower, layerOf, below, above, count }) => {
      upper.forEach((vertex, segment) => assertEquals(layerOf[lower[segment]!], layerOf[vertex]! + 1));
      for (const [lists, ends] of [[below, upper], [above, lower]] as const) {
        for (let vertex = 0; vertex < count; vertex++) {
          const listed = [...lists.items.subarray(lists.start[vertex], lists.start[vertex + 1])];
          assertEquals(listed, [...ends.keys()].filter((segment) => ends[segment] === vertex));
        }
      }
    }),
    { numRuns: 100, seed: 4 },
  );
});
