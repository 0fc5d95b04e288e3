import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { characterMap, fontTables, glyphsOf } from "./font_file.ts";
import { readShippedFonts } from "./picture_fonts.ts";
import { characterTable, tinyFont } from "./testing/tiny_font.ts";

const THREE = [0x41, 0x43, 0x6f22];

for (const format of [4, 12] as const) {
  Deno.test(`characterMap() finds the glyphs of a table in format ${format}`, () => {
    const glyphOf = characterMap(new Uint8Array(characterTable(THREE, format)));
    assertEquals([0x40, ...THREE, 0x42, 0x6f23, 0xffff, 0x1f600].map(glyphOf), [0, 1, 1, 1, 0, 0, 0, 0]);
  });

  Deno.test(`characterMap() finds nothing, and does not fail, where a table in format ${format} is broken`, () => {
    const table = characterTable(THREE, format);
    const place = fc.nat(table.length - 1);
    fc.assert(
      fc.property(
        place,
        fc.array(fc.tuple(place, fc.nat(255))),
        fc.nat(0x10ffff),
        (end, changes, codePoint) => {
          const broken = new Uint8Array(table);
          for (const [at, byte] of changes) broken[at] = byte;
          characterMap(broken.subarray(0, end))(codePoint);
          characterMap(broken)(codePoint);
        },
      ),
      { seed: 4 },
    );
  });
}

Deno.test("characterMap() knows what the shipped font covers", async () => {
  for (const font of Object.values(await readShippedFonts())) {
    const glyphOf = glyphsOf(font);
    const uncovered = [..."AzßŁΩЖ→↻●✓▲★①…—≤×□漢"].filter((character) =>
      glyphOf(character.codePointAt(0) ?? 0) === 0
    );
    assertEquals(uncovered, ["漢"]);
  }
});

Deno.test("fontTables() finds the tables of a font, and of the first face of a collection", () => {
  const font = tinyFont([0x41]);
  const collection = new Uint8Array(16 + font.length);
  collection.set([..."ttcf"].map((letter) => letter.charCodeAt(0)));
  new DataView(collection.buffer).setUint32(8, 1);
  new DataView(collection.buffer).setUint32(12, 16);
  collection.set(font, 16);
  assertEquals(fontTables(collection), fontTables(font));
  assertEquals([...fontTables(font).keys()].slice(0, 3), ["OS/2", "cmap", "glyf"]);
});

Deno.test("fontTables() finds nothing in what is no font", () => {
  for (const bytes of [new Uint8Array(), new Uint8Array(11), new TextEncoder().encode("ttcf is no font")]) {
    assertEquals(fontTables(bytes).size, 0);
  }
});
