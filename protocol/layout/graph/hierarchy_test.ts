import { assertEquals, assertThrows } from "@std/assert";
import type { LayoutGraph } from "./graph.ts";
import { Hierarchy, LayoutError } from "./hierarchy.ts";
import { graphOf } from "../testing.ts";

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
