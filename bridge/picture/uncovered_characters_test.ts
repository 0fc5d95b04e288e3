import { assertEquals } from "@std/assert";
import { uncoveredCharacters, withStandIns } from "./uncovered_characters.ts";

/** A font that has ASCII and nothing else. */
const ascii = (codePoint: number) => codePoint < 0x80 ? 1 : 0;

const found = (svg: string) => String.fromCodePoint(...uncoveredCharacters(svg, ascii));

Deno.test("uncoveredCharacters() finds what texts have and the font has not", () => {
  const rows = [
    ["<text>Tea 茶 and 😀</text>", "茶😀"],
    ["<text>&#x8336;&#33590; &#65; &amp; &#xffffff;</text>", "茶"],
    ["<text>e\u0301 a\u200db\ufe0f \u00a0\u0085</text>", "\u0301"],
    ['<g data-state="茶"><!-- 茶 --><style>/* 茶 */</style></g>', ""],
    ["plain", ""],
    ["", ""],
  ];
  for (const [svg = "", characters] of rows) assertEquals(found(svg), characters);
});

Deno.test("withStandIns() draws a square for each character that no font has, and no mark", () => {
  const missing = new Set([0x8336, 0x20dd]);
  assertEquals(
    withStandIns('<g id="茶"><text>茶&#x8336;\u20dd &amp; 水</text></g>', missing),
    '<g id="茶"><text>□□ &amp; 水</text></g>',
  );
});
