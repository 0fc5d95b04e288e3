import { assertEquals, assertStrictEquals } from "@std/assert";
import { describe, isPlainObject, isTruthy } from "./values.ts";

class Host {}

const CASES:
  readonly (readonly [what: string, value: unknown, truthy: boolean, plain: boolean, words: string])[] = [
    ["null", null, false, false, "null"],
    ["undefined", undefined, false, false, "null"],
    ["false", false, false, false, "a boolean"],
    ["zero", 0, false, false, "a number"],
    ["NaN", NaN, false, false, "a number"],
    ["an empty string", "", false, false, "a string"],
    ["an empty list", [], false, false, "a list"],
    ["an empty object", {}, false, true, "an object"],
    [
      "an object with hidden members only",
      Object.create(null, { a: { value: 1 } }),
      false,
      true,
      "an object",
    ],
    [
      "an object without prototype",
      Object.assign(Object.create(null), { hasOwnProperty: 1 }),
      true,
      true,
      "an object",
    ],
    ["the text 0", "0", true, false, "a string"],
    ["a list of null", [null], true, false, "a list"],
    ["an object with a member", { a: null }, true, true, "an object"],
    ["a host object", new Host(), true, false, "a host object"],
    ["an empty map", new Map(), true, false, "a host object"],
    ["a function", () => {}, true, false, "a function"],
    ["an object that inherits data", Object.create({ a: 1 }), true, false, "a host object"],
  ];

for (const [what, value, truthy, plain, words] of CASES) {
  Deno.test(`isTruthy() says ${truthy} of ${what}`, () => assertStrictEquals(isTruthy(value), truthy));
  Deno.test(`isPlainObject() says ${plain} of ${what}`, () =>
    assertStrictEquals(isPlainObject(value), plain));
  Deno.test(`describe() calls ${what} ${words}`, () => assertEquals(describe(value), words));
}
