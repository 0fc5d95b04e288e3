import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { evenly, expanded, overlaps } from "../../geometry/box.ts";
import { freeSpot } from "./free_spot.ts";

const SIZE = { width: 100, height: 40 };

Deno.test("freeSpot() gives the wish where nothing stands, or the corner of the room", () => {
  assertEquals(freeSpot(SIZE, [], { x: 50, y: 20 }, undefined, 40), { x: 0, y: 0 });
  const room = { x: 7, y: 8, width: 300, height: 300 };
  assertEquals(freeSpot(SIZE, [], { x: 50, y: 20 }, room, 40), { x: 7, y: 8 });
});

Deno.test("freeSpot() gives the spot beside a box that is nearest to the wish", () => {
  const taken = [{ x: 0, y: 0, ...SIZE }];
  assertEquals(freeSpot(SIZE, taken, { x: 50, y: 45 }, undefined, 40), { x: 0, y: 80 });
});

Deno.test("freeSpot() keeps within the room where it can", () => {
  const taken = [{ x: 0, y: 0, ...SIZE }];
  const room = { x: 0, y: 0, width: 300, height: 50 };
  assertEquals(freeSpot(SIZE, taken, { x: 50, y: 45 }, room, 40), { x: 140, y: 0 });
});

Deno.test("freeSpot() rather disturbs nobody than be near", () => {
  const taken = [{ x: 0, y: 0, ...SIZE }];
  const spot = freeSpot(SIZE, taken, { x: 50, y: 45 }, undefined, 40, ({ y }) => y > 0 ? 1 : 0);
  assert(spot.y <= 0);
});

Deno.test("freeSpot() keeps the distance from everything, in whole units", () => {
  const box = fc.record({
    x: fc.integer({ min: -500, max: 500 }),
    y: fc.integer({ min: -500, max: 500 }),
    width: fc.integer({ min: 1, max: 300 }),
    height: fc.integer({ min: 1, max: 300 }),
  });
  const wish = fc.record({ x: fc.integer({ min: -600, max: 600 }), y: fc.integer({ min: -600, max: 600 }) });
  fc.assert(
    fc.property(fc.array(box, { maxLength: 30 }), wish, fc.nat({ max: 50 }), (taken, wish, gap) => {
      const spot = freeSpot(SIZE, taken, wish, undefined, gap);
      assert(Number.isInteger(spot.x) && Number.isInteger(spot.y));
      assert(!taken.some((other) => overlaps(expanded(other, evenly(gap)), { ...spot, ...SIZE })));
    }),
    { numRuns: 300, seed: 32 },
  );
});
