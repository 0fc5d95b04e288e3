import { assertEquals } from "@std/assert";
import { graphOf } from "../testing.ts";
import { straightLine, straightLines } from "./straight_lines.ts";

const A = { x: 0, y: 0, width: 100, height: 40 };
const B = { x: 0, y: 140, width: 100, height: 40 };
const C = { x: 300, y: 100, width: 100, height: 40 };

Deno.test("straightLine() joins the sides that two boxes turn to each other, with a step where they are not in line", () => {
  assertEquals(straightLine(A, B), [{ x: 50, y: 40 }, { x: 50, y: 140 }]);
  assertEquals(straightLine(A, C), [{ x: 100, y: 20 }, { x: 200, y: 20 }, { x: 200, y: 120 }, {
    x: 300,
    y: 120,
  }]);
});

Deno.test("straightLine() from a box to itself leaves and enters it at its right side", () => {
  assertEquals(straightLine(A, A).map(({ x }) => x), [100, 140, 140, 100]);
});

Deno.test("straightLines() keeps lines between the same boxes apart, each with its label in the middle", () => {
  const graph = graphOf("a b", "a>b b>a", { edges: { "a>b": { label: { width: 20, height: 10 } } } });
  const routes = straightLines(graph, new Map([["a", A], ["b", B]]));
  assertEquals([...routes.values()].map(({ points }) => points[0]?.x), [38, 62]);
  assertEquals(routes.get("a>b")?.label, { x: 28, y: 85, width: 20, height: 10 });
});
