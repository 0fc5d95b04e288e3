import { assertEquals } from "@std/assert";
import { frameLayout } from "./frame.ts";
import type { LevelFrame } from "./level.ts";
import { levelOf, onBorder } from "./testing.ts";

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
