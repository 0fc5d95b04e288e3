import { assertEquals } from "@std/assert";
import { looseEdges, strayEdges } from "./line_ends.ts";
import { drawnBox, drawnEdge } from "./sketch.ts";

const BOXES = [drawnBox("a", [0, 0, 100, 40]), drawnBox("b", [0, 100, 100, 40])];

Deno.test("looseEdges() finds a line that begins or ends off the border", () => {
  const ends = (line: number[]) => looseEdges({ boxes: BOXES, edges: [drawnEdge("e", line)] });
  assertEquals(ends([50, 40, 50, 100]), []);
  assertEquals(ends([100, 20, 120, 60, 100, 120]), []);
  assertEquals(ends([50, 30, 50, 100]), ["e"]);
  assertEquals(ends([50, 40, 50, 98]), ["e"]);
  assertEquals(ends([50, 40, 101, 100]), ["e"]);
  assertEquals(ends([50, 40]), ["e"]);
});

Deno.test("looseEdges() finds an edge whose end has no box", () => {
  assertEquals(looseEdges({ boxes: BOXES, edges: [drawnEdge("e", [50, 40, 50, 100], ["a", "c"])] }), ["e"]);
});

Deno.test("strayEdges() finds a line that reaches far beyond the boxes", () => {
  const edges = [drawnEdge("near", [100, 20, 140, 60, 100, 120]), drawnEdge("far", [0, 20, -60, 60, 0, 120])];
  assertEquals(strayEdges({ boxes: BOXES, edges }, 50), ["far"]);
});
