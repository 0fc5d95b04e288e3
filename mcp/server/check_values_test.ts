import { assertEquals } from "@std/assert";
import { jsonFault } from "./check_values.ts";

function nested(levels: number): unknown {
  let value: unknown = "leaf";
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
}

Deno.test("jsonFault() counts the levels of lists and objects", () => {
  assertEquals(jsonFault("leaf", 0), undefined);
  assertEquals([jsonFault([], 0), jsonFault([], 1)], ["too_deep", undefined]);
  assertEquals([jsonFault(nested(7), 6), jsonFault(nested(7), 7)], ["too_deep", undefined]);
  assertEquals(jsonFault([1, { a: null }, nested(3)], 3), "too_deep");
});

Deno.test("jsonFault() looks at any depth", () => {
  assertEquals(jsonFault(nested(500_000), 1_000), "too_deep");
});

Deno.test("jsonFault() finds a forbidden key wherever it stands", () => {
  for (const text of ['{"__proto__":1}', '[{"a":[{"__proto__":null}]}]']) {
    assertEquals(jsonFault(JSON.parse(text), 9), "forbidden_key");
  }
  assertEquals(jsonFault({ constructor: 1, prototype: "__proto__" }, 9), undefined);
});
