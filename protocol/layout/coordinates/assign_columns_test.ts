import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { layeredGraphs } from "../_arbitrary.ts";
import { separationOf } from "./separation.ts";
import { assignColumns, straightenRuns } from "./assign_columns.ts";
import { backEdges } from "../layering/back_edges.ts";
import { type LayeredGraph, layeredGraph } from "../graph/layered_graph.ts";
import { assignLayers } from "../layering/assign_layers.ts";
import type { LevelGraph } from "../graph/level.ts";
import { LAYOUT_DEFAULTS } from "../options.ts";
import { orderLayers } from "../ordering/order_layers.ts";
import { documentOrder, levelOf, onBorder } from "../testing.ts";

function cut(level: LevelGraph): LayeredGraph {
  return layeredGraph(level, assignLayers(level, backEdges(level)));
}

function columnsOf(level: LevelGraph): number[] {
  const graph = cut(level);
  return [...assignColumns(graph, documentOrder(graph), LAYOUT_DEFAULTS)];
}

Deno.test("assignColumns() stands a path upright", () => {
  const [a, b, c] = columnsOf(levelOf(3, "0>1 1>2", { nodes: { 1: { width: 300 } } }));
  assertEquals([b, c], [a, a]);
});

Deno.test("assignColumns() stands a node in the middle above the two that it leads to", () => {
  const [a, b, c] = columnsOf(levelOf(3, "0>1 0>2"));
  assertEquals([c! - b!, 2 * a!], [140, b! + c!]);
});

Deno.test("assignColumns() runs a long edge straight past the nodes beside it", () => {
  const columns = columnsOf(levelOf(4, "0>1 1>2 2>3 0>3"));
  assertEquals(columns[4], columns[5]);
});

Deno.test("assignColumns() aligns a node with the port that a line comes from", () => {
  const [a, b] = columnsOf(levelOf(2, "0>1", { edges: { 0: { fromPort: 80 } } }));
  assertEquals(b! - a!, 30);
});

Deno.test("separationOf() keeps nodes apart by their gap, and lines and labels by that of edges", () => {
  const label = { width: 60, height: 18 };
  const graph = cut(
    levelOf(4, "0>1 0>2 1>2 3>0", { nodes: { 3: onBorder("top") }, edges: { 1: { label } } }),
  );
  const separation = separationOf(graph, { ...LAYOUT_DEFAULTS, nodeGap: 40, edgeGap: 12 });
  const vertexOf = (isLabel: number) =>
    [...graph.edgeOf.keys()].find((v) => graph.edgeOf[v] === 1 && graph.isLabel[v] === isLabel)!;
  assertEquals(separation(0, 1), 140);
  assertEquals(separation(0, vertexOf(0)), 62);
  assertEquals(separation(0, vertexOf(1)), 92);
  assertEquals(separation(0, 3), 62);
});

Deno.test("assignColumns() keeps every distance within the layers, and the order", () => {
  fc.assert(
    fc.property(layeredGraphs(), (graph) => {
      const order = orderLayers(graph, 1);
      const columns = assignColumns(graph, order, LAYOUT_DEFAULTS);
      const separation = separationOf(graph, LAYOUT_DEFAULTS);
      for (const layer of order) {
        for (let at = 1; at < layer.length; at++) {
          const [left, right] = [layer[at - 1]!, layer[at]!];
          assert(columns[right]! - columns[left]! >= separation(left, right) - 1e-6, `${left} and ${right}`);
        }
      }
    }),
    { numRuns: 200, seed: 12 },
  );
});

/** The columns of a path 0, 1, 2, 3 and of the vertices 4 and 5 of an edge beside it, after straightening. */
function straightened(x: readonly number[], separation: number): number[] {
  const layering = { layerOf: Int32Array.of(0, 1, 2, 3), layerCount: 4, span: 1 };
  const graph = layeredGraph(levelOf(4, "0>1 1>2 2>3 0>3"), layering);
  const columns = Float64Array.from(x);
  straightenRuns(graph, documentOrder(graph), columns, () => separation);
  return [...columns].slice(4);
}

Deno.test("straightenRuns() moves an upright run below the side that it comes from", () => {
  // The side of node 0 takes ends up to 40 from its middle; node 1 and 2 stand far at the left.
  assertEquals(straightened([0, -200, -200, -100, 60, 60], 62), [40, 40]);
});

Deno.test("straightenRuns() keeps the distance to what stands beside the run", () => {
  assertEquals(straightened([0, 0, 0, 0, 90, 90], 62), [62, 62]);
});

Deno.test("straightenRuns() leaves a run that is straight already", () => {
  assertEquals(straightened([0, -200, -200, 0, 20, 20], 62), [20, 20]);
});
