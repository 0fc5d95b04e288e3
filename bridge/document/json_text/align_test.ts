import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { alignElements, ascending } from "./align.ts";
import { ValueIds } from "./value_ids.ts";

function aligned(before: readonly unknown[], after: readonly unknown[]): number[] {
  return alignElements(before, after, new ValueIds());
}

Deno.test("alignElements() pairs equal elements in any order", () => {
  assertEquals(aligned([{ n: 1 }, { n: 2 }, { n: 3 }], [{ n: 3 }, { n: 1 }, { n: 2 }]), [2, 0, 1]);
});

Deno.test("alignElements() pairs elements of the same name", () => {
  const before = [{ name: "A", x: 1 }, { name: "B", x: 1 }];
  assertEquals(aligned(before, [{ name: "B", x: 2 }, { name: "A", x: 2 }]), [1, 0]);
});

Deno.test("alignElements() pairs what was renamed between the same neighbours", () => {
  assertEquals(aligned(["a", { name: "B" }, "c"], ["a", { name: "X" }, "c"]), [0, 1, 2]);
});

Deno.test("alignElements() pairs the one that is alike when one of several goes", () => {
  const before = [{ event: "A", nextState: "X" }, { event: "B", nextState: "Y" }];
  assertEquals(aligned(before, [{ event: "B", nextState: "Y", condition: "c" }]), [1]);
});

Deno.test("alignElements() leaves a new element alone", () => {
  assertEquals(aligned([{ id: "A" }], [{ id: "A" }, { id: "B" }]), [0, -1]);
});

Deno.test("alignElements() uses each old element once", () => {
  const list = fc.array(
    fc.constantFrom<unknown>(1, 2, { name: "A" }, { name: "A", x: 1 }, { name: "B" }, []),
  );
  fc.assert(
    fc.property(list, list, (before, after) => {
      const used = aligned(before, after).filter((from) => from >= 0);
      assertEquals(new Set(used).size, used.length);
    }),
    { seed: 5 },
  );
});

Deno.test("alignElements() pairs a list in which one element changed as it pairs a copy of it", () => {
  const value = fc.constantFrom<unknown>(
    1,
    "a",
    { name: "A" },
    { name: "A", x: 1 },
    { name: "B" },
    [],
    [1],
    null,
  );
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), fc.nat(), value, (before, at, changed) => {
      const after = before.with(at % before.length, changed);
      assertEquals(aligned(before, after), aligned(structuredClone(before), after));
    }),
    { seed: 5 },
  );
});

Deno.test("ascending() keeps the longest part that is in order", () => {
  assertEquals(ascending([2, 0, 1, -1, 3]), [false, true, true, false, true]);
});

Deno.test("ascending() keeps everything when all are in order, and one when none are", () => {
  assertEquals(ascending([0, 1, 2]), [true, true, true]);
  assertEquals(ascending([2, 1, 0]).filter(Boolean).length, 1);
});
