import { assertEquals, assertThrows } from "@std/assert";
import type { LayoutGraph } from "./graph.ts";
import { checkBoxes, checkGraph, Hierarchy, LayoutError } from "./hierarchy.ts";
import { graphOf } from "../testing.ts";
import { LAYOUT_DEFAULTS, NO_ROOM } from "../options.ts";

function refusal(graph: LayoutGraph): string {
  const error = assertThrows(() => new Hierarchy(graph), LayoutError);
  assertEquals(error.code, "layout/bad-graph");
  return error.message;
}

Deno.test("Hierarchy tells containers from the outermost to the innermost, the outermost being no node", () => {
  const { containers, childrenOf, parentOf } = new Hierarchy(graphOf("a b/c a/b d"));
  // By index: a 0, c 1, b 2, d 3, and 4 is around all.
  assertEquals([...parentOf], [4, 2, 0, 4]);
  assertEquals(containers, [4, 0, 2]);
  assertEquals(childrenOf, [[2], [], [1], [], [0, 3]]);
});

Deno.test("Hierarchy.around() finds the innermost container of two nodes, one of them included", () => {
  const hierarchy = new Hierarchy(graphOf("a a/b b/c a/d e"));
  const around = (a: string, b: string) => hierarchy.around(hierarchy.indexOf(a), hierarchy.indexOf(b));
  assertEquals(
    [around("c", "d"), around("c", "e"), around("a", "c"), around("c", "a"), around("b", "b")],
    [0, 5, 0, 0, 1],
  );
});

Deno.test("Hierarchy.childAround() finds the child that is or holds a node", () => {
  const hierarchy = new Hierarchy(graphOf("a a/b b/c"));
  assertEquals([hierarchy.childAround(0, 2), hierarchy.childAround(0, 1), hierarchy.childAround(3, 2)], [
    1,
    1,
    0,
  ]);
});

Deno.test("Hierarchy refuses ids that are there twice, of nodes or of edges", () => {
  assertEquals(refusal(graphOf("a b a")), 'Cannot arrange two nodes with the id "a": ids must differ.');
  const edges = { "a>b 2": { id: "a>b" } };
  assertEquals(
    refusal(graphOf("a b", "a>b a>b", { edges })),
    'Cannot arrange two edges with the id "a>b": ids must differ.',
  );
});

Deno.test("Hierarchy refuses a parent that does not exist", () => {
  assertEquals(refusal(graphOf("a x/b")), 'Cannot arrange node "b": its parent "x" does not exist.');
});

Deno.test("Hierarchy refuses nodes that contain each other", () => {
  const sentence = "Cannot arrange nodes that contain each other in a circle: give one of them no parent.";
  assertEquals([refusal(graphOf("a c/b b/c")), refusal(graphOf("a/a"))], [sentence, sentence]);
});

Deno.test("Hierarchy refuses an edge with an end that does not exist", () => {
  assertEquals(refusal(graphOf("a", "a>x")), 'Cannot arrange edge "a>x": its end "x" does not exist.');
  assertEquals(refusal(graphOf("a", "x>a")), 'Cannot arrange edge "x>a": its end "x" does not exist.');
});

Deno.test("Hierarchy knows nodes by any id, also by names that objects have", () => {
  const hierarchy = new Hierarchy(graphOf("__proto__ __proto__/constructor", "constructor>__proto__"));
  assertEquals([hierarchy.indexOf("__proto__"), hierarchy.indexOf("constructor")], [0, 1]);
});

function refusalOfSizes(graph: LayoutGraph): string {
  return assertThrows(() => checkGraph(graph, LAYOUT_DEFAULTS), LayoutError).message;
}

const WANTED = "give a finite number that is 0 or more";

Deno.test("checkGraph() refuses sizes that are none", () => {
  assertEquals(
    [{ width: NaN }, { width: -1 }, { height: Infinity }].map((size) =>
      refusalOfSizes(graphOf("a", "", { nodes: { a: size } }))
    ),
    [
      `Cannot arrange node "a": its width is NaN, ${WANTED}.`,
      `Cannot arrange node "a": its width is -1, ${WANTED}.`,
      `Cannot arrange node "a": its height is Infinity, ${WANTED}.`,
    ],
  );
});

Deno.test("checkGraph() refuses labels, room and ports that are none", () => {
  const nodes = { a: { padding: { ...NO_ROOM, left: -1 } } };
  assertEquals(
    refusalOfSizes(graphOf("a", "", { nodes })),
    `Cannot arrange node "a": its padding at the left is -1, ${WANTED}.`,
  );
  const edges = { "a>a": { label: { width: 5, height: NaN } } };
  assertEquals(
    refusalOfSizes(graphOf("a", "a>a", { edges })),
    `Cannot arrange edge "a>a": its label height is NaN, ${WANTED}.`,
  );
  assertEquals(
    refusalOfSizes(graphOf("a", "a>a", { edges: { "a>a": { fromPort: NaN } } })),
    'Cannot arrange edge "a>a": its fromPort is NaN, give a finite number.',
  );
});

Deno.test("checkGraph() refuses distances that are none", () => {
  const settings = { ...LAYOUT_DEFAULTS, nodeGap: NaN };
  const error = assertThrows(() => checkGraph(graphOf("a"), settings), LayoutError);
  assertEquals(error.message, `Cannot arrange with nodeGap NaN: ${WANTED}.`);
});

Deno.test("checkGraph() takes sizes of nothing and ports beside the node", () => {
  const more = { nodes: { a: { width: 0, height: 0 } }, edges: { "a>a": { fromPort: -5, toPort: 500 } } };
  checkGraph(graphOf("a", "a>a", more), LAYOUT_DEFAULTS);
});

Deno.test("checkBoxes() refuses given boxes without a place", () => {
  const refused = [{ x: NaN }, { width: -1 }].map((wrong) => {
    const fixed = new Map([["a", { x: 0, y: 0, width: 1, height: 1, ...wrong }]]);
    return assertThrows(() => checkBoxes(fixed), LayoutError).message;
  });
  assertEquals(refused, [
    'Cannot arrange node "a": its given x is NaN, give a finite number.',
    `Cannot arrange node "a": its given width is -1, ${WANTED}.`,
  ]);
});
