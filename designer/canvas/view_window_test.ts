import { assert, assertEquals } from "@std/assert";
import { beginningOf, revealed } from "./view_window.ts";
import { detailAt, isInside, visibleBox, windowAround } from "./view_window.ts";

const SIZE = { width: 1000, height: 500 };

Deno.test("detailAt() draws less the smaller the scale is", () => {
  assertEquals([1, 0.597, 0.59, 0.35, 0.34].map(detailAt), ["full", "full", "names", "names", "far"]);
});

Deno.test("windowAround() keeps the window while it covers what is shown", () => {
  const first = windowAround(undefined, { x: 0, y: 0, scale: 1 }, SIZE);
  assert(isInside(visibleBox({ x: 0, y: 0, scale: 1 }, SIZE), first));
  assert(windowAround(first, { x: -200, y: 100, scale: 1 }, SIZE) === first);
  const moved = windowAround(first, { x: -600, y: 0, scale: 1 }, SIZE);
  assert(moved !== first && isInside(visibleBox({ x: -600, y: 0, scale: 1 }, SIZE), moved));
});

Deno.test("windowAround() gives a smaller window when the board has been zoomed in", () => {
  const first = windowAround(undefined, { x: 0, y: 0, scale: 0.5 }, SIZE);
  assert(windowAround(first, { x: 0, y: 0, scale: 2 }, SIZE).width < first.width);
});

Deno.test("revealed() moves the board no more than needed", () => {
  const viewport = { x: 0, y: 0, scale: 1 };
  assert(revealed({ x: 100, y: 100, width: 50, height: 50 }, viewport, SIZE) === viewport);
  assertEquals(revealed({ x: 1000, y: 100, width: 50, height: 50 }, viewport, SIZE), {
    x: -82,
    y: 0,
    scale: 1,
  });
  assertEquals(revealed({ x: -10, y: 0, width: 5000, height: 50 }, viewport, SIZE), {
    x: -1990,
    y: 32,
    scale: 1,
  });
});

Deno.test("beginningOf() shows where a drawing begins when all of it would be too small to read", () => {
  const [phone, bounds] = [{ width: 390, height: 700 }, { x: 0, y: 0, width: 2000, height: 800 }];
  const start = { x: 900, y: 40, width: 100, height: 50 };
  assertEquals(beginningOf(bounds, phone, 0.6, start), { x: -375, y: 110, scale: 0.6 });
  assertEquals(beginningOf(bounds, phone, 0.6), { x: 16, y: 16, scale: 0.6 });
  assertEquals(beginningOf(bounds, { width: 2100, height: 900 }, 0.6, start), undefined);
});

Deno.test("revealed() zooms in from afar to where a box can be read", () => {
  const box = { x: 4000, y: 3000, width: 160, height: 60 };
  const { x, y, scale } = revealed(box, { x: 0, y: 0, scale: 0.1 }, SIZE);
  assertEquals(scale, 0.6);
  assertEquals([Math.round(4080 * scale + x), Math.round(3030 * scale + y)], [
    SIZE.width / 2,
    SIZE.height / 2,
  ]);
  // Nothing is nearer for what fills the pane already.
  const all = { x: 0, y: 0, width: SIZE.width * 12, height: 10 };
  assert(revealed(all, { x: 0, y: 0, scale: 0.1 }, SIZE).scale === 0.1);
});
