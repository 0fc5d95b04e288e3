import { assert, assertEquals } from "@std/assert";
import { layeredGraph } from "../graph/layered_graph.ts";
import { documentOrder, levelOf } from "../testing.ts";
import { assignPorts } from "./assign_ports.ts";
import { findRuns } from "./find_runs.ts";

/** The places of the runs of every edge of nodes in layers, at these places; further vertices are of long edges. */
function runsOf(edges: string, layers: readonly number[], places: readonly number[]): number[][] {
  const layerOf = Int32Array.from(layers);
  const graph = layeredGraph(levelOf(layers.length, edges), {
    layerOf,
    layerCount: Math.max(...layers) + 1,
    span: 1,
  });
  const x = Float64Array.from(places);
  return findRuns(graph, documentOrder(graph), x, assignPorts(graph, x, 20), 12).map((runs) =>
    runs.map((run) => run.x)
  );
}

Deno.test("findRuns() draws a line straight between nodes that are above each other", () => {
  assertEquals(runsOf("0>1", [0, 1], [0, 30]), [[15]]);
});

Deno.test("findRuns() turns a line once between nodes that are apart", () => {
  assertEquals(runsOf("0>1", [0, 1], [0, 200])[0]?.length, 2);
});

Deno.test("findRuns() moves an end along its side where that saves a corner", () => {
  // A long edge passes its layer at 30, beside node 1: its lower end is straight below that.
  const [runs = []] = runsOf("0>2", [0, 1, 2], [0, -150, 0, 30]);
  assertEquals(runs.length, 1);
  assert(Math.abs(runs[0]!) <= 50);
});

Deno.test("findRuns() keeps a line off the nodes that it passes", () => {
  const [runs = []] = runsOf("0>2", [0, 1, 2], [0, 0, 0, 70]);
  assert(runs.some((x) => x >= 62));
});
