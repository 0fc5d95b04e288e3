import { assertEquals } from "@std/assert";
import { countBends, lengthOf, measure } from "./measure.ts";
import { drawnBox, drawnEdge } from "./sketch.ts";

const line = (...numbers: number[]) => drawnEdge("e", numbers).points;

Deno.test("countBends() counts the corners and not the points on a straight line", () => {
  assertEquals(countBends(line(0, 0, 0, 10, 10, 10)), 1);
  assertEquals(countBends(line(0, 0, 5, 5, 9, 9, 10, 10)), 0);
  assertEquals(countBends(line(0, 0, 100, 0, 200, 1)), 0);
  assertEquals(countBends(line(0, 0, 100, 0, 200, 2)), 1);
});

Deno.test("countBends() counts a line that turns back and takes equal points as one", () => {
  assertEquals(countBends(line(0, 0, 10, 0, 0, 0)), 1);
  assertEquals(countBends(line(0, 0, 0, 0, 5, 0, 5, 0, 10, 0)), 0);
});

Deno.test("lengthOf() adds up the pieces of a line", () => {
  assertEquals(lengthOf(line(0, 0, 3, 4, 3, 10)), 11);
});

Deno.test("measure() sums up a drawing, whose size includes its labels and lines", () => {
  const drawing = {
    boxes: [
      drawnBox("a", [0, 0, 100, 40]),
      drawnBox("b", [0, 140, 100, 40]),
      drawnBox("c", [0, 70, 100, 40]),
    ],
    edges: [
      drawnEdge("e", [50, 40, 50, 140], ["a", "b"], [40, 80, 90, 20]),
      drawnEdge("f", [100, 20, 120, 20, 120, 150, 100, 150]),
      drawnEdge("g", [-10, 55, 60, 55], ["c", "c"]),
    ],
  };
  assertEquals(measure(drawing), {
    crossings: 1,
    bends: 2,
    throughBoxes: 1,
    length: 340,
    width: 140,
    height: 180,
  });
});

Deno.test("measure() gives an empty drawing no size", () => {
  const { width, height } = measure({ boxes: [], edges: [] });
  assertEquals([width, height], [0, 0]);
});
