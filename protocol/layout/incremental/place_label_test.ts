import { assert, assertEquals } from "@std/assert";
import { middleOf } from "../../geometry/box.ts";
import { BoxIndex } from "../../geometry/box_index.ts";
import { freeOf, placeLabel } from "./place_label.ts";

const SIZE = { width: 60, height: 20 };
const LINE = [{ x: 0, y: 0 }, { x: 0, y: 200 }];

Deno.test("placeLabel() takes the middle of the line", () => {
  assertEquals(placeLabel(SIZE, LINE, () => true), { x: -30, y: 90, ...SIZE });
});

Deno.test("placeLabel() moves along the line past what stands there", () => {
  const box = placeLabel(SIZE, LINE, freeOf([{ x: -50, y: 80, width: 100, height: 40 }], [], new BoxIndex()));
  assertEquals([middleOf(box).x, box.y + box.height <= 80], [0, true]);
});

Deno.test("placeLabel() moves beside a line that has no room", () => {
  const box = placeLabel(
    SIZE,
    LINE,
    freeOf([{ x: -20, y: -50, width: 40, height: 300 }], [], new BoxIndex()),
  );
  assertEquals(box, { x: 30, y: 90, ...SIZE });
});

Deno.test("placeLabel() takes the middle where nothing is free anywhere", () => {
  assertEquals(placeLabel(SIZE, LINE, () => false), { x: -30, y: 90, ...SIZE });
});

Deno.test("placeLabel() finds a place at a line without length", () => {
  assertEquals(placeLabel(SIZE, [{ x: 5, y: 5 }, { x: 5, y: 5 }], () => true), { x: -25, y: -5, ...SIZE });
});

Deno.test("freeOf() keeps labels off boxes, other labels and the borders of containers", () => {
  const container = { x: 0, y: 0, width: 200, height: 200 };
  const labels = new BoxIndex();
  labels.add({ x: 100, y: 100, ...SIZE });
  const isFree = freeOf([{ x: 20, y: 20, width: 40, height: 40 }], [container], labels);
  assert(isFree({ x: 100, y: 20, ...SIZE }));
  assert(isFree({ x: 300, y: 20, ...SIZE }));
  for (const at of [{ x: 30, y: 30 }, { x: 110, y: 110 }, { x: 180, y: 20 }]) {
    assert(!isFree({ ...at, ...SIZE }));
  }
});
