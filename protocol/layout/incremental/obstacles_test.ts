import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Box, Point } from "../../geometry/box.ts";
import { enters, Obstacles } from "./obstacles.ts";

const BOX = { x: 100, y: 100, width: 100, height: 100 };

Deno.test("Obstacles finds the box that a line enters first", () => {
  const other = { ...BOX, x: 400 };
  const obstacles = new Obstacles([other, BOX]);
  assertEquals(obstacles.firstOn({ x: 0, y: 150 }, { x: 900, y: 150 }), BOX);
  assertEquals(obstacles.firstOn({ x: 900, y: 150 }, { x: 0, y: 150 }), other);
  assertEquals(obstacles.firstOn({ x: 0, y: 150 }, { x: 90, y: 150 }), undefined);
});

Deno.test("Obstacles lets a line run along a border and begin at it", () => {
  const obstacles = new Obstacles([BOX]);
  assertEquals(obstacles.firstOn({ x: 0, y: 100 }, { x: 900, y: 100 }), undefined);
  assertEquals(obstacles.firstOn({ x: 200, y: 150 }, { x: 900, y: 150 }), undefined);
  assertEquals(obstacles.firstOn({ x: 199, y: 150 }, { x: 900, y: 150 }), BOX);
});

Deno.test("Obstacles.covers() is true inside of a box, not on its border", () => {
  const obstacles = new Obstacles([BOX]);
  assertEquals(
    [{ x: 101, y: 101 }, { x: 100, y: 150 }, { x: 99, y: 150 }].map((point) => obstacles.covers(point)),
    [
      true,
      false,
      false,
    ],
  );
});

Deno.test("Obstacles takes boxes and lines of any extent", () => {
  const far = 1e9;
  const obstacles = new Obstacles([{ x: 0, y: 0, width: far, height: far }, { ...BOX, x: -500 }]);
  assert(obstacles.covers({ x: far / 2, y: 1 }));
  assertEquals(obstacles.firstOn({ x: -1e6, y: 150 }, { x: -1, y: 150 })?.x, -500);
  assertEquals(obstacles.firstOn({ x: -1, y: 5 }, { x: 1e6, y: 5 })?.width, far);
});

Deno.test("Obstacles finds what a look at every box finds", () => {
  const coordinate = fc.integer({ min: -600, max: 900 });
  const length = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constant(20_000));
  const box: fc.Arbitrary<Box> = fc.record({ x: coordinate, y: coordinate, width: length, height: length });
  const point: fc.Arbitrary<Point> = fc.record({ x: coordinate, y: coordinate });
  fc.assert(
    fc.property(fc.array(box, { maxLength: 30 }), point, point, (boxes, from, to) => {
      const obstacles = new Obstacles(boxes);
      const first = obstacles.firstOn(from, to);
      assertEquals(first !== undefined, boxes.some((box) => enters(from, to, box)));
      if (first) assert(enters(from, to, first));
      assertEquals(
        obstacles.covers(from),
        boxes.some(({ x, y, width, height }) =>
          from.x > x && from.x < x + width && from.y > y && from.y < y + height
        ),
      );
    }),
    { numRuns: 500, seed: 30 },
  );
});
