import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { countCrossings, edgesAlongBorders, mergedEdges } from "./crossings.ts";
import type { Drawing } from "./drawing.ts";
import { drawnBox, drawnEdge, drawnLines } from "./sketch.ts";

Deno.test("countCrossings() counts every place at which two lines cross", () => {
  assertEquals(countCrossings(drawnLines([0, 0, 10, 10], [0, 10, 10, 0])), 1);
  assertEquals(countCrossings(drawnLines([5, -5, 5, 5, 15, 5, 15, -5], [0, 0, 20, 0])), 2);
});

Deno.test("countCrossings() leaves out lines that touch, meet or run over one another", () => {
  assertEquals(countCrossings(drawnLines([0, 0, 10, 0], [5, 0, 5, 10])), 0);
  assertEquals(countCrossings(drawnLines([0, 0, 10, 10], [0, 0, 10, 5])), 0);
  assertEquals(countCrossings(drawnLines([0, 0, 10, 0], [5, 0, 15, 0])), 0);
});

Deno.test("countCrossings() leaves out a line that crosses itself", () => {
  assertEquals(countCrossings(drawnLines([0, 0, 10, 10, 10, 0, 0, 10])), 0);
});

Deno.test("countCrossings() finds what comparing all segments finds", () => {
  const place = fc.integer({ min: 0, max: 30 });
  const line = fc.array(fc.tuple(place, place), { minLength: 2, maxLength: 5 }).map((points) =>
    points.flat()
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const drawing = drawnLines(...lines);
      assertEquals(countCrossings(drawing), crossingsOfAllPairs(drawing));
    }),
    { seed: 5 },
  );
});

Deno.test("mergedEdges() finds lines that run upon one another", () => {
  assertEquals(mergedEdges(drawnLines([0, 0, 100, 0], [50, 0, 150, 0])), [["e0", "e1"]]);
  assertEquals(mergedEdges(drawnLines([0, 0, 100, 0], [20, -0.5, 80, 0.5])), [["e0", "e1"]]);
});

Deno.test("mergedEdges() lets lines cross, follow one another and run side by side", () => {
  assertEquals(mergedEdges(drawnLines([0, 0, 100, 0], [100, 0, 150, 0], [50, 3, 90, 3])), []);
  assertEquals(mergedEdges(drawnLines([0, 0, 100, 0], [40, -40, 60, 40], [0, -30, 100, 30])), []);
});

Deno.test("edgesAlongBorders() finds a line upon the border of a box", () => {
  const boxes = [drawnBox("outer", [0, 0, 300, 200])];
  assertEquals(edgesAlongBorders({ boxes, edges: [drawnEdge("e", [300.5, 20, 300.5, 90])] }), [[
    "e",
    "outer",
  ]]);
  assertEquals(edgesAlongBorders({ boxes, edges: [drawnEdge("e", [310, 20, 280, 90])] }), []);
});

/** The same, slowly and without tolerance: the places of the property above are whole numbers. */
function crossingsOfAllPairs({ edges }: Drawing): number {
  const segments = edges.flatMap(({ points }, edge) =>
    points.slice(1).map((b, i) => ({ edge, a: points[i] ?? b, b }))
  );
  let crossings = 0;
  for (const [i, { edge, a, b }] of segments.entries()) {
    for (const other of segments.slice(0, i)) {
      const side = (p: { x: number; y: number }) =>
        Math.sign((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x));
      const otherSide = (p: { x: number; y: number }) =>
        Math.sign((other.b.x - other.a.x) * (p.y - other.a.y) - (other.b.y - other.a.y) * (p.x - other.a.x));
      const isCrossing = side(other.a) * side(other.b) < 0 && otherSide(a) * otherSide(b) < 0;
      if (edge !== other.edge && isCrossing) crossings++;
    }
  }
  return crossings;
}
