import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { LevelGraph } from "../graph/level.ts";
import { layoutGraph } from "../layout_graph.ts";
import { settingsOf } from "../options.ts";
import { levelOf } from "../testing.ts";
import { assignLayers } from "./assign_layers.ts";
import { backEdges } from "./back_edges.ts";
import { narrowLayers } from "./narrow_layers.ts";

const SETTINGS = settingsOf({});

/** A level of so many nodes with some edges. */
function level(count: number, pairs: readonly (readonly [number, number])[]): LevelGraph {
  const edges = pairs.map(([from, to]) => ({
    from,
    to,
    label: undefined,
    fromPort: undefined,
    toPort: undefined,
  }));
  return { ...levelOf(count), edges };
}

/** The ids and edges of a hub with so many nodes below it. */
function star(count: number) {
  return {
    nodes: Array.from({ length: count + 1 }, (_, at) => ({ id: String(at), width: 100, height: 60 })),
    edges: Array.from({ length: count }, (_, at) => ({ id: `e${at}`, from: "0", to: String(at + 1) })),
  };
}

Deno.test("narrowLayers() lets edges lead down as before", () => {
  const edges = fc.array(fc.tuple(fc.nat(29), fc.nat(29)).filter(([from, to]) => from !== to), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(edges, (pairs) => {
      const graph = level(30, pairs);
      const back = backEdges(graph);
      const layering = assignLayers(graph, back);
      const { layerOf, layerCount } = narrowLayers(graph, back, layering, 1, SETTINGS);
      graph.edges.forEach(({ from, to }, at) => {
        const [upper, lower] = back[at] === 1 ? [to, from] : [from, to];
        assert(layerOf[upper]! < layerOf[lower]!);
      });
      assert(layerOf.every((layer, node) => layer >= layering.layerOf[node]! && layer < layerCount));
    }),
    { seed: 5 },
  );
});

Deno.test("narrowLayers() keeps the layers of small parts", () => {
  const graph = level(6, [[0, 1], [0, 2], [0, 3], [0, 4], [0, 5]]);
  const back = backEdges(graph);
  const layering = assignLayers(graph, back);
  assertEquals(narrowLayers(graph, back, layering, 1, SETTINGS), layering);
});

Deno.test("layoutGraph() draws a wide graph in about the wanted ratio", () => {
  const ratio = (aspect: number | undefined) => {
    const { width, height } = layoutGraph(star(60), { aspect });
    return width / height;
  };
  assert(ratio(undefined) > 20);
  for (const aspect of [0.75, 1, 4 / 3]) {
    assert(ratio(aspect) > aspect / 2 && ratio(aspect) < aspect * 2, `${ratio(aspect)} instead of ${aspect}`);
  }
});
