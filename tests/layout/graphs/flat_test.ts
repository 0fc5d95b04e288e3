import { assert, assertEquals } from "@std/assert";
import { oddGraph, planGraph, sparseGraph, treeGraph } from "./flat.ts";

const MAKERS = { sparseGraph, planGraph, treeGraph, oddGraph };

for (const [name, make] of Object.entries(MAKERS)) {
  Deno.test(`${name}() makes the same graph for the same seed and joins nodes that are there`, () => {
    for (const count of [1, 2, 5, 60]) {
      const graph = make(count, 7);
      assertEquals(graph, make(count, 7));
      const ids = new Set(graph.nodes.map(({ id }) => id));
      assertEquals(ids.size, count);
      assert(graph.edges.every(({ from, to }) => ids.has(from) && ids.has(to)));
    }
  });
}
