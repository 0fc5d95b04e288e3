/**
 * Makes the tables of character widths that texts in pictures are measured with.
 *
 * @module
 */
import { type CharacterMap, characterMap, fontTables, viewOf } from "../../../bridge/picture/font_file.ts";
import { readShippedFonts } from "../../../bridge/picture/picture_fonts.ts";
import { type PairKerning, pairKerning } from "./pair_kerning.ts";

/** The data read from one font file; widths in thousandths of the em, rounded up. */
interface Metrics {
  readonly glyphOf: CharacterMap;
  readonly widthOf: (glyph: number) => number;
  readonly kerningOf: PairKerning;
}

/** The last code point that the tables may hold; the private use area is left out. */
const LAST = 0x1ffff;
const isPrivate = (codePoint: number) => codePoint >= 0xe000 && codePoint <= 0xf8ff;

const isCombining = (codePoint: number) => /[\p{Mn}\p{Me}]/u.test(String.fromCodePoint(codePoint));

/** Kerning is told in steps of so many thousandths of the em, rounded up, so that more pairs share a row. */
const KERNING_STEP = 4;

/**
 * Characters that are moved together wherever they stand. Other signs have forms of another height, which Inter takes
 * between capitals and moves less.
 */
const isSteady = (codePoint: number) => /[\p{L}\p{N}.,;'"_/\\-]/u.test(String.fromCodePoint(codePoint));

/** Between capitals Inter draws a wider `*`. */
const ASTERISK = 0x2a;
const WIDE_ASTERISK = 655;

/** The blocks whose pairs are told: Latin, Greek and Cyrillic letters as texts of today use them, and punctuation. */
const PAIRED_BLOCKS = [[0x21, 0x17f], [0x370, 0x45f], [0x1e00, 0x1eff], [0x2010, 0x203a]] as const;
const isPaired = (codePoint: number) =>
  PAIRED_BLOCKS.some(([first, last]) => codePoint >= first && codePoint <= last) &&
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(String.fromCodePoint(codePoint));

/**
 * Makes the module that holds the widths.
 *
 * @returns its source text
 */
export async function fontMetrics(): Promise<string> {
  const files = await readShippedFonts();
  const fonts = [files[400], files[500], files[600]].map(readMetrics);
  const codePoints = coveredBy(fonts);
  return `/**
 * Widths of Inter's characters: on each line the widths at the weights 400, 500 and 600 in thousandths of the em,
 * and the code points that have them. A letter with marks that is as wide as its letter has no entry.
 */
export const INTER_WIDTHS: string = \`
${widthLines(fonts, codePoints).join("\n")}
\`;

/**
 * By how many thousandths of the em Inter moves pairs of characters apart, or together where it is negative, at least at
 * one weight: on each line first characters, then amounts, each with the second characters. Letters with marks move
 * as their letters do, unless they have an entry.
 */
export const INTER_KERNING: string = \`
${kerningLines(fonts, codePoints).join("\n")}
\`;
`;
}

function readMetrics(file: Uint8Array): Metrics {
  const tables = fontTables(file);
  const bytesOf = (tag: string) => {
    const table = tables.get(tag);
    if (table === undefined) throw new Error(`Cannot read the font: it has no ${tag} table.`);
    return file.subarray(table.offset, table.offset + table.length);
  };
  const unitsPerEm = viewOf(bytesOf("head")).getUint16(18);
  const perMille = (units: number) => Math.ceil(1000 * units / unitsPerEm);
  const ownWidths = viewOf(bytesOf("hhea")).getUint16(34);
  const widths = viewOf(bytesOf("hmtx"));
  const kerning = pairKerning(bytesOf("GPOS"));
  return {
    glyphOf: characterMap(bytesOf("cmap")),
    // The last width of the table holds for all glyphs after it.
    widthOf: (glyph) => perMille(widths.getUint16(4 * Math.min(glyph, ownWidths - 1))),
    kerningOf: (first, second) => perMille(kerning(first, second)),
  };
}

function coveredBy(fonts: readonly Metrics[]): number[] {
  const codePoints: number[] = [];
  for (let codePoint = 0x20; codePoint <= LAST; codePoint++) {
    if (!isPrivate(codePoint) && fonts.every((font) => font.glyphOf(codePoint) !== 0)) {
      codePoints.push(codePoint);
    }
  }
  return codePoints;
}

function widthLines(fonts: readonly Metrics[], codePoints: readonly number[]): string[] {
  const widthOf = (font: Metrics, codePoint: number) => {
    if (codePoint === ASTERISK) return WIDE_ASTERISK;
    // Whatever the font says, a mark stands on the letter before.
    return isCombining(codePoint) ? 0 : font.widthOf(font.glyphOf(codePoint));
  };
  const widthsOf = (codePoint: number) => fonts.map((font) => widthOf(font, codePoint)).join(" ");
  const covered = new Set(codePoints);
  const isLikeBase = (codePoint: number) => {
    const base = baseOf(codePoint);
    return base !== codePoint && covered.has(base) && widthsOf(base) === widthsOf(codePoint);
  };
  const lines = grouped(codePoints.filter((codePoint) => !isLikeBase(codePoint)), widthsOf);
  return [...lines].map(([widths, sharing]) => `${widths}: ${ranges(sharing)}`);
}

function kerningLines(fonts: readonly Metrics[], covered: readonly number[]): string[] {
  // Letters before those with marks, whose entries tell how they differ.
  const codePoints = covered.filter(isPaired).sort((a, b) =>
    Number(isMarked(a)) - Number(isMarked(b)) || a - b
  );
  const kerning = kerningOf(fonts, codePoints);
  const told = new Map<number, Map<number, number>>();
  for (const first of codePoints) {
    for (const second of codePoints) {
      const amount = kerning(first, second);
      const expected = toldByBases(told, first, second) ?? 0;
      // What is measured too wide by a mark does no harm.
      const isWorthTelling = isMarked(first) || isMarked(second) ? amount > expected : amount !== expected;
      if (!isWorthTelling) continue;
      const seconds = told.get(first);
      if (seconds === undefined) told.set(first, new Map([[second, amount]]));
      else seconds.set(second, amount);
    }
  }
  const lines = grouped([...told.keys()], (first) => kerningGroups(told.get(first) ?? new Map()));
  return [...lines].map(([seconds, firsts]) => `${literal(firsts)} ${seconds}`);
}

/** The amounts in ascending order, each with its characters. */
function kerningGroups(seconds: ReadonlyMap<number, number>): string {
  const groups = grouped([...seconds.keys()], (second) => String(seconds.get(second)));
  const ascending = [...groups].sort(([a], [b]) => Number(a) - Number(b));
  return ascending.map(([amount, codePoints]) => `${amount} ${literal(codePoints)}`).join(" ");
}

/** The kerning at the weight where it makes a pair widest, as far as it can be told from two characters. */
function kerningOf(fonts: readonly Metrics[], codePoints: readonly number[]): PairKerning {
  const glyphs = new Map(
    codePoints.map((codePoint) => [codePoint, fonts.map((font) => font.glyphOf(codePoint))]),
  );
  return (first, second) => {
    const [firsts = [], seconds = []] = [glyphs.get(first), glyphs.get(second)];
    const widest = Math.max(...fonts.map((font, at) => font.kerningOf(firsts[at] ?? 0, seconds[at] ?? 0)));
    if (widest < 0 && !(isSteady(first) && isSteady(second))) return 0;
    return Math.ceil(widest / KERNING_STEP) * KERNING_STEP;
  };
}

/** The kerning of a pair that has no entry. */
function toldByBases(
  told: ReadonlyMap<number, ReadonlyMap<number, number>>,
  first: number,
  second: number,
): number | undefined {
  const [firstBase, secondBase] = [baseOf(first), baseOf(second)];
  return told.get(first)?.get(secondBase) ?? told.get(firstBase)?.get(second) ??
    told.get(firstBase)?.get(secondBase);
}

function isMarked(codePoint: number): boolean {
  return baseOf(codePoint) !== codePoint;
}

function baseOf(codePoint: number): number {
  return String.fromCodePoint(codePoint).normalize("NFD").codePointAt(0) ?? codePoint;
}

/** Characters as they stand in a template literal. */
function literal(codePoints: readonly number[]): string {
  const text = String.fromCodePoint(...codePoints.toSorted((a, b) => a - b));
  return text.replaceAll(/[\\`$]/g, "\\$&");
}

function grouped(codePoints: readonly number[], keyOf: (codePoint: number) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const codePoint of codePoints) {
    const key = keyOf(codePoint);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [codePoint]);
    else group.push(codePoint);
  }
  return groups;
}

/** Ascending code points as `61 63-7a`. */
function ranges(codePoints: readonly number[]): string {
  const texts: string[] = [];
  for (let at = 0; at < codePoints.length; at++) {
    const first = codePoints[at] ?? 0;
    let last = first;
    while (codePoints[at + 1] === last + 1) last = codePoints[++at] ?? last;
    texts.push(last === first ? first.toString(16) : `${first.toString(16)}-${last.toString(16)}`);
  }
  return texts.join(" ");
}
