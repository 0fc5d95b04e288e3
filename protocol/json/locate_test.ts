import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { locate, locateAll } from "./locate.ts";
import { toPointer } from "./pointer.ts";
import { isObject } from "./value.ts";

const TEXT = `{
  "a/b": [10, {"x": true}],
  "": null
}`;

Deno.test("locate() finds the values of members and items", () => {
  assertEquals(locate(TEXT, ""), { line: 1, column: 1 });
  assertEquals(locate(TEXT, "/a~1b/1/x"), { line: 2, column: 21 });
  assertEquals(locate(TEXT, "/"), { line: 3, column: 7 });
});

Deno.test("locate() finds nothing when the pointer leads nowhere", () => {
  for (const pointer of ["/a", "/a~1b/2", "/a~1b/x", "/a~1b/0/x", "/__proto__"]) {
    assertEquals(locate(TEXT, pointer), undefined, pointer);
  }
});

Deno.test("locate() takes the last of repeated keys, as JSON.parse does", () => {
  const text = '{"a": {"b": 1},\n "a": {"c": 2}}';
  assertEquals(locate(text, "/a"), { line: 2, column: 7 });
  assertEquals(locate(text, "/a/b"), undefined);
});

Deno.test("locate() reads escaped keys and passes over a byte order mark", () => {
  assertEquals(locate('\uFEFF{"\\u0061": 1}', "/a"), { line: 1, column: 12 });
});

Deno.test("locate() finds what stands before the place where a broken text breaks off", () => {
  assertEquals(locate('{"a": 1, "b" 2}', "/a"), { line: 1, column: 7 });
  assertEquals(locate('{"a": 1, "b" 2}', "/b"), undefined);
});

Deno.test("locateAll() finds the places of several pointers, whatever their order", () => {
  const places = locateAll("[1,\n [2],\n 3]", ["/2", "/1/0", "/9", "/1"]);
  assertEquals(places.get("/2"), { line: 3, column: 2 });
  assertEquals(places.get("/1/0"), { line: 2, column: 3 });
  assertEquals(places.get("/1"), { line: 2, column: 2 });
  assertEquals(places.has("/9"), false);
});

Deno.test("locateAll() finds every value of a document where its text begins", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const wanted = valuesOf(JSON.parse(text));
      const places = locateAll(text, wanted.keys());
      const lines = text.split("\n");
      for (const [pointer, inner] of wanted) {
        const { line, column } = places.get(pointer)!;
        const begin = JSON.stringify(inner).slice(0, 1);
        assertEquals(lines[line - 1]?.[column - 1], begin, pointer);
      }
    }),
    { seed: 1 },
  );
});

function valuesOf(value: unknown, steps: (string | number)[] = []): Map<string, unknown> {
  const values = new Map([[toPointer(steps), value]]);
  const members = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  for (const [step, inner] of members) {
    for (const [pointer, deeper] of valuesOf(inner, [...steps, step])) values.set(pointer, deeper);
  }
  return values;
}
