// @ts-types="@types/fontkit"
import type { Font } from "fontkit";
import { Buffer } from "node:buffer";
import { fontTables, nearestFace, viewOf } from "./font_file.ts";
import { fontRuns, isClustered, plainText } from "./picture_characters.ts";
import { pictureFonts } from "./picture_fonts.ts";

const TEXT = /<text ([^>]*)>(?:<title>[^<]*<\/title>)?([^<]+)<\/text>/g;
const STYLE = "<style>";
/** Scripts that need rules to be set. */
const JOINING = /\p{Script=Arabic}|\p{M}/u;

/**
 * Puts the letters that an SVG draws into it as fonts, so that it looks the same where Inter is not installed: a part of Inter
 * for each weight, and of other fonts for letters that Inter lacks. Scripts whose letters join or stack keep the fonts of the
 * reader: a part of a font has no rules for them.
 *
 * @param svg A picture of the loom.
 * @param folders Folders with fonts for characters that Inter does not have. Default: the system's, then those of npm.
 */
export async function withEmbeddedFonts(svg: string, folders?: readonly string[]): Promise<string> {
  const fonts = await pictureFonts(svg, folders);
  const used = new Map<Uint8Array, { weights: Set<number>; characters: Set<number>; isInter: boolean }>();
  for (const [, attributes = "", words = ""] of svg.matchAll(TEXT)) {
    const weight = Number(/font-weight="(\d+)"/.exec(attributes)?.[1] ?? 400);
    for (const { family = fonts.inter, text } of fontRuns(words, fonts)) {
      const face = nearestFace(family, weight);
      const isInter = family === fonts.inter;
      if (face === undefined || (!isInter && (isClustered(text) || JOINING.test(text)))) continue;
      const part = used.get(face.bytes) ?? { weights: new Set(), characters: new Set(), isInter };
      used.set(face.bytes, part);
      part.weights.add(weight);
      for (const character of isInter ? plainText(text) : plainText(text).replaceAll(/\s/g, "")) {
        part.characters.add(character.codePointAt(0) ?? 0);
      }
    }
  }
  // Lazy import: a PNG has no use for it.
  // @ts-types="@types/fontkit"
  const { create } = await import("fontkit");
  const rules = [...used].flatMap(([bytes, { weights, characters, isInter }]) => {
    const font = create(Buffer.from(bytes));
    const source = "createSubset" in font ? partOfFont(font, bytes, characters) : undefined;
    if (source === undefined) return [];
    // All go by the name that texts have; a browser takes each for its own characters.
    const range = isInter ? "" : `unicode-range:${[...characters].map(hexadecimal).join()};`;
    return [...weights].map((weight) =>
      `@font-face{font-family:Inter;font-weight:${weight};${range}src:url(data:font/ttf;base64,${source})}`
    );
  });
  return svg.replace(STYLE, `${STYLE}${rules.join("")}`);
}

function hexadecimal(codePoint: number): string {
  return `U+${codePoint.toString(16)}`;
}

/** A font with the glyphs of some characters, in base 64. */
function partOfFont(font: Font, bytes: Uint8Array, characters: ReadonlySet<number>): string {
  const subset = font.createSubset();
  const glyphs = new Map<number, number>();
  for (const codePoint of [...characters].sort((one, other) => one - other)) {
    if (!font.hasGlyphForCodePoint(codePoint)) continue;
    // It gives the number of the glyph in the part; its types say otherwise.
    glyphs.set(codePoint, Number(subset.includeGlyph(font.glyphForCodePoint(codePoint))));
  }
  return Buffer.from(withNames(new Uint8Array(subset.encode()), bytes, glyphs)).toString("base64");
}

/** Adds the tables that browsers ask for, and a part for PDF lacks. */
function withNames(part: Uint8Array, whole: Uint8Array, glyphs: ReadonlyMap<number, number>): Uint8Array {
  const tables = new Map<string, Uint8Array>();
  for (const [tag, { offset, length }] of fontTables(part)) {
    tables.set(tag, part.subarray(offset, offset + length));
  }
  const os2 = fontTables(whole).get("OS/2");
  if (os2) tables.set("OS/2", whole.subarray(os2.offset, os2.offset + os2.length));
  tables.set("cmap", characterTable(glyphs));
  tables.set("name", new Uint8Array([0, 0, 0, 0, 0, 6]));
  const post = new Uint8Array(32);
  // Version 3: glyphs without names.
  viewOf(post).setUint32(0, 0x30000);
  tables.set("post", post);
  return fontOf(tables);
}

/** A table of groups of one character each (`cmap`, format 12). */
function characterTable(glyphs: ReadonlyMap<number, number>): Uint8Array {
  const table = new Uint8Array(12 + 16 + 12 * glyphs.size);
  const view = viewOf(table);
  [0, 1, 3, 10].forEach((value, at) => view.setUint16(2 * at, value));
  view.setUint32(8, 12);
  view.setUint16(12, 12);
  view.setUint32(16, table.length - 12);
  view.setUint32(24, glyphs.size);
  [...glyphs].forEach(([codePoint, glyph], index) => {
    [codePoint, codePoint, glyph].forEach((value, at) => view.setUint32(28 + 12 * index + 4 * at, value));
  });
  return table;
}

/** A font file of tables (OpenType specification, font file). */
function fontOf(tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const rows = [...tables].sort(([one], [other]) => one < other ? -1 : 1);
  const start = 12 + 16 * rows.length;
  const file = new Uint8Array(rows.reduce((sum, [, { length }]) => sum + padded(length), start));
  const view = viewOf(file);
  const power = Math.floor(Math.log2(rows.length));
  view.setUint32(0, 0x10000);
  [rows.length, 16 * 2 ** power, power, 16 * (rows.length - 2 ** power)].forEach((value, at) =>
    view.setUint16(4 + 2 * at, value)
  );
  let offset = start;
  rows.forEach(([tag, bytes], index) => {
    const at = 12 + 16 * index;
    file.set(bytes, offset);
    file.set(new TextEncoder().encode(tag.padEnd(4)), at);
    view.setUint32(at + 4, checksum(file.subarray(offset, offset + padded(bytes.length))));
    view.setUint32(at + 8, offset);
    view.setUint32(at + 12, bytes.length);
    offset += padded(bytes.length);
  });
  return file;
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function checksum(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
