import { assert, assertEquals } from "@std/assert";
import { boundsOf, evenly, expanded, middleOf, moved, overlaps } from "./box.ts";

const BOX = { x: 10, y: 20, width: 100, height: 40 };

Deno.test("moved() gives the same box elsewhere", () => {
  assertEquals(moved(BOX, { x: 1, y: -2 }), { x: 11, y: 18, width: 100, height: 40 });
});

Deno.test("expanded() adds room on every side", () => {
  assertEquals(expanded(BOX, { top: 1, right: 2, bottom: 3, left: 4 }), {
    x: 6,
    y: 19,
    width: 106,
    height: 44,
  });
  assertEquals(evenly(5), { top: 5, right: 5, bottom: 5, left: 5 });
});

Deno.test("overlaps() is true of boxes that share more than a border", () => {
  assert(overlaps(BOX, moved(BOX, { x: 99, y: 39 })));
  assert(!overlaps(BOX, moved(BOX, { x: 100, y: 0 })));
  assert(!overlaps(BOX, moved(BOX, { x: 0, y: -40 })));
});

Deno.test("boundsOf() finds the least box around all", () => {
  assertEquals(boundsOf([BOX, { x: 0, y: 50, width: 5, height: 50 }]), {
    x: 0,
    y: 20,
    width: 110,
    height: 80,
  });
});

Deno.test("middleOf() finds the middle", () => {
  assertEquals(middleOf(BOX), { x: 60, y: 40 });
});
