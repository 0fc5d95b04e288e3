import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { levels } from "./_arbitrary.ts";
import { backEdges } from "./layering/back_edges.ts";
import { assignLayers } from "./layering/assign_layers.ts";
import { type KnownParts, layoutLevel } from "./layout_level.ts";
import type { FramedLevel, LevelGraph } from "./graph/level.ts";
import { LAYOUT_DEFAULTS } from "./options.ts";
import { contains, levelOf, onBorder, overlap } from "./testing.ts";

const FRAME = { padding: { top: 36, right: 20, bottom: 20, left: 20 }, least: { width: 0, height: 0 } };

function arrange(level: LevelGraph, known?: KnownParts): FramedLevel {
  return layoutLevel(level, assignLayers(level, backEdges(level)), FRAME, LAYOUT_DEFAULTS, known);
}

Deno.test("layoutLevel() gives a level without nodes the size of its padding", () => {
  const { width, height } = arrange(levelOf(0));
  assertEquals([width, height], [40, 56]);
});

Deno.test("layoutLevel() brings an edge from outside in at the border", () => {
  const { routes, y, height } = arrange(
    levelOf(3, "1>0 0>2", { nodes: { 1: onBorder("top"), 2: onBorder("bottom") } }),
  );
  assertEquals([routes[0]?.points[0]?.y, y[0], routes[1]?.points.at(-1)?.y], [0, 36, height]);
});

Deno.test("layoutLevel() puts children apart from each other and inside of their container", () => {
  fc.assert(
    fc.property(levels(), (level) => {
      const { x, y, width, height } = arrange(level);
      const boxes = level.nodes.flatMap((node, at) =>
        node.border === undefined ? [{ x: x[at]!, y: y[at]!, width: node.width, height: node.height }] : []
      );
      boxes.forEach((box, at) => {
        assert(contains({ x: 0, y: 0, width, height }, box));
        for (const other of boxes.slice(0, at)) assert(!overlap(box, other));
      });
    }),
    { numRuns: 200, seed: 19 },
  );
});

Deno.test("layoutLevel() gives the same with an order that it knows from nodes of other sizes", () => {
  fc.assert(
    fc.property(levels(), fc.integer({ min: 1, max: 3 }), (level, factor) => {
      const known: KnownParts = { layouts: new Map(), orders: new Map() };
      const nodes = level.nodes.map((node) => ({
        ...node,
        width: factor * node.width,
        height: factor * node.height,
      }));
      arrange(level, known);
      assertEquals(arrange({ ...level, nodes }, known), arrange({ ...level, nodes }));
    }),
    { numRuns: 200, seed: 19 },
  );
});
