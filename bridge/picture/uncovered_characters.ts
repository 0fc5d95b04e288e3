import type { CharacterMap } from "./character_map.ts";
import { markupParts } from "./markup.ts";

/** A character of an XML text: written as a number, or itself; `&amp;` and such are taken for their `&`. */
const CHARACTER = /&#x([\da-f]{1,6});|&#(\d{1,7});|&\w{1,8};|[^]/giu;

/** Something that is not ASCII, or may not be. Most texts have nothing of the kind. */
const NOTABLE = /[^\0-\x7f]|&#/;

/** Characters that need no glyph. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\p{Zs}\p{Zl}\p{Zp}]/u;

/** Marks on other characters: without a glyph, nothing is drawn for them. */
const MARK = /\p{M}/u;

/** The glyph for a character that no font has. */
const STAND_IN = "□";

const LAST_CODE_POINT = 0x10ffff;

/**
 * Finds the characters in the texts of an SVG that a font has no glyph for.
 *
 * @returns their code points
 */
export function uncoveredCharacters(svg: string, glyphOf: CharacterMap): Set<number> {
  const uncovered = new Set<number>();
  for (const { kind, source } of markupParts(svg)) {
    if (kind !== "text" || !NOTABLE.test(source)) continue;
    for (const character of source.match(CHARACTER) ?? []) {
      const codePoint = codePointOf(character);
      const isDrawn = !INVISIBLE.test(String.fromCodePoint(codePoint));
      if (isDrawn && glyphOf(codePoint) === 0) uncovered.add(codePoint);
    }
  }
  return uncovered;
}

/**
 * Puts `□` in the place of characters that no font has: what fonts have for the purpose is no sight, and the renderer
 * takes another font for a whole text only when that has all of it.
 *
 * @param missing the code points
 */
export function withStandIns(svg: string, missing: ReadonlySet<number>): string {
  if (missing.size === 0) return svg;
  let drawable = "";
  for (const { kind, source } of markupParts(svg)) {
    drawable += kind === "text"
      ? source.replace(CHARACTER, (character) => standIn(character, missing))
      : source;
  }
  return drawable;
}

function standIn(character: string, missing: ReadonlySet<number>): string {
  const codePoint = codePointOf(character);
  if (!missing.has(codePoint)) return character;
  return MARK.test(String.fromCodePoint(codePoint)) ? "" : STAND_IN;
}

function codePointOf(character: string): number {
  const [, hexadecimal, decimal] = /^&#(?:x([\da-f]+)|(\d+));$/i.exec(character) ?? [];
  const written = hexadecimal !== undefined ? parseInt(hexadecimal, 16) : Number(decimal ?? NaN);
  return written <= LAST_CODE_POINT ? written : character.codePointAt(0) ?? 0;
}
