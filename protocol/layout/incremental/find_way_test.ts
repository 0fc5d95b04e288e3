import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Box, Point } from "../../geometry/box.ts";
import { findWay } from "./find_way.ts";
import { Obstacles } from "./obstacles.ts";

function way(start: Point, goal: Point, boxes: readonly Box[], within?: Box): Point[] | undefined {
  return findWay(start, goal, new Obstacles(boxes), within);
}

Deno.test("findWay() goes straight where nothing stands", () => {
  assertEquals(way({ x: 0, y: 0 }, { x: 500, y: 300 }, []), []);
});

Deno.test("findWay() goes around a box with a corner where one is enough", () => {
  const box = { x: 100, y: -1000, width: 100, height: 1010 };
  const corners = way({ x: 0, y: 0 }, { x: 250, y: 15 }, [box]);
  assertEquals(corners?.length, 1);
  assert(corners![0]!.y > 10);
});

Deno.test("findWay() keeps within the room that it is given", () => {
  const wall = { x: 100, y: -100, width: 50, height: 120 };
  const below = way({ x: 0, y: 0 }, { x: 300, y: 0 }, [wall], { x: -10, y: -500, width: 400, height: 510 });
  assert(below?.every(({ y }) => y < 10));
  assertEquals(
    way({ x: 0, y: 0 }, { x: 300, y: 0 }, [wall], { x: -10, y: -50, width: 400, height: 60 }),
    undefined,
  );
});

Deno.test("findWay() finds none to a goal that is walled in", () => {
  const walls = [
    { x: 80, y: 80, width: 140, height: 10 },
    { x: 80, y: 210, width: 140, height: 10 },
    { x: 80, y: 80, width: 10, height: 140 },
    { x: 210, y: 80, width: 10, height: 140 },
  ];
  assertEquals(way({ x: 0, y: 0 }, { x: 150, y: 150 }, walls), undefined);
});

Deno.test("findWay() passes no obstacle", () => {
  let found = 0;
  const box = fc.record({
    x: fc.integer({ min: 0, max: 900 }),
    y: fc.integer({ min: 0, max: 900 }),
    width: fc.integer({ min: 10, max: 200 }),
    height: fc.integer({ min: 10, max: 200 }),
  });
  fc.assert(
    fc.property(fc.array(box, { maxLength: 25 }), (boxes) => {
      const [start, goal] = [{ x: -20, y: -20 }, { x: 1_200, y: 1_200 }];
      const obstacles = new Obstacles(boxes);
      const between = findWay(start, goal, obstacles, undefined);
      if (!between) return;
      found++;
      const line = [start, ...between, goal];
      line.forEach((point, at) => assert(at === 0 || !obstacles.firstOn(line[at - 1]!, point)));
    }),
    { numRuns: 150, seed: 31 },
  );
  assert(found > 100, `only ${found} ways`);
});
