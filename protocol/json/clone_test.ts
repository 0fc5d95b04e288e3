import { assert, assertEquals, assertNotStrictEquals } from "@std/assert";
import { cloneJson, setMember } from "./clone.ts";

Deno.test("cloneJson() copies every level", () => {
  const value = { list: [{ a: 1 }] };
  const copy = cloneJson(value);
  assertEquals(copy, value);
  assertNotStrictEquals(copy.list[0], value.list[0]);
});

Deno.test("cloneJson() keeps a key named __proto__ and leaves the prototype alone", () => {
  const copy = cloneJson(JSON.parse('{"__proto__":{"polluted":true}}'));
  assertEquals(JSON.stringify(copy), '{"__proto__":{"polluted":true}}');
  assertEquals(copy.polluted, undefined);
});

Deno.test("cloneJson() leaves out members that are undefined", () => {
  assertEquals(Object.keys(cloneJson({ a: undefined, b: 1 })), ["b"]);
});

Deno.test("setMember() sets an own member for any key", () => {
  const target = {};
  setMember(target, "__proto__", []);
  assert(Object.hasOwn(target, "__proto__"));
  assertEquals(Object.getPrototypeOf(target), Object.prototype);
});
