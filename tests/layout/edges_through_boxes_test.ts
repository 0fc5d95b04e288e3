import { assertEquals } from "@std/assert";
import { edgesIntoEnds, edgesThroughBoxes } from "./edges_through_boxes.ts";
import { drawnBox, drawnEdge } from "./sketch.ts";

const ENDS = [drawnBox("a", [0, 0, 100, 40]), drawnBox("b", [0, 200, 100, 40])];

Deno.test("edgesThroughBoxes() finds a box between the ends of a line", () => {
  const boxes = [...ENDS, drawnBox("c", [0, 100, 100, 40])];
  assertEquals(edgesThroughBoxes({ boxes, edges: [drawnEdge("e", [50, 40, 50, 200])] }), [
    { edge: "e", box: "c" },
  ]);
  assertEquals(edgesThroughBoxes({ boxes, edges: [drawnEdge("e", [50, 40, 150, 120, 50, 200])] }), []);
});

Deno.test("edgesThroughBoxes() names a box once however often the line comes back", () => {
  const boxes = [...ENDS, drawnBox("c", [0, 100, 100, 40])];
  const edges = [drawnEdge("e", [50, 40, 50, 120, 150, 120, 50, 130, 50, 200])];
  assertEquals(edgesThroughBoxes({ boxes, edges }).length, 1);
});

Deno.test("edgesThroughBoxes() lets a line touch a border", () => {
  const boxes = [...ENDS, drawnBox("c", [0, 100, 100, 40])];
  assertEquals(edgesThroughBoxes({ boxes, edges: [drawnEdge("e", [100, 40, 100, 200])] }), []);
});

Deno.test("edgesThroughBoxes() lets a line leave what contains its end, and not enter what lies beside the end", () => {
  const boxes = [
    drawnBox("outer", [0, 0, 300, 100]),
    drawnBox("a", [10, 10, 80, 40], "outer"),
    drawnBox("beside", [110, 10, 80, 40], "outer"),
    drawnBox("b", [400, 10, 80, 40]),
  ];
  assertEquals(edgesThroughBoxes({ boxes, edges: [drawnEdge("e", [90, 20, 400, 20])] }), [
    { edge: "e", box: "beside" },
  ]);
});

Deno.test("edgesIntoEnds() finds a line over the inside of its end", () => {
  assertEquals(edgesIntoEnds({ boxes: ENDS, edges: [drawnEdge("e", [50, 0, 50, 200])] }), [
    { edge: "e", box: "a" },
  ]);
  assertEquals(edgesIntoEnds({ boxes: ENDS, edges: [drawnEdge("e", [50, 40, 50, 200])] }), []);
});

Deno.test("edgesIntoEnds() finds a loop over the inside of its box", () => {
  const loop = drawnEdge("e", [50, 0, 50, 20, 100, 20], ["a", "a"]);
  assertEquals(edgesIntoEnds({ boxes: ENDS, edges: [loop] }), [{ edge: "e", box: "a" }]);
});

Deno.test("edgesIntoEnds() lets a line lead from a box to one inside of it", () => {
  const boxes = [drawnBox("a", [0, 0, 300, 100]), drawnBox("b", [10, 10, 80, 40], "a")];
  assertEquals(edgesIntoEnds({ boxes, edges: [drawnEdge("e", [300, 20, 90, 20])] }), []);
});
