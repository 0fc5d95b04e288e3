import { assertEquals } from "@std/assert";
import type { Drawing } from "./drawing.ts";
import { faultsOf } from "./faults.ts";
import { drawnBox, drawnEdge } from "./sketch.ts";

const A = drawnBox("a", [0, 0, 100, 40]);
const B = drawnBox("b", [0, 100, 100, 40]);
const EDGE = drawnEdge("e", [50, 40, 50, 100]);

/** A fault and a drawing that has it alone. */
const FAULTY: Readonly<Record<string, Drawing>> = {
  "The box a is drawn twice.": { boxes: [A, { ...A, x: 200 }, B], edges: [] },
  "The edge e is drawn twice.": { boxes: [A, B], edges: [EDGE, EDGE] },
  "The box c has no place.": { boxes: [A, B, drawnBox("c", [NaN, 0, 100, 40])], edges: [] },
  "The box c reaches beyond b.": { boxes: [A, B, drawnBox("c", [90, 110, 20, 20], "b")], edges: [] },
  "The boxes b and c overlap.": { boxes: [A, B, drawnBox("c", [90, 110, 20, 20])], edges: [] },
  "The edge e does not lead from border to border.": {
    boxes: [A, B],
    edges: [drawnEdge("e", [50, 45, 50, 100])],
  },
  "The edge e runs over the box c.": { boxes: [A, B, drawnBox("c", [0, 50, 100, 40])], edges: [EDGE] },
  "The edge e runs over its own end a.": { boxes: [A, B], edges: [drawnEdge("e", [50, 0, 50, 100])] },
  "The label of e covers the box b.": {
    boxes: [A, B],
    edges: [drawnEdge("e", [50, 40, 50, 100], ["a", "b"], [30, 85, 40, 20])],
  },
  "The labels of e and f overlap.": {
    boxes: [A, B],
    edges: [
      drawnEdge("e", [40, 40, 40, 100], ["a", "b"], [30, 60, 40, 20]),
      drawnEdge("f", [60, 40, 60, 100], ["a", "b"], [50, 60, 40, 20]),
    ],
  },
};

Deno.test("faultsOf() finds nothing in a clean drawing", () => {
  assertEquals(faultsOf({ boxes: [A, B], edges: [EDGE] }), []);
});

for (const [fault, drawing] of Object.entries(FAULTY)) {
  Deno.test(`faultsOf() says ${JSON.stringify(fault)}`, () => assertEquals(faultsOf(drawing), [fault]));
}
