import { assertEquals } from "@std/assert";
import {
  edgesThroughLabels,
  escapedBoxes,
  labelsOverBoxes,
  overlappingBoxes,
  overlappingLabels,
} from "./overlaps.ts";
import { drawnBox, drawnEdge, type Frame } from "./sketch.ts";

Deno.test("overlappingBoxes() finds siblings that cover one another", () => {
  const boxes = [drawnBox("a", [0, 0, 100, 40]), drawnBox("b", [90, 30, 100, 40])];
  assertEquals(overlappingBoxes({ boxes, edges: [] }), [["a", "b"]]);
});

Deno.test("overlappingBoxes() lets boxes touch and children lie in their parents", () => {
  const boxes = [
    drawnBox("a", [0, 0, 100, 40]),
    drawnBox("b", [100, 0, 100, 40]),
    drawnBox("c", [10, 10, 20, 20], "a"),
  ];
  assertEquals(overlappingBoxes({ boxes, edges: [] }), []);
});

Deno.test("escapedBoxes() finds a child that reaches beyond its parent", () => {
  const boxes = [drawnBox("a", [0, 0, 100, 40]), drawnBox("b", [10, 10, 20, 40], "a")];
  assertEquals(escapedBoxes({ boxes, edges: [] }), [["b", "a"]]);
});

const NESTED = [
  drawnBox("outer", [0, 0, 300, 200]),
  drawnBox("a", [10, 10, 80, 40], "outer"),
  drawnBox("b", [10, 120, 80, 40], "outer"),
  drawnBox("other", [400, 0, 300, 200]),
];
const labelled = (label: Frame, ends?: readonly [string, string]) => ({
  boxes: NESTED,
  edges: [drawnEdge("e", [50, 50, 50, 120], ends, label)],
});

Deno.test("labelsOverBoxes() lets a label lie in what contains the ends", () => {
  assertEquals(labelsOverBoxes(labelled([30, 70, 40, 20])), []);
});

Deno.test("labelsOverBoxes() finds a label on a box without children", () => {
  assertEquals(labelsOverBoxes(labelled([30, 40, 40, 20])), [["e", "a"]]);
});

Deno.test("labelsOverBoxes() finds a label on a border and in a box that has nothing to do with it", () => {
  assertEquals(labelsOverBoxes(labelled([280, 70, 40, 20])), [["e", "outer"]]);
  assertEquals(labelsOverBoxes(labelled([420, 70, 40, 20])), [["e", "other"]]);
});

Deno.test("labelsOverBoxes() lets a label lie in an end only when the other end does", () => {
  assertEquals(labelsOverBoxes(labelled([30, 70, 40, 20], ["outer", "a"])), []);
  assertEquals(labelsOverBoxes(labelled([30, 70, 40, 20], ["outer", "other"])), [["e", "outer"]]);
});

Deno.test("overlappingLabels() finds labels that cover one another", () => {
  const edges = [
    drawnEdge("e", [0, 0, 9, 9], ["a", "b"], [0, 0, 40, 20]),
    drawnEdge("f", [0, 0, 9, 9], ["a", "b"], [39, 19, 40, 20]),
    drawnEdge("g", [0, 0, 9, 9], ["a", "b"], [79, 19, 40, 20]),
  ];
  assertEquals(overlappingLabels({ boxes: [], edges }), [["e", "f"]]);
});

Deno.test("edgesThroughLabels() finds the lines over the labels of others", () => {
  const edges = [
    drawnEdge("e", [20, 0, 20, 40], ["a", "b"], [0, 10, 40, 20]),
    drawnEdge("f", [0, 15, 60, 15]),
  ];
  assertEquals(edgesThroughLabels({ boxes: [], edges }), [["f", "e"]]);
});
