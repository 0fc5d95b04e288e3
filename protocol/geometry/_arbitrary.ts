import fc from "fast-check";
import type { Box, Point } from "./box.ts";

function coordinate(): fc.Arbitrary<number> {
  return fc.integer({ min: -2000, max: 2000 });
}

/** A place in the plane, at whole units. */
export function points(): fc.Arbitrary<Point> {
  return fc.record({ x: coordinate(), y: coordinate() });
}

/** A box as states have it. */
export function boxes(): fc.Arbitrary<Box> {
  return fc.record({
    x: coordinate(),
    y: coordinate(),
    width: fc.integer({ min: 40, max: 400 }),
    height: fc.integer({ min: 30, max: 300 }),
  });
}
