import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { levels } from "../_arbitrary.ts";
import { backEdges } from "./back_edges.ts";
import { assignLayers, componentsOf } from "./assign_layers.ts";
import type { Layering, LevelGraph } from "../graph/level.ts";
import { levelOf, onBorder } from "../testing.ts";

function layersOf(level: LevelGraph): Layering {
  return assignLayers(level, backEdges(level));
}

const LABEL = { label: { width: 50, height: 18 } };

Deno.test("assignLayers() puts nodes below those that lead to them, back edges aside", () => {
  const { layerOf, layerCount, span } = layersOf(levelOf(3, "0>1 1>2 2>0 0>2"));
  assertEquals([[...layerOf], layerCount, span], [[0, 1, 2], 3, 1]);
});

Deno.test("assignLayers() leaves a layer for labels between those of nodes", () => {
  const { layerOf, layerCount, span } = layersOf(levelOf(2, "0>1", { edges: { 0: LABEL } }));
  assertEquals([[...layerOf], layerCount, span], [[0, 2], 3, 2]);
});

Deno.test("assignLayers() puts a node near the one it leads to when nothing leads to it", () => {
  assertEquals([...layersOf(levelOf(4, "0>1 1>2 3>2")).layerOf], [0, 1, 2, 1]);
});

Deno.test("assignLayers() puts the node where reading begins in the first layer, beside none above", () => {
  const level = levelOf(3, "0>1 2>1", { nodes: { 1: { first: true } } });
  assertEquals([...layersOf(level).layerOf], [1, 0, 1]);
});

Deno.test("assignLayers() gives places on the border the outermost layers", () => {
  const level = levelOf(4, "2>0 0>1 1>3", { nodes: { 2: onBorder("top"), 3: onBorder("bottom") } });
  const { layerOf, layerCount } = layersOf(level);
  assertEquals([[...layerOf], layerCount], [[1, 2, 0, 3], 4]);
});

Deno.test("assignLayers() begins every component at the top", () => {
  assertEquals([...layersOf(levelOf(5, "0>1 1>2 3>4")).layerOf], [0, 1, 2, 0, 1]);
});

Deno.test("assignLayers() moves nodes that have the choice to emptier layers", () => {
  // 4 to 7 may stand beside 1 or beside 2.
  const { layerOf } = layersOf(levelOf(8, "0>1 1>2 2>3 0>4 4>3 0>5 5>3 0>6 6>3 0>7 7>3"));
  const sizes = [1, 2].map((layer) => layerOf.filter((value) => value === layer).length);
  assertEquals(sizes.toSorted(), [2, 4]);
});

Deno.test("assignLayers() puts the children of a row in one layer, with one below where edges join them", () => {
  assertEquals([...layersOf(levelOf(3, "", { row: true })).layerOf], [0, 0, 0]);
  assertEquals(layersOf(levelOf(3, "", { row: true })).layerCount, 1);
  assertEquals(layersOf(levelOf(3, "0>2", { row: true })).layerCount, 2);
});

Deno.test("assignLayers() lets every edge between children lead down, a back edge up, and keeps borders outside", () => {
  fc.assert(
    fc.property(levels(), (level) => {
      const back = backEdges(level);
      const { layerOf, layerCount, span } = assignLayers(level, back);
      const children = [...level.nodes.keys()].filter((node) => level.nodes[node]!.border === undefined);
      level.nodes.forEach(({ border }, node) => {
        if (border === "top") assertEquals(layerOf[node], 0);
        if (border === "bottom") assertEquals(layerOf[node], layerCount - 1);
      });
      for (const node of layerOf) assert(node >= 0 && node < layerCount);
      if (level.row) {
        assertEquals(new Set(children.map((child) => layerOf[child])).size, 1);
        return;
      }
      const top = Math.min(...children.map((child) => layerOf[child]!));
      const first = children.find((child) => level.nodes[child]!.first);
      if (first !== undefined) assertEquals(layerOf[first], top);
      level.edges.forEach(({ from, to }, index) => {
        if (level.nodes[from]!.border !== undefined || level.nodes[to]!.border !== undefined) return;
        const down = layerOf[to]! - layerOf[from]!;
        assert(back[index] === 1 ? down <= -span : down >= span, `edge ${index} leads ${down} layers down`);
      });
    }),
    { numRuns: 300, seed: 3 },
  );
});

Deno.test("componentsOf() numbers components by their first nodes", () => {
  assertEquals([...componentsOf(5, [4, 3], [1, 0])], [0, 1, 2, 0, 1]);
});
