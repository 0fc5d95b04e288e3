import { assertEquals } from "@std/assert";
import { arrowAlong } from "./arrow.ts";

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
