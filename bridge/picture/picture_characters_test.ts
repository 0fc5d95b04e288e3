import { assertEquals } from "@std/assert";
import { uncoveredCharacters, withFamilies } from "./picture_characters.ts";

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

/** A font of the characters from one to another. */
const family = (name: string, first: number, last: number) => ({
  name,
  faces: [],
  glyphOf: (codePoint: number) => codePoint >= first && codePoint <= last ? 1 : 0,
});

Deno.test("withFamilies() names the font of each run, with the spaces and marks in it", () => {
  const families = [family("Thai <1>", 0xe00, 0xe7f), family("Hebrew", 0x590, 0x5ff)];
  const svg = '<g data-state="รอ"><text>Tea &amp; รอ อีก two כ</text></g>';
  const uncovered = uncoveredCharacters(svg, ascii);
  assertEquals(
    withFamilies(svg, { uncovered, missing: new Set(), families }),
    '<g data-state="รอ"><text>Tea &amp; <tspan font-family="Thai &#60;1>">รอ อีก</tspan> two ' +
      '<tspan font-family="Hebrew">כ</tspan></text></g>',
  );
});

Deno.test("withFamilies() draws a square for each character that no font has, and no mark", () => {
  const missing = new Set([0x8336, 0x20dd]);
  const uncovered = new Set([...missing, 0x6c34]);
  assertEquals(
    withFamilies('<g id="茶"><text>茶&#x8336;\u20dd &amp; 水</text></g>', {
      uncovered,
      missing,
      families: [family("CJK", 0x6c34, 0x6c34)],
    }),
    '<g id="茶"><text>□□ &amp; <tspan font-family="CJK">水</tspan></text></g>',
  );
});
