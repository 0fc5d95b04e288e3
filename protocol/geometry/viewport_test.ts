import { assert, assertAlmostEquals, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import type { Point } from "./box.ts";
import { boxes, points } from "./_arbitrary.ts";
import {
  clampScale,
  fitToBoxes,
  IDENTITY_VIEWPORT,
  normalizeViewport,
  panBy,
  sameViewport,
  screenDeltaToWorld,
  screenToWorld,
  type Viewport,
  VIEWPORT_LIMITS,
  viewportTransform,
  worldToScreen,
  zoomAt,
  zoomTo,
} from "./viewport.ts";

const viewports: fc.Arbitrary<Viewport> = fc.record({
  x: fc.double({ min: -5000, max: 5000, noNaN: true }),
  y: fc.double({ min: -5000, max: 5000, noNaN: true }),
  scale: fc.double({ min: 0.2, max: 2.5, noNaN: true }),
});
const scales = fc.double({ min: 0.01, max: 100, noNaN: true });

function assertNear(actual: Point, expected: Point): void {
  assertAlmostEquals(actual.x, expected.x, 1e-6);
  assertAlmostEquals(actual.y, expected.y, 1e-6);
}

Deno.test("clampScale() keeps a scale within the limits", () => {
  assertEquals([0.1, 0.2, 1.7, 2.5, 900, -3].map((scale) => clampScale(scale)), [
    0.2,
    0.2,
    1.7,
    2.5,
    2.5,
    0.2,
  ]);
  assertEquals(clampScale(3, { min: 4, max: 8 }), 4);
});

Deno.test("clampScale() is 1 for what is no finite number", () => {
  assertEquals([NaN, Infinity, -Infinity].map((scale) => clampScale(scale)), [1, 1, 1]);
});

Deno.test("normalizeViewport() repairs what was stored", () => {
  assertEquals(normalizeViewport(null), IDENTITY_VIEWPORT);
  assertEquals(normalizeViewport(undefined), IDENTITY_VIEWPORT);
  assertEquals(normalizeViewport({}), IDENTITY_VIEWPORT);
  assertEquals(normalizeViewport({ x: 5, y: NaN, scale: 900 }), { x: 5, y: 0, scale: 2.5 });
  assertEquals(normalizeViewport(JSON.parse('{"x": "5", "y": null, "scale": "2"}')), IDENTITY_VIEWPORT);
  assertEquals(normalizeViewport({ scale: 3 }, { min: 1, max: 8 }).scale, 3);
});

Deno.test("normalizeViewport() returns a copy", () => {
  assert(normalizeViewport(IDENTITY_VIEWPORT) !== IDENTITY_VIEWPORT);
  assert(normalizeViewport() !== IDENTITY_VIEWPORT);
});

Deno.test("normalizeViewport() leaves a proper viewport as it is", () => {
  fc.assert(fc.property(viewports, (viewport) => assertEquals(normalizeViewport(viewport), viewport)), {
    seed: 5,
  });
});

Deno.test("worldToScreen() scales, then moves", () => {
  assertEquals(worldToScreen({ x: 10, y: 20, scale: 2 }, { x: 3, y: 4 }), { x: 16, y: 28 });
});

Deno.test("screenToWorld() and worldToScreen() are inverse", () => {
  fc.assert(
    fc.property(viewports, points(), (viewport, point) => {
      assertNear(screenToWorld(viewport, worldToScreen(viewport, point)), point);
      assertNear(worldToScreen(viewport, screenToWorld(viewport, point)), point);
    }),
    { seed: 5 },
  );
});

Deno.test("screenDeltaToWorld() is how far the world under the pointer moves", () => {
  assertEquals(screenDeltaToWorld({ x: 7, y: 7, scale: 2 }, 10, -4), { x: 5, y: -2 });
  fc.assert(
    fc.property(viewports, points(), points(), (viewport, from, way) => {
      const start = screenToWorld(viewport, from);
      const end = screenToWorld(viewport, { x: from.x + way.x, y: from.y + way.y });
      assertNear(screenDeltaToWorld(viewport, way.x, way.y), { x: end.x - start.x, y: end.y - start.y });
    }),
    { seed: 5 },
  );
});

Deno.test("panBy() moves the picture and keeps the scale", () => {
  assertEquals(panBy({ x: 1, y: 2, scale: 0.5 }, 10, -20), { x: 11, y: -18, scale: 0.5 });
});

Deno.test("zoomAt() keeps the place under the anchor", () => {
  fc.assert(
    fc.property(viewports, scales, points(), (viewport, factor, anchor) => {
      const zoomed = zoomAt(viewport, factor, anchor);
      assertNear(screenToWorld(zoomed, anchor), screenToWorld(viewport, anchor));
      assertEquals(zoomed.scale, clampScale(viewport.scale * factor));
    }),
    { seed: 5 },
  );
});

Deno.test("zoomAt() in and out again ends where it began", () => {
  const start = { x: 30, y: -40, scale: 1 };
  const anchor = { x: 200, y: 100 };
  const end = zoomAt(zoomAt(start, 1.25, anchor), 0.8, anchor);
  assertNear(end, start);
  assertAlmostEquals(end.scale, 1);
});

Deno.test("zoomTo() returns the same object when the scale stays", () => {
  const closest = { x: 3, y: 4, scale: VIEWPORT_LIMITS.max };
  assertStrictEquals(zoomTo(closest, 10, { x: 1, y: 1 }), closest);
  assertStrictEquals(zoomAt(closest, 1.25, { x: 1, y: 1 }), closest);
  assertStrictEquals(zoomTo(IDENTITY_VIEWPORT, NaN, { x: 1, y: 1 }), IDENTITY_VIEWPORT);
  assertStrictEquals(zoomTo(closest, 7, { x: 1, y: 1 }, { min: 1, max: 2.5 }), closest);
});

Deno.test("fitToBoxes() shrinks a tall board to the usable height", () => {
  const fitted = fitToBoxes([{ x: 100, y: 50, width: 400, height: 900 }], 1000, 548);
  assertAlmostEquals(fitted.scale, 452 / 900);
  assertAlmostEquals(fitted.x, 349.333, 1e-3);
  assertAlmostEquals(fitted.y, 22.889, 1e-3);
});

Deno.test("fitToBoxes() centres a small board without magnifying it", () => {
  assertEquals(fitToBoxes([{ x: 10, y: 20, width: 100, height: 50 }], 800, 600), {
    x: 340,
    y: 255,
    scale: 1,
  });
  assertEquals(fitToBoxes([{ x: 10, y: 20, width: 100, height: 50 }], 800, 600, { maxScale: 2 }).scale, 2);
});

Deno.test("fitToBoxes() is the identity without boxes or without a pane", () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  assertEquals(fitToBoxes([], 800, 600), IDENTITY_VIEWPORT);
  assertEquals(fitToBoxes([box], 0, 600), IDENTITY_VIEWPORT);
  assertEquals(fitToBoxes([box], 800, -1), IDENTITY_VIEWPORT);
  assertEquals(fitToBoxes([box], NaN, 600), IDENTITY_VIEWPORT);
});

Deno.test("fitToBoxes() stays at the least scale when the padding fills the pane", () => {
  const fitted = fitToBoxes([{ x: 0, y: 0, width: 400, height: 400 }], 50, 50);
  assertEquals(fitted, { x: -15, y: -15, scale: 0.2 });
});

Deno.test("fitToBoxes() shows every box, in the middle", () => {
  const panes = fc.record({
    width: fc.integer({ min: 300, max: 3000 }),
    height: fc.integer({ min: 300, max: 3000 }),
  });
  const limits = { min: 0.001, max: 10 };
  fc.assert(
    fc.property(fc.array(boxes(), { minLength: 1, maxLength: 8 }), panes, (shown, { width, height }) => {
      const fitted = fitToBoxes(shown, width, height, { padding: 20, maxScale: 5, limits });
      const corners = shown.flatMap((box) => [
        worldToScreen(fitted, box),
        worldToScreen(fitted, { x: box.x + box.width, y: box.y + box.height }),
      ]);
      const left = Math.min(...corners.map((corner) => corner.x));
      const right = Math.max(...corners.map((corner) => corner.x));
      const top = Math.min(...corners.map((corner) => corner.y));
      const bottom = Math.max(...corners.map((corner) => corner.y));
      assertNear({ x: left + right, y: top + bottom }, { x: width, y: height });
      assert(left > 19.99 && top > 19.99, `${left} ${top}`);
      const fills = Math.abs(left - 20) < 1e-6 || Math.abs(top - 20) < 1e-6;
      assert(fills || fitted.scale === 5);
    }),
    { seed: 5 },
  );
});

Deno.test("viewportTransform() writes what SVG reads", () => {
  assertEquals(viewportTransform({ x: 1.5, y: -2, scale: 0.75 }), "translate(1.5 -2) scale(0.75)");
});

Deno.test("sameViewport() compares the numbers", () => {
  const viewport = { x: 1, y: 2, scale: 1 };
  assert(sameViewport(viewport, { ...viewport }));
  assert(!sameViewport(viewport, { ...viewport, x: 1.0000001 }));
  assert(!sameViewport(viewport, { ...viewport, y: 0 }));
  assert(!sameViewport(viewport, { ...viewport, scale: 2 }));
});
