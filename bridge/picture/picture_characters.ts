import type { CharacterMap, FontFamily } from "./font_file.ts";
import { markupParts } from "./markup.ts";

/** A character of an XML text: written as a number, or itself; `&amp;` and such are taken for their `&`. */
const CHARACTER = /&#x([\da-f]{1,6});|&#(\d{1,7});|&\w{1,8};|[^]/giu;

/** Something that is not ASCII, or may not be. Most texts have nothing of the kind. */
const NOTABLE = /[^\0-\x7f]|&#/;

/** Characters that need no glyph. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\p{Zs}\p{Zl}\p{Zp}]/u;

/** Scripts with clusters of several glyphs side by side, which the renderer of PNG draws over each other. */
const CLUSTERED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}]/u;

/** True of a text that the renderer of PNG cannot set. */
export function isClustered(text: string): boolean {
  return CLUSTERED.test(text);
}

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

/** The fonts of the characters that Inter lacks. */
export interface Families {
  /** The code points that Inter lacks. */
  readonly uncovered: ReadonlySet<number>;
  /** Of these, those that no font has. */
  readonly missing: ReadonlySet<number>;
  readonly families: readonly FontFamily[];
}

/** A character without a shape of its own in a line of another script, such as a space or a joiner. */
const NEUTRAL = /[\p{Default_Ignorable_Code_Point}\p{Zs}\p{M}]/u;

/**
 * Names the fonts of characters that Inter lacks: left to itself, the renderer takes the first font that has them, in any weight.
 * `□` stands for characters that no font has, since what fonts have for the purpose is no sight.
 */
export function withFamilies(svg: string, families: Families): string {
  return withTexts(svg, (source) => inFamilies(source, families));
}

/** Puts `□` in the place of characters that no font has. */
export function withStandIns(svg: string, { missing }: Families): string {
  if (missing.size === 0) return svg;
  const standsIn = (character: string) => {
    const codePoint = codePointOf(character);
    return missing.has(codePoint) ? standIn(codePoint) : character;
  };
  return withTexts(svg, (source) => source.replace(CHARACTER, standsIn));
}

/** Rewrites the texts that are drawn. */
function withTexts(svg: string, rewrite: (source: string) => string): string {
  let drawable = "";
  let isText = false;
  for (const { kind, source } of markupParts(svg)) {
    if (kind === "tag") isText = /^<(?:text|tspan)[\s>]/.test(source);
    drawable += kind === "text" && isText ? rewrite(source) : source;
  }
  return drawable;
}

/** Writes a text as runs, each in one font. */
function inFamilies(source: string, families: Families): string {
  if (!NOTABLE.test(source)) return source;
  return fontRuns(source, families).map(({ family, text }) => {
    if (family === undefined) return text;
    const name = family.name.replaceAll(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`);
    // A space at the end is as wide as those of Inter: the spaces of emoji are as wide as emoji.
    const words = text.trimEnd();
    return `<tspan font-family="${name}">${words}</tspan>${text.slice(words.length)}`;
  }).join("");
}

/** A part of a text in one font. */
export interface FontRun {
  /** The font; `undefined` for Inter. */
  readonly family: FontFamily | undefined;
  /** The text, as XML. */
  text: string;
}

/** Cuts an XML text into runs, each in one font; spaces and marks stay with the characters before them. */
export function fontRuns(source: string, { uncovered, missing, families }: Families): FontRun[] {
  const runs: FontRun[] = [{ family: undefined, text: "" }];
  for (const character of source.match(CHARACTER) ?? []) {
    const codePoint = codePointOf(character);
    const text = missing.has(codePoint) ? standIn(codePoint) : character;
    const last = runs.at(-1);
    const family = NEUTRAL.test(String.fromCodePoint(codePoint))
      ? last?.family
      : uncovered.has(codePoint)
      ? families.find(({ glyphOf }) => glyphOf(codePoint) !== 0)
      : undefined;
    if (last && last.family === family) last.text += text;
    else runs.push({ family, text });
  }
  return runs.filter(({ text }) => text !== "");
}

/** The characters of an XML text. */
export function plainText(source: string): string {
  return (source.match(CHARACTER) ?? []).map((one) => String.fromCodePoint(codePointOf(one))).join("");
}

/** The glyph for a character that no font has; nothing for a mark on another character. */
function standIn(codePoint: number): string {
  return /\p{M}/u.test(String.fromCodePoint(codePoint)) ? "" : STAND_IN;
}

function codePointOf(character: string): number {
  const [, hexadecimal, decimal] = /^&#(?:x([\da-f]+)|(\d+));$/i.exec(character) ?? [];
  const written = hexadecimal !== undefined ? parseInt(hexadecimal, 16) : Number(decimal ?? NaN);
  return written <= LAST_CODE_POINT ? written : character.codePointAt(0) ?? 0;
}
