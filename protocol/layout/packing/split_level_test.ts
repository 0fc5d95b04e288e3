import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { levels } from "../_arbitrary.ts";
import { type LevelPart, splitLevel } from "./split_level.ts";
import { backEdges } from "../layering/back_edges.ts";
import { assignLayers } from "../layering/assign_layers.ts";
import type { LevelGraph } from "../graph/level.ts";
import { levelOf, onBorder } from "../testing.ts";

function split(level: LevelGraph): LevelPart[] {
  return splitLevel(level, assignLayers(level, backEdges(level)));
}

Deno.test("splitLevel() parts what no edge joins, in the order of the first nodes", () => {
  const parts = split(levelOf(5, "3>1 0>2"));
  assertEquals(parts.map(({ nodes, edges }) => [nodes, edges]), [[[0, 2], [1]], [[1, 3], [0]], [[4], []]]);
});

Deno.test("splitLevel() puts the part where reading begins first", () => {
  const parts = split(levelOf(3, "0>1", { nodes: { 2: { first: true } } }));
  assertEquals(parts.map(({ nodes }) => nodes), [[2], [0, 1]]);
});

Deno.test("splitLevel() leaves all that reaches the border in one part, and that first", () => {
  const level = levelOf(5, "3>1 2>4", {
    nodes: { 0: { first: true }, 3: onBorder("top"), 4: onBorder("bottom") },
  });
  assertEquals(split(level).map(({ nodes }) => nodes), [[1, 2, 3, 4], [0]]);
});

Deno.test("splitLevel() never parts a row", () => {
  assertEquals(split(levelOf(3, "", { row: true })).length, 1);
});

Deno.test("splitLevel() has one part for a level without nodes", () => {
  assertEquals(split(levelOf(0)).map(({ nodes }) => nodes), [[]]);
});

Deno.test("splitLevel() loses nothing: every node and edge is in one part, with its ends", () => {
  fc.assert(
    fc.property(levels(), (level) => {
      const parts = split(level);
      assertEquals(parts.flatMap(({ nodes }) => nodes).sort((a, b) => a - b), [...level.nodes.keys()]);
      assertEquals(parts.flatMap(({ edges }) => edges).sort((a, b) => a - b), [...level.edges.keys()]);
      for (const part of parts) {
        part.edges.forEach((edge, at) => {
          const { from, to } = part.level.edges[at]!;
          assertEquals([part.nodes[from], part.nodes[to]], [level.edges[edge]!.from, level.edges[edge]!.to]);
        });
        const { layerOf, layerCount } = part.layering;
        for (const layer of layerOf) assert(layer >= 0 && layer < layerCount);
      }
    }),
    { numRuns: 200, seed: 10 },
  );
});
