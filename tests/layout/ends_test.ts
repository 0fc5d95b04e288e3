import { assertAlmostEquals, assertEquals } from "@std/assert";
import { hiddenHeads, leafCover, leaningLines, lostLabels, slantedEnds } from "./ends.ts";
import { drawnBox, drawnEdge, drawnLines } from "./sketch.ts";

const A = drawnBox("a", [0, 0, 100, 40]);
const B = drawnBox("b", [0, 100, 100, 40]);

Deno.test("slantedEnds() finds ends that are not square on their borders for the length of a head", () => {
  assertEquals(slantedEnds(drawnLines([50, 40, 50, 100])), []);
  assertEquals(slantedEnds(drawnLines([50, 40, 60, 100])), ["e0"]);
  assertEquals(slantedEnds(drawnLines([50, 40, 50, 95, 80, 95, 80, 100])), ["e0"]);
});

Deno.test("hiddenHeads() finds arrow heads that a box covers", () => {
  const beside = drawnBox("c", [53, 80, 40, 40]);
  const edges = [drawnEdge("e", [50, 40, 50, 100])];
  assertEquals(hiddenHeads({ boxes: [A, B], edges }), []);
  assertEquals(hiddenHeads({ boxes: [A, B, beside], edges }), ["e"]);
});

Deno.test("leaningLines() finds parts that are nearly upright or level", () => {
  assertEquals(leaningLines(drawnLines([0, 0, 0, 100, 100, 100], [0, 0, 50, 100])), []);
  assertEquals(leaningLines(drawnLines([0, 0, 2, 100])), ["e0"]);
});

Deno.test("lostLabels() finds labels that their lines do not pass", () => {
  const on = drawnEdge("on", [50, 40, 50, 100], ["a", "b"], [30, 60, 40, 20]);
  const off = drawnEdge("off", [10, 40, 10, 100], ["a", "b"], [30, 60, 40, 20]);
  assertEquals(lostLabels({ boxes: [A, B], edges: [on, off] }), ["off"]);
});

Deno.test("leafCover() is the share that boxes without others inside cover", () => {
  const inner = drawnBox("c", [0, 100, 50, 40], "b");
  assertAlmostEquals(leafCover({ boxes: [A, B, inner], edges: [] }, { width: 100, height: 100 }), 0.6);
});
