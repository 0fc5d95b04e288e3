import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Size } from "../../geometry/box.ts";
import type { LevelFrame, LevelGraph } from "../graph/level.ts";
import { NO_ROOM } from "../options.ts";
import { type ArrangedPart, boundsOf, frameLayout, moveRoute, packParts, shelvesOf } from "./pack_parts.ts";
import { levelOf, onBorder, overlap } from "../testing.ts";

const FRAME = { padding: { top: 30, right: 20, bottom: 20, left: 20 }, least: { width: 0, height: 0 } };
const GAP = { width: 40, height: 40 };

/** A part that is the node `index` alone, anywhere. */
function partOf(level: LevelGraph, index: number, at = { x: -7, y: 11 }): ArrangedPart {
  return {
    level: { nodes: [level.nodes[index]!], edges: [], row: false },
    layering: { layerOf: Int32Array.of(0), layerCount: 1, span: 1 },
    nodes: [index],
    edges: [],
    layout: { x: Float64Array.of(at.x), y: Float64Array.of(at.y), routes: [] },
  };
}

function levelOfSizes(sizes: readonly Size[]): LevelGraph {
  return levelOf(sizes.length, "", { nodes: { ...sizes } });
}

Deno.test("packParts() leaves a part that is alone where it is", () => {
  const level = levelOf(1);
  const part = partOf(level, 0);
  assertEquals(packParts(level, [part], FRAME, GAP), part.layout);
});

Deno.test("packParts() begins a new shelf where the first is as wide as the level should be", () => {
  const level = levelOf(4);
  const { x, y } = packParts(level, [0, 1, 2, 3].map((index) => partOf(level, index)), FRAME, GAP);
  assertEquals([[...x], [...y]], [[0, 140, 0, 140], [0, 0, 80, 80]]);
});

Deno.test("packParts() puts parts in columns where one part is much higher than the others", () => {
  const level = levelOfSizes([40, 40, 40, 400].map((height) => ({ width: 100, height })));
  const { x, y } = packParts(level, [0, 1, 2, 3].map((index) => partOf(level, index)), FRAME, GAP);
  assertEquals([[...x], [...y]], [[0, 0, 0, 140], [0, 80, 160, 0]]);
});

Deno.test("packParts() puts small parts one below the other beside a high one", () => {
  const sizes = [{ width: 300, height: 400 }, ...[1, 2, 3].map(() => ({ width: 200, height: 100 }))];
  const level = levelOfSizes(sizes);
  const { x, y } = packParts(level, sizes.map((_, index) => partOf(level, index)), FRAME, GAP);
  assertEquals([[...x], [...y]], [[0, 340, 340, 340], [0, 0, 140, 280]]);
});

Deno.test("packParts() puts the others at the right of a part that reaches the border, below the title", () => {
  const level = levelOf(3, "", { nodes: { 0: onBorder("top") } });
  const { x, y } = packParts(level, [0, 1, 2].map((index) => partOf(level, index)), FRAME, GAP);
  assertEquals([x[0], y[0]], [-7, 11]);
  assertEquals([x[1], y[1]], [33, 30]);
});

Deno.test("packParts() keeps parts apart by the gap", () => {
  const size = fc.record({
    width: fc.integer({ min: 1, max: 300 }),
    height: fc.integer({ min: 1, max: 300 }),
  });
  fc.assert(
    fc.property(fc.array(size, { minLength: 2, maxLength: 12 }), fc.nat({ max: 50 }), (sizes, gap) => {
      const level = levelOfSizes(sizes);
      const parts = sizes.map((_, index) => partOf(level, index, { x: 13 * index, y: -5 * index }));
      const { x, y } = packParts(level, parts, FRAME, { width: gap, height: gap });
      const boxes = sizes.map((size, at) => ({ ...size, x: x[at]!, y: y[at]! }));
      boxes.forEach((box, at) => {
        for (const other of boxes.slice(0, at)) {
          assert(!overlap({ ...box, width: box.width + gap, height: box.height + gap }, other));
        }
      });
      const { width, height } = shelvesOf(parts, { width: gap, height: gap });
      for (const box of boxes) assert(box.x + box.width <= width && box.y + box.height <= height);
    }),
    { numRuns: 200, seed: 11 },
  );
});

Deno.test("boundsOf() counts lines, labels and the room around boxes", () => {
  const level = levelOf(1, "0>0", {
    nodes: { 0: { margin: { ...NO_ROOM, left: 5 } } },
    edges: { 0: { label: { width: 40, height: 20 } } },
  });
  const route = { points: [{ x: 50, y: -8 }], label: { x: 100, y: 50 } };
  const layout = { x: Float64Array.of(0), y: Float64Array.of(0), routes: [route] };
  assertEquals(boundsOf(level, layout), { x: -5, y: -8, width: 125, height: 68 });
});

Deno.test("boundsOf() gives a level without nodes no size", () => {
  const layout = { x: new Float64Array(), y: new Float64Array(), routes: [] };
  assertEquals(boundsOf(levelOf(0), layout), { x: 0, y: 0, width: 0, height: 0 });
});

Deno.test("moveRoute() moves a line and its label", () => {
  const route = { points: [{ x: 1, y: 2 }], label: { x: 3, y: 4 } };
  assertEquals(moveRoute(route, { x: 10, y: 20 }), { points: [{ x: 11, y: 22 }], label: { x: 13, y: 24 } });
});

const PADDING = { top: 30, right: 20, bottom: 10, left: 5 };

function frame(nodes: Parameters<typeof levelOf>[2], least: LevelFrame["least"]) {
  const layout = { x: Float64Array.of(7), y: Float64Array.of(-3), routes: [] };
  return frameLayout(levelOf(1, "", nodes), layout, { padding: PADDING, least });
}

Deno.test("frameLayout() puts the padding around a level", () => {
  const { x, y, width, height } = frame({}, { width: 0, height: 0 });
  assertEquals([x[0], y[0], width, height], [5, 30, 125, 80]);
});

Deno.test("frameLayout() stands a level in the middle of a container that is wider", () => {
  const { x, y, width, height } = frame({}, { width: 225, height: 200 });
  assertEquals([x[0], y[0], width, height], [55, 30, 225, 200]);
});

Deno.test("frameLayout() leaves no room at a side where lines come in: the layers keep it", () => {
  const { y, height } = frame({ nodes: { 0: { ...onBorder("top"), width: 100, height: 40 } } }, {
    width: 0,
    height: 0,
  });
  assertEquals([y[0], height], [0, 50]);
});

Deno.test("frameLayout() moves lines and labels with the boxes", () => {
  const layout = {
    x: Float64Array.of(0),
    y: Float64Array.of(0),
    routes: [{ points: [{ x: 1, y: 2 }], label: { x: 3, y: 4 } }],
  };
  const { routes } = frameLayout(levelOf(1, "0>0"), layout, {
    padding: PADDING,
    least: { width: 0, height: 0 },
  });
  assertEquals(routes, [{ points: [{ x: 6, y: 32 }], label: { x: 8, y: 34 } }]);
});
