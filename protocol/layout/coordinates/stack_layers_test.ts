import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { Skyline } from "./stack_layers.ts";

Deno.test("Skyline has the lowest point of all that is above a place", () => {
  const skyline = new Skyline();
  skyline.raise(0, 10, 5);
  skyline.raise(20, 30, 8);
  assertEquals([skyline.bottom(0, 5), skyline.bottom(5, 25), skyline.bottom(12, 18)], [5, 8, -Infinity]);
});

Deno.test("Skyline is as deep as the last thing at each place", () => {
  const things = fc.array(fc.record({ left: fc.nat(50), width: fc.integer({ min: 1, max: 30 }) }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(things, fc.nat(80), (list, place) => {
      const skyline = new Skyline();
      list.forEach(({ left, width }, at) => skyline.raise(left, left + width, at));
      const last = list.findLastIndex(({ left, width }) => left <= place + 0.5 && left + width > place + 0.5);
      assertEquals(skyline.bottom(place + 0.5, place + 0.5), last < 0 ? -Infinity : last);
    }),
    { numRuns: 200, seed: 31 },
  );
});
