// @ts-types="@types/fontkit"
import { create } from "fontkit";
import { assert, assertEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { withEmbeddedFonts } from "./embedded_font.ts";
import { tinyFont } from "./testing/tiny_font.ts";

const svg = (texts: string) => `<svg xmlns="http://www.w3.org/2000/svg"><style></style>${texts}</svg>`;

/** The fonts in a picture: weight, characters, and the range that they are for. */
function fontsIn(picture: string) {
  const rules = picture.matchAll(
    /font-weight:(\d+);(?:unicode-range:([^;]*);)?src:url\(data:font\/ttf;base64,([^)]*)\)/g,
  );
  return Array.from(rules, ([, weight, range, source = ""]) => {
    const font = create(Buffer.from(source, "base64"));
    assert("characterSet" in font);
    return { weight, range, characters: String.fromCodePoint(...font.characterSet), font };
  });
}

Deno.test("withEmbeddedFonts() puts the letters of each weight into the picture, and no others", async () => {
  const picture = await withEmbeddedFonts(
    svg('<text font-weight="600">Door</text><text font-weight="400">a &amp; d</text><g>Z</g>'),
    [],
  );
  assertEquals(fontsIn(picture).map(({ weight, characters }) => [weight, characters]), [
    ["600", "Dor"],
    ["400", " &ad"],
  ]);
});

Deno.test("withEmbeddedFonts() keeps the widths of Inter", async () => {
  const [part] = fontsIn(await withEmbeddedFonts(svg('<text font-weight="400">W</text>'), []));
  const glyph = part?.font.glyphForCodePoint(0x57);
  assertEquals(Math.ceil((glyph?.advanceWidth ?? 0) * 1000 / (part?.font.unitsPerEm ?? 1)), 986);
});

Deno.test("withEmbeddedFonts() takes other fonts for their own letters only, unless these join", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeFile(`${folder}/tiny.ttf`, tinyFont([0x628, 0x8336]));
    const picture = await withEmbeddedFonts(svg('<text font-weight="400">a 茶 茶 \u0628</text>'), [folder]);
    const fonts = fontsIn(picture).map(({ range, characters }) => [range, characters]);
    assertEquals(fonts, [[undefined, " a"]]);
    const tea = await withEmbeddedFonts(svg('<text font-weight="400">a 茶 茶</text>'), [folder]);
    assertEquals(fontsIn(tea).map(({ range, characters }) => [range, characters]), [
      [undefined, " a"],
      ["U+8336", "茶"],
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
