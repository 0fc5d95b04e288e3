import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { dataOf, restoreData } from "./data_copy.ts";
import { MachineRuntimeError } from "../problem.ts";

const LEVELS = 20_000;

function deepList(levels: number): unknown {
  let list: unknown = [];
  for (let level = 1; level < levels; level++) list = [list];
  return list;
}

function levelsOf(value: unknown): number {
  let levels = 0;
  for (let at = value; Array.isArray(at); at = at[0]) levels++;
  return levels;
}

Deno.test("dataOf() copies data that is deeper than the call stack", () => {
  assertEquals(levelsOf(dataOf(deepList(LEVELS))), LEVELS);
});

Deno.test("dataOf() leaves out functions, host objects, circles and what JSON has no word for", () => {
  const circle: Record<string, unknown> = { n: 1 };
  circle.self = circle;
  const odd = { f: () => 1, date: new Date(0), no: undefined, big: NaN, circle, list: [1, () => 1, NaN] };
  assertEquals(dataOf(odd), { circle: { n: 1 }, list: [1, null, null] });
  assertEquals(dataOf(Object.assign(Array(2), { 1: "b" })), [null, "b"]);
  assertStrictEquals(dataOf(() => 1), undefined);
});

Deno.test("dataOf() copies a member called __proto__ as a member", () => {
  const copy = dataOf(JSON.parse('{ "__proto__": { "a": 1 } }')) as object; // a copy of an object
  assertEquals(Object.keys(copy), ["__proto__"]);
  assertStrictEquals(Object.getPrototypeOf(copy), Object.prototype);
});

Deno.test("dataOf() copies what stands in two places twice, and refuses more than a million values", () => {
  const twice = { n: 1 };
  assertEquals(dataOf({ a: twice, b: twice }), { a: { n: 1 }, b: { n: 1 } });
  let list: unknown[] = [1, 2];
  for (let level = 0; level < 30; level++) list = [list, list];
  assertThrows(() => dataOf(list), MachineRuntimeError, "more than 1000000 values");
});

Deno.test("restoreData() puts back data that is deeper than the call stack", () => {
  const context: Record<string, unknown> = { gone: 1, keep: () => 1 };
  restoreData(context, { deep: deepList(LEVELS) });
  assertEquals(Object.keys(context), ["keep", "deep"]);
  assertEquals(levelsOf(context.deep), LEVELS);
});

Deno.test("restoreData() goes into objects that are there, and keeps their host objects", () => {
  const inner = { host: new Date(0), old: 1 };
  const context: Record<string, unknown> = { inner };
  restoreData(context, { inner: { n: 2 } });
  assertStrictEquals(context.inner, inner);
  assertEquals(context, { inner: { host: new Date(0), n: 2 } });
});
