import { assert, assertEquals } from "@std/assert";
import { balanceColumns } from "./balance_columns.ts";
import { backEdges } from "../layering/back_edges.ts";
import { layeredGraph } from "../graph/layered_graph.ts";
import { assignLayers } from "../layering/assign_layers.ts";
import { documentOrder, levelOf } from "../testing.ts";

/** The columns after balancing where neighbours keep a distance of 140. */
function balanced(count: number, edges: string, x: readonly number[]): number[] {
  const level = levelOf(count, edges);
  const graph = layeredGraph(level, assignLayers(level, backEdges(level)));
  const columns = Float64Array.from(x);
  balanceColumns(graph, documentOrder(graph), columns, () => 140);
  return [...columns];
}

Deno.test("balanceColumns() moves a node that leads to one other above it", () => {
  const [a, b] = balanced(2, "0>1", [0, 500]);
  assertEquals(a, b);
});

Deno.test("balanceColumns() leaves a node where it is as long as that is between its neighbours", () => {
  assertEquals(balanced(3, "0>1 0>2", [30, 0, 140]), [30, -40, 100]);
});

Deno.test("balanceColumns() leaves long edges where they are", () => {
  const x = [0, 0, 0, 200];
  assertEquals(balanced(3, "0>1 1>2 0>2", x)[3], 200);
});

Deno.test("balanceColumns() keeps the distance of nodes that want to stand in one place", () => {
  const [, b, c, d] = balanced(4, "0>1 0>2 0>3", [200, 0, 140, 280]);
  assert(c! - b! >= 140 - 1e-9 && d! - c! >= 140 - 1e-9);
  assertEquals(Math.round((b! + d!) / 2), Math.round(c!));
});

Deno.test("balanceColumns() leaves a node that nothing joins", () => {
  assertEquals(balanced(2, "", [7, 147]), [7, 147]);
});
