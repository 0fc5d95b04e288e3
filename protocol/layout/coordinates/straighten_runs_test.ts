import { assertEquals } from "@std/assert";
import { layeredGraph } from "../graph/layered_graph.ts";
import { straightenRuns } from "./straighten_runs.ts";
import { documentOrder, levelOf } from "../testing.ts";

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
