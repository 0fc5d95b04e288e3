import { assertEquals } from "@std/assert";
import { arrowAlong, roundedPath } from "./path.ts";

Deno.test("roundedPath() is straight between two points", () => {
  assertEquals(roundedPath([{ x: 0, y: 0 }, { x: 10, y: 5 }], 8), "M0 0L10 5");
});

Deno.test("roundedPath() cuts a corner by the radius", () => {
  assertEquals(
    roundedPath([{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }], 8),
    "M0 0L92 0Q100 0 100 8L100 100",
  );
});

Deno.test("roundedPath() cuts at most half of a short segment", () => {
  assertEquals(
    roundedPath([{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 6 }, { x: 200, y: 6 }], 8),
    "M0 0L92 0Q100 0 100 3L100 3Q100 6 108 6L200 6",
  );
});

Deno.test("roundedPath() stands still on repeated points, and is empty without any", () => {
  assertEquals(roundedPath([{ x: 1, y: 1 }, { x: 1, y: 1 }, { x: 1, y: 1 }], 8), "M1 1L1 1Q1 1 1 1L1 1");
  assertEquals(roundedPath([], 8), "");
});

Deno.test("arrowAlong() puts a head on the end, and ends the line inside of it", () => {
  const { line, head } = arrowAlong([{ x: 0, y: 0 }, { x: 0, y: 100 }]);
  assertEquals(line, [{ x: 0, y: 0 }, { x: 0, y: 93 }]);
  assertEquals(head, "M0 100L-4 91L0 93L4 91Z");
});

Deno.test("arrowAlong() keeps the line of a piece that is shorter than the head", () => {
  const { line, head } = arrowAlong([{ x: 0, y: 0 }, { x: 4, y: 0 }]);
  assertEquals(line, [{ x: 0, y: 0 }, { x: 4, y: 0 }]);
  assertEquals(head, "M4 0L-5 4L-3 0L-5 -4Z");
});

Deno.test("arrowAlong() has no head for less than two points", () => {
  assertEquals(arrowAlong([{ x: 1, y: 1 }]), { line: [{ x: 1, y: 1 }], head: "" });
});
