import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { arrange, longestCommonOrder } from "./arrange.ts";

const KEYS = ["a", "b", "c", "d", "e", "f", "g", "h"];

function done(current: string[], wanted: string[]): string[] {
  const list = [...current];
  for (const { key, from, index } of arrange(current, wanted)) {
    if (from >= 0) assertEquals(list.splice(from, 1), [key]);
    list.splice(index, 0, key);
  }
  return list;
}

Deno.test("arrange() has nothing to do for keys in the wanted order, others in between", () => {
  assertEquals([...arrange(["a", "x", "b"], ["a", "b"])], []);
});

Deno.test("arrange() moves one key when one key moved", () => {
  assertEquals([...arrange(["a", "b", "c", "d"], ["d", "a", "b", "c"])], [
    { key: "d", from: 3, index: 0, atEnd: false },
  ]);
});

Deno.test("arrange() says when a key goes to the end", () => {
  assertEquals([...arrange(["a", "x"], ["a", "b"])], [{ key: "b", from: -1, index: 2, atEnd: true }]);
});

Deno.test("arrange() leads to the wanted order and keeps the keys that are not wanted", () => {
  const lists = fc.tuple(fc.shuffledSubarray(KEYS), fc.shuffledSubarray(KEYS));
  fc.assert(
    fc.property(lists, ([current, wanted]) => {
      const list = done(current, wanted);
      assertEquals(list.filter((key) => wanted.includes(key)), wanted);
      const others = current.filter((key) => !wanted.includes(key));
      assertEquals(list.filter((key) => !wanted.includes(key)), others);
    }),
    { seed: 5 },
  );
});

Deno.test("longestCommonOrder() finds as many keys as any choice could keep", () => {
  const lists = fc.tuple(fc.shuffledSubarray(KEYS), fc.shuffledSubarray(KEYS), fc.subarray(KEYS));
  fc.assert(
    fc.property(lists, ([a, b, choice]) => {
      const pick = (list: string[]) => list.filter((key) => choice.includes(key));
      const isCommon = JSON.stringify(pick(a)) === JSON.stringify(pick(b)) &&
        pick(a).length === choice.length;
      const kept = longestCommonOrder(a, b);
      assertEquals(a.filter((key) => kept.has(key)), b.filter((key) => kept.has(key)));
      if (isCommon) assert(kept.size >= choice.length);
    }),
    { seed: 5 },
  );
});
