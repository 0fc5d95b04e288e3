import { assertEquals } from "@std/assert";
import { levelOf } from "../testing.ts";
import { withSideEnds } from "./side_ends.ts";

/** Node 0 at the origin, node 1 far below to the right, and the line between them after its ends are moved. */
function moved(others: readonly (readonly [number, number])[], label?: { x: number; y: number }) {
  const points = [{ x: 60, y: 40 }, { x: 60, y: 60 }, { x: 250, y: 60 }, { x: 250, y: 200 }];
  const level = levelOf(2 + others.length, "0>1", {
    edges: { 0: { toPort: 50, label: label && { width: 20, height: 10 } } },
  });
  const { routes } = withSideEnds(level, {
    x: Float64Array.of(0, 200, ...others.map(([x]) => x)),
    y: Float64Array.of(0, 200, ...others.map(([, y]) => y)),
    routes: [{ points, label }],
  });
  return routes[0]!.points;
}

Deno.test("withSideEnds() lets a line leave at the side that it turns to, which saves a corner", () => {
  assertEquals(moved([]), [{ x: 100, y: 20 }, { x: 250, y: 20 }, { x: 250, y: 200 }]);
});

Deno.test("withSideEnds() keeps an end where something is in the way", () => {
  assertEquals(moved([[120, 0]]).length, 4);
});

Deno.test("withSideEnds() keeps the part of a line that has its label", () => {
  assertEquals(moved([], { x: 60, y: 50 }).length, 4);
});
