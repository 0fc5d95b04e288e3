import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { levels } from "../_arbitrary.ts";
import { backEdges } from "./back_edges.ts";
import { levelOf } from "../testing.ts";

Deno.test("backEdges() finds the edge that closes a circle", () => {
  assertEquals([...backEdges(levelOf(3, "0>1 1>2 2>0"))], [0, 0, 1]);
});

Deno.test("backEdges() begins at the first node, or at the one where reading begins", () => {
  assertEquals([...backEdges(levelOf(2, "1>0 0>1"))], [1, 0]);
  assertEquals([...backEdges(levelOf(2, "1>0 0>1", { nodes: { 1: { first: true } } }))], [0, 1]);
});

Deno.test("backEdges() finds every edge to the node where reading begins, on a circle or not", () => {
  assertEquals([...backEdges(levelOf(3, "0>1 1>2", { nodes: { 1: { first: true } } }))], [1, 0]);
});

Deno.test("backEdges() passes over edges from a node to itself", () => {
  assertEquals([...backEdges(levelOf(1, "0>0", { nodes: { 0: { first: true } } }))], [0]);
});

Deno.test("backEdges() goes through a chain of any length", () => {
  const count = 50_000;
  const chain = Array.from({ length: count - 1 }, (_, at) => `${at}>${at + 1}`).join(" ");
  assertEquals(backEdges(levelOf(count, `${chain} ${count - 1}>0`)).indexOf(1), count - 1);
});

Deno.test("backEdges() leaves no circle", () => {
  fc.assert(
    fc.property(levels(), (level) => {
      const back = backEdges(level);
      const left = new Set(level.nodes.keys());
      const forward = level.edges.map(({ from, to }, index) => back[index] === 1 ? [to, from] : [from, to]);
      for (let before = -1; before !== left.size;) {
        before = left.size;
        for (const node of left) {
          if (!forward.some(([from, to]) => to === node && left.has(from!))) left.delete(node);
        }
      }
      assert(left.size === 0, `a circle of ${[...left]}`);
    }),
    { numRuns: 300, seed: 1 },
  );
});
