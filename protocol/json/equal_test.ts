import { assert, assertEquals } from "@std/assert";
import { definedKeys, equalJson } from "./equal.ts";

Deno.test("equalJson() tells the order of keys apart", () => {
  assert(!equalJson({ a: 1, b: 2 }, { b: 2, a: 1 }));
});

Deno.test("equalJson() tells lists from objects and null from absence", () => {
  assert(!equalJson([], {}));
  assert(!equalJson({ a: null }, {}));
  assert(!equalJson(null, {}));
});

Deno.test("equalJson() takes what JSON cannot write for what JSON writes instead", () => {
  assert(equalJson({ a: undefined, b: 1 }, { b: 1 }));
  assert(equalJson([undefined, NaN], [null, null]));
  assert(equalJson(-0, 0));
});

Deno.test("equalJson() compares own keys such as __proto__ only", () => {
  assert(equalJson(JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')));
  assert(!equalJson(JSON.parse('{"__proto__":1}'), {}));
  assert(!equalJson({ toString: 1 }, { valueOf: 1 }));
});

Deno.test("definedKeys() leaves out what is undefined", () => {
  assertEquals(definedKeys({ a: 1, b: undefined, c: null }), ["a", "c"]);
});
