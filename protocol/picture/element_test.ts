import { assertEquals } from "@std/assert";
import { element } from "./element.ts";
import { parsePicture } from "./testing.ts";
import { xmlText } from "./xml_text.ts";

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
