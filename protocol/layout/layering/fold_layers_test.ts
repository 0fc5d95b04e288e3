import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { levels } from "../_arbitrary.ts";
import { settingsOf } from "../options.ts";
import { levelOf } from "../testing.ts";
import { assignLayers } from "./assign_layers.ts";
import { backEdges } from "./back_edges.ts";
import { foldings } from "./fold_layers.ts";

const SETTINGS = settingsOf({ lines: "upright" });

Deno.test("foldings() puts a chain beside a large node in the narrowest columns", () => {
  const level = levelOf(5, "0>1 1>2 2>3 3>4", { nodes: { 4: { width: 600, height: 400 } } });
  const found = foldings(level, assignLayers(level, backEdges(level)), SETTINGS);
  const beside = found.filter(({ columnOf }) => [...columnOf].join() === "0,0,0,0,1");
  assertEquals(beside.map(({ down }) => down), [false, true]);
  const [whole] = found;
  assert(beside[0]!.height < whole!.height && beside[0]!.width > whole!.width);
});

Deno.test("foldings() leads every second column upwards, or all of them down", () => {
  const level = levelOf(6, "0>1 1>2 2>3 3>4 4>5");
  const found = foldings(level, assignLayers(level, backEdges(level)), SETTINGS)
    .filter(({ columnOf }) => [...columnOf].join() === "0,0,0,1,1,1");
  assertEquals(found.map(({ layering }) => [...layering.layerOf]), [[0, 1, 2, 2, 1, 0], [0, 1, 2, 0, 1, 2]]);
});

Deno.test("foldings() leaves a row as it is", () => {
  const level = levelOf(3, "0>1 1>2", { row: true });
  const layering = assignLayers(level, backEdges(level));
  assertEquals(foldings(level, layering, SETTINGS).map(({ layering: { layerOf } }) => layerOf), [
    layering.layerOf,
  ]);
});

Deno.test("foldings() begins with the layers that edges ask for, and keeps the first layer in the first", () => {
  fc.assert(
    fc.property(levels(10), (level) => {
      const nodes = level.nodes.filter(({ border }) => border === undefined);
      const edges = level.edges.filter(({ from, to }) => from < nodes.length && to < nodes.length);
      const inner = { ...level, nodes, edges };
      const layering = assignLayers(inner, backEdges(inner));
      const [plain, ...others] = foldings(inner, layering, SETTINGS);
      assertEquals([plain!.layering, plain!.columns], [layering, 1]);
      for (const { layering: { layerOf, span, layerCount }, columns } of others) {
        assert(columns > 1);
        layerOf.forEach((layer, node) => {
          assert(layer % span === 0 && layer < layerCount);
          if (layering.layerOf[node] === 0) assertEquals(layer, 0);
        });
      }
    }),
    { numRuns: 100, seed: 5 },
  );
});
