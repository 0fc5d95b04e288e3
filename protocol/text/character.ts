import { INTER_KERNING, INTER_WIDTHS } from "./font_metrics.ts";

/** The weights of Inter in pictures: 400 for text, 500 for events, 600 for names. */
export type FontWeight = 400 | 500 | 600;

/** Widths in thousandths of the em, by weight. */
export type Widths = Readonly<Record<FontWeight, number>>;

/** The measures of a character. */
export interface Character {
  readonly codePoint: number;
  /** The code point without its marks: `a` of `ä`. */
  readonly base: number;
  readonly widths: Widths;
  /** True when Inter lacks the character, so that the widths are a guess. */
  readonly isGuess?: true;
}

/**
 * Estimated widths of characters that Inter lacks; the first matching row counts. Rather too wide than too narrow: those of scripts
 * are a tenth above the mean of running text in the bold cut of Noto Sans, whose marks and vowel signs are in the mean.
 */
const GUESSES: readonly { readonly kind: RegExp; readonly width: number }[] = [
  // Drawn as a space.
  { kind: /[\t\n\r]/u, width: 300 },
  { kind: /\p{Default_Ignorable_Code_Point}|\p{M}/u, width: 0 },
  // Drawn as an empty box.
  { kind: /\p{Cc}/u, width: 660 },
  { kind: /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{S}/u, width: 1300 },
  { kind: /\p{Script=Arabic}/u, width: 500 },
  { kind: /\p{Script=Hebrew}/u, width: 640 },
  { kind: /\p{Script=Thai}|\p{Script=Lao}/u, width: 600 },
  { kind: /\p{Script=Devanagari}|\p{Script=Georgian}/u, width: 700 },
  { kind: /\p{Script=Bengali}|\p{Script=Armenian}/u, width: 820 },
  { kind: /\p{Script=Tamil}/u, width: 1080 },
  // A full-width letter takes the em; few letters of other scripts take more.
  { kind: /[^]/u, width: 1000 },
];

/** The characters met so far that Inter has; others are not kept, there are too many of them. */
const characters = new Map<string, Character>();
/** The widths of the characters that have been read, and the lines of the table that have not, in the order of their first characters. */
const tableWidths = new Map<number, Widths>();
let unreadWidths: string[] | undefined;
/** The pairs of each first character in the table: their text, and those that have been read. */
let kerningLines: ReadonlyMap<number, string> | undefined;
const kerning = new Map<string, ReadonlyMap<number, number>>();

/**
 * Returns the measures of a character.
 *
 * @param text one character, as iteration over a string yields it
 */
export function characterOf(text: string): Character {
  const known = characters.get(text);
  if (known !== undefined) return known;
  const codePoint = text.codePointAt(0) ?? 0;
  const base = text.normalize("NFD").codePointAt(0) ?? codePoint;
  readWidths(Math.max(codePoint, base));
  // A letter with marks is as wide as the letter, unless the table says otherwise.
  const widths = tableWidths.get(codePoint) ?? tableWidths.get(base);
  if (widths === undefined) return { codePoint, base, widths: guessed(text), isGuess: true };
  const character: Character = { codePoint, base, widths };
  characters.set(text, character);
  return character;
}

/**
 * Returns the kerning between two neighbours: negative values move them together.
 *
 * @returns thousandths of the em, at the weight with the largest value
 */
export function kerningBetween(first: Character, second: Character): number {
  const own = kerningBehind(first.codePoint);
  const bases = first.base === first.codePoint ? own : kerningBehind(first.base);
  return own?.get(second.codePoint) ?? own?.get(second.base) ??
    bases?.get(second.codePoint) ?? bases?.get(second.base) ?? 0;
}

function guessed(text: string): Widths {
  const width = GUESSES.find(({ kind }) => kind.test(text))?.width ?? 0;
  return { 400: width, 500: width, 600: width };
}

/** Reads the table as far as a code point needs it: most texts need its beginning only. */
function readWidths(needed: number): void {
  unreadWidths ??= linesOf(INTER_WIDTHS).reverse();
  for (let line = unreadWidths.at(-1); line !== undefined; line = unreadWidths.at(-1)) {
    const [widths = "", codePoints = ""] = line.split(": ");
    // The first code point of the line.
    if (parseInt(codePoints, 16) > needed) return;
    unreadWidths.pop();
    const [regular = 0, medium = 0, semibold = 0] = widths.split(" ").map(Number);
    const shared: Widths = { 400: regular, 500: medium, 600: semibold };
    for (const codePoint of codePointsOf(codePoints)) tableWidths.set(codePoint, shared);
  }
}

function kerningBehind(first: number): ReadonlyMap<number, number> | undefined {
  kerningLines ??= kerningByFirst();
  const line = kerningLines.get(first);
  if (line === undefined) return undefined;
  const known = kerning.get(line);
  if (known !== undefined) return known;
  const read = new Map<number, number>();
  const groups = line.split(" ");
  for (let at = 0; at < groups.length; at += 2) {
    for (const second of groups[at + 1] ?? "") read.set(second.codePointAt(0) ?? 0, Number(groups[at]));
  }
  kerning.set(line, read);
  return read;
}

function kerningByFirst(): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const line of linesOf(INTER_KERNING)) {
    const end = line.indexOf(" ");
    const seconds = line.slice(end + 1);
    for (const first of line.slice(0, end)) found.set(first.codePointAt(0) ?? 0, seconds);
  }
  return found;
}

function linesOf(table: string): string[] {
  return table.trim().split("\n");
}

/** The code points of `61 63-7a`. */
function* codePointsOf(ranges: string): Generator<number> {
  for (const range of ranges.split(" ")) {
    const [first = 0, last = first] = range.split("-").map((hex) => parseInt(hex, 16));
    for (let codePoint = first; codePoint <= last; codePoint++) yield codePoint;
  }
}
