import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Box, moved, overlaps } from "../../geometry/box.ts";
import { makeRoom } from "./make_room.ts";

const A = { x: 0, y: 0, width: 100, height: 100 };
const B = { x: 0, y: 140, width: 100, height: 100 };

Deno.test("makeRoom() moves nothing where nothing grew over another", () => {
  assertEquals(makeRoom([A, B], [A, B]).size, 0);
  assertEquals(makeRoom([A, B], [{ ...A, height: 140 }, B]).size, 0);
});

Deno.test("makeRoom() moves a box down past one that grew over it", () => {
  assertEquals([...makeRoom([A, B], [{ ...A, height: 150 }, B])], [[1, { x: 0, y: 26 }]]);
});

Deno.test("makeRoom() moves a box to the right where that is nearer", () => {
  const right = { ...A, x: 140 };
  assertEquals([...makeRoom([A, right], [{ ...A, width: 150 }, right])], [[1, { x: 26, y: 0 }]]);
});

Deno.test("makeRoom() moves a box past what stands in its way", () => {
  const below = { ...B, y: 260 };
  assertEquals([...makeRoom([A, B, below], [{ ...A, height: 150 }, B, below])], [[1, { x: 116, y: 26 }]]);
});

Deno.test("makeRoom() moves the lower of two that grew over each other", () => {
  const now = [{ ...A, height: 125 }, { ...B, y: 115, height: 125 }];
  assertEquals([...makeRoom([A, B], now)], [[1, { x: 0, y: 26 }]]);
});

Deno.test("makeRoom() leaves boxes that overlapped before", () => {
  const over = { ...A, x: 50 };
  assertEquals(makeRoom([A, over], [{ ...A, width: 120 }, over]).size, 0);
});

Deno.test("makeRoom() leaves no boxes that overlap and did not before", () => {
  const box = fc.record({
    x: fc.integer({ min: 0, max: 800 }),
    y: fc.integer({ min: 0, max: 800 }),
    width: fc.integer({ min: 1, max: 200 }),
    height: fc.integer({ min: 1, max: 200 }),
  });
  const growth = fc.tuple(fc.constantFrom(0, 0, 0, 1), fc.nat({ max: 150 }), fc.nat({ max: 150 }));
  let moves = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(box, growth), { maxLength: 12 }), (list) => {
      const before = list.map(([box]) => box);
      const now = list.map(([box, [grows, x, y]]): Box =>
        grows === 0
          ? box
          : { x: box.x - x, y: box.y - y, width: box.width + 2 * x, height: box.height + 2 * y }
      );
      const by = makeRoom(before, now);
      moves += by.size;
      const after = now.map((box, at) => moved(box, by.get(at) ?? { x: 0, y: 0 }));
      after.forEach((box, at) => {
        for (let other = 0; other < at; other++) {
          assert(
            !overlaps(box, after[other]!) || overlaps(before[at]!, before[other]!),
            `${other} and ${at}`,
          );
        }
      });
      for (const [, { x, y }] of by) assert(x >= 0 && y >= 0);
    }),
    { numRuns: 500, seed: 33 },
  );
  assert(moves > 100, `only ${moves} moves`);
});
