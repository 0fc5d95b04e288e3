import { assertEquals } from "@std/assert";
import { parsePicture } from "./testing.ts";
import { decimal, element, xmlText } from "./xml.ts";

Deno.test("decimal() rounds to 2 decimals and never writes a sign on zero, an exponent or a word", () => {
  assertEquals([1.005, 2, -0.001, 0.1 + 0.2, 1e-9, NaN, Infinity].map(decimal), [
    "1",
    "2",
    "0",
    "0.3",
    "0",
    "0",
    "0",
  ]);
});

Deno.test("element() leaves out attributes that are undefined, and rounds numbers", () => {
  assertEquals(element("a", { x: 1 / 3, y: undefined, z: -0.001 }), '<a x="0.33" z="0"/>');
});

Deno.test("element() and xmlText() give back what was put in, when it is parsed", () => {
  const hostile = `<b> & "c" 'd' ]]> \t\n\r\u{1F600}é`;
  const parsed = parsePicture(element("a", { title: hostile }, xmlText(hostile)));
  assertEquals(parsed.attributes.title, hostile);
  assertEquals(parsed.text, hostile);
});

Deno.test("xmlText() drops what XML cannot hold", () => {
  assertEquals(xmlText("a\u0000b\u001Fc\uD800d\uDC00e\uFFFEf\uFFFFg\u{1F600}"), "abcdefg\u{1F600}");
});
