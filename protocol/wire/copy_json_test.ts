import { assert, assertEquals, assertNotStrictEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type Budget, bytesText, copyJson } from "./copy_json.ts";
import { PAYLOAD, type Place, Refusal } from "./refusal.ts";

const AT: Place = { above: PAYLOAD, step: "def" };

function budgetOf(bytes: number, depth = 100): Budget {
  return { left: bytes, bytes, depth };
}

function refusalOf(value: unknown, budget: Budget = budgetOf(1_000_000)): Refusal {
  return assertThrows(() => copyJson(value, budget, AT), Refusal);
}

/** What JSON can say, without the one name that is refused. */
const jsonValue = fc.jsonValue({ stringUnit: "binary", maxDepth: 6 })
  .filter((value) => !JSON.stringify(value).includes("__proto__"));

Deno.test("copyJson() gives what JSON text would carry over", () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      assertEquals(copyJson(value, budgetOf(1_000_000), AT), JSON.parse(JSON.stringify(value)));
    }),
    { seed: 5 },
  );
});

Deno.test("copyJson() takes exactly the bytes of the JSON text", () => {
  const text = fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  });
  const value = fc.oneof(jsonValue, text, fc.array(text), fc.dictionary(text, fc.double({ noNaN: true })));
  fc.assert(
    fc.property(value, (value) => {
      fc.pre(!holdsInfinity(value));
      const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
      const budget = budgetOf(bytes);
      copyJson(value, budget, AT);
      assertEquals(budget.left, 0);
      assertEquals(refusalOf(value, budgetOf(bytes - 1)).code, "too_large");
    }),
    { seed: 5 },
  );
});

function holdsInfinity(value: unknown): boolean {
  return Object.values(Object(value)).some((member) =>
    typeof member === "number" && !Number.isFinite(member)
  );
}

Deno.test("copyJson() shares nothing with the value", () => {
  const value = { list: [{ name: "Idle" }] };
  const copy = copyJson(value, budgetOf(100), AT) as typeof value;
  assertNotStrictEquals(copy, value);
  assertNotStrictEquals(copy.list[0], value.list[0]);
});

Deno.test("copyJson() leaves out members that are undefined and takes no bytes for them", () => {
  const budget = budgetOf(100);
  assertEquals(copyJson({ a: undefined, b: 1, c: undefined }, budget, AT), { b: 1 });
  assertEquals(budget.left, 100 - '{"b":1}'.length);
});

Deno.test("copyJson() keeps the members of prototypes as ordinary keys", () => {
  const value = JSON.parse('{"constructor": {"prototype": 1}, "toString": 2, "hasOwnProperty": 3}');
  assertEquals(copyJson(value, budgetOf(200), AT), value);
});

Deno.test("copyJson() refuses a member called __proto__", () => {
  const refusal = refusalOf(JSON.parse('{"states": [{"__proto__": {"polluted": true}}]}'));
  assertEquals([refusal.code, refusal.member], ["bad_request", "def.states[0].__proto__"]);
  assertEquals(Object.hasOwn(Object.prototype, "polluted"), false);
});

Deno.test("copyJson() names the place of what JSON cannot write", async (t) => {
  const cases: [name: string, value: unknown, found: string][] = [
    ["a function", () => {}, "a function"],
    ["a symbol", Symbol("s"), "a symbol"],
    ["a bigint", 1n, "a bigint"],
    ["a number that is none", NaN, "the number NaN"],
    ["bytes", new Uint8Array(3), "bytes"],
    ["a buffer", new ArrayBuffer(3), "bytes"],
    ["a date", new Date(0), "an object that is no plain JSON object"],
    ["a map", new Map(), "an object that is no plain JSON object"],
    ["a boxed text", Object("s"), "an object that is no plain JSON object"],
  ];
  for (const [name, value, found] of cases) {
    await t.step(name, () => {
      const refusal = refusalOf({ a: [1, { "b c": value }] });
      assertEquals(refusal.code, "bad_request");
      assertEquals(refusal.message, `"def.a[1]["b c"]" must be a JSON value, but it is ${found}.`);
    });
  }
});

Deno.test("copyJson() refuses a hole in a list", () => {
  assertEquals(refusalOf([1, , 3]).member, "def[1]");
});

Deno.test("copyJson() takes objects of null prototype", () => {
  const value = Object.assign(Object.create(null), { a: 1 });
  assertEquals(copyJson(value, budgetOf(100), AT), { a: 1 });
});

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
}

Deno.test("copyJson() takes a value as deep as the bound and refuses one level more", () => {
  assertEquals(copyJson(nested(200), budgetOf(10_000, 200), AT), nested(200));
  const refusal = refusalOf(nested(201), budgetOf(10_000, 200));
  assertEquals(refusal.code, "too_large");
  assertEquals(refusal.message, '"def" nests more than 200 levels deep: make it flatter.');
});

Deno.test("copyJson() refuses what nests a million levels deep", () => {
  assertEquals(refusalOf(nested(1_000_000)).code, "too_large");
});

Deno.test("copyJson() refuses a value that contains itself", () => {
  const wheel: Record<string, unknown> = {};
  wheel.spokes = Array.from({ length: 1000 }, () => wheel);
  assertEquals(refusalOf(wheel).code, "too_large");
});

Deno.test("copyJson() refuses a value that unfolds beyond its bound", () => {
  let tree: unknown = [];
  for (let level = 0; level < 60; level++) tree = [tree, tree];
  assertEquals(refusalOf(tree, budgetOf(100_000)).code, "too_large");
});

Deno.test("copyJson() refuses a list by its length before it reads an item", () => {
  let reads = 0;
  const list = new Proxy(new Array(4_000_000_000), {
    get(target, key) {
      if (key !== "length") reads++;
      return Reflect.get(target, key);
    },
  });
  assertEquals(refusalOf(list).code, "too_large");
  assertEquals(reads, 0);
});

Deno.test("copyJson() refuses a text that is too long without taking it apart", () => {
  const refusal = refusalOf("é".repeat(1_000_001), budgetOf(1024 * 1024));
  assertEquals(refusal.message, '"def" takes more than the 1 MiB that are allowed: send less at once.');
});

Deno.test("bytesText() writes a size in the greatest unit that fits", () => {
  assertEquals([1000, 4096, 8 * 1024 * 1024].map(bytesText), ["1000 bytes", "4 KiB", "8 MiB"]);
});

Deno.test("Refusal names the end of a place that is long", () => {
  let place = AT;
  for (let step = 0; step < 10_000; step++) place = { above: place, step: "states" };
  const { member } = new Refusal("bad_request", place, "is long.");
  assert(member.startsWith("…") && member.endsWith(".states.states"));
  assert(member.length < 200);
});

Deno.test("Refusal shortens a key that is long", () => {
  const { member } = new Refusal("bad_request", { above: AT, step: "k".repeat(1000) }, "is long.");
  assertEquals(member, `def["${"k".repeat(39)}…"]`);
});
