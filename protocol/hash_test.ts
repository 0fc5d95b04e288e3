import { assertEquals, assertNotEquals } from "@std/assert";
import { hashDef, nextSeq } from "./hash.ts";

Deno.test("hashDef() gives the golden values", () => {
  assertEquals(hashDef({}), "5465b825");
  assertEquals(hashDef({ a: "é" }), "02eaea9b");
  assertEquals(hashDef({ a: "中" }), "c1783b2f");
  const def = { settings: { namespace: "n", asynchronous: false }, events: [], state: { name: "Root" } };
  assertEquals(hashDef(def), "c47c4b2f");
});

Deno.test("hashDef() counts the order of keys", () => {
  assertNotEquals(hashDef({ a: 1, b: 2 }), hashDef({ b: 2, a: 1 }));
});

Deno.test("nextSeq() counts up by one", () => {
  assertEquals(nextSeq(41), 42);
});
