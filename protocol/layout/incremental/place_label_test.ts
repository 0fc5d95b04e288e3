import { assertEquals } from "@std/assert";
import { type Box, middleOf, overlaps } from "../../geometry/box.ts";
import { placeLabel } from "./place_label.ts";

const SIZE = { width: 60, height: 20 };
const LINE = [{ x: 0, y: 0 }, { x: 0, y: 200 }];

const free = () => 0;
const full = () => Infinity;
const off = (taken: Box) => (box: Box) => overlaps(taken, box) ? Infinity : 0;

Deno.test("placeLabel() takes the middle of the line", () => {
  assertEquals(placeLabel(SIZE, LINE, free).box, { x: -30, y: 90, ...SIZE });
});

Deno.test("placeLabel() moves along the line past what stands there", () => {
  const { box } = placeLabel(SIZE, LINE, off({ x: -50, y: 80, width: 100, height: 40 }));
  assertEquals([middleOf(box).x, box.y + box.height <= 80], [0, true]);
});

Deno.test("placeLabel() moves beside a line that has no room", () => {
  const { box } = placeLabel(
    SIZE,
    LINE,
    off({ x: -20, y: -50, width: 40, height: 300 }),
  );
  assertEquals(box, { x: 30, y: 90, ...SIZE });
});

Deno.test("placeLabel() takes the middle where nothing is free anywhere", () => {
  assertEquals(placeLabel(SIZE, LINE, full).box, { x: -30, y: 90, ...SIZE });
});

Deno.test("placeLabel() finds a place at a line without length", () => {
  assertEquals(placeLabel(SIZE, [{ x: 5, y: 5 }, { x: 5, y: 5 }], free).box, { x: -25, y: -5, ...SIZE });
});

Deno.test("placeLabel() keeps off corners and the arrow head", () => {
  const corner = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 110 }];
  const { box, cost } = placeLabel(SIZE, corner, free);
  assertEquals([middleOf(box), cost < 10], [{ x: 100, y: 18 }, true]);
  assertEquals(placeLabel(SIZE, [{ x: 0, y: 0 }, { x: 0, y: 24 }], free).cost > 100, true);
});
