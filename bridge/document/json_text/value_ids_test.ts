import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { sameJson, ValueIds } from "./value_ids.ts";

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    { a: 1, b: 2 },
    { b: 2, a: 1 },
    { a: 1 },
    [0],
    [-0],
    [null],
    { a: undefined },
    {},
    [],
    "1",
    1,
  ),
);

for (const [name, same] of Object.entries({ ValueIds: new ValueIds().same.bind(new ValueIds()), sameJson })) {
  Deno.test(`${name} tells values alike exactly when they are written alike`, () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        assertEquals(same(a, b), JSON.stringify(a) === JSON.stringify(b));
        assertEquals(same(a, structuredClone(a)), true);
      }),
      { seed: 5 },
    );
  });
}
