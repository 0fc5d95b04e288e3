import { oneLine } from "../text/terminal_text.ts";
import { measureText } from "../text/measure_text.ts";
import { type MeasuredText, measuredText, type Typeface } from "./drawn_text.ts";
import { xmlCharacters } from "./xml.ts";

/** Places inside of a long word at which it may be broken: after a separator, and before a capital letter. */
const INSIDE = /(?<=[_./:;,()[\]-])|(?<=[a-z0-9])(?=[A-Z])/u;

/** The number of times that the length of lines is halved to even them out. */
const HALVINGS = 5;

/**
 * Makes as many lines of a text from a document as it needs: broken at spaces, inside words that are longer than a line,
 * and where the text has line ends itself. The lines of one text are about equally long.
 */
export function wrappedText(source: string, typeface: Typeface, longest: number): MeasuredText {
  const [first, ...others] = source.split(/\r?\n/).flatMap((line) => linesOf(line, typeface, longest));
  const { full } = measuredText(source, typeface, Infinity);
  const more = others.map((line) => measuredText(line, typeface, Infinity));
  return { ...measuredText(first ?? "", typeface, Infinity), full, ...(more.length > 0 ? { more } : {}) };
}

function linesOf(source: string, { size, weight }: Typeface, longest: number): string[] {
  const text = oneLine(xmlCharacters(source)).replace(/\s+/g, " ").trim();
  const widthOf = (part: string) => measureText(part, size, weight);
  if (widthOf(text) <= longest) return [text];
  const words = text.split(/(?<= )/);
  const widest = words.reduce((most, word) => Math.max(most, widthOf(word.trimEnd())), 0);
  let lines = filled(words, (part) => widthOf(part) <= longest);
  let [least, most] = [Math.max(widest, longest / 2), longest];
  for (let halving = 0; halving < HALVINGS && least < most; halving++) {
    const middle = (least + most) / 2;
    const tried = filled(words, (part) => widthOf(part) <= middle);
    if (tried.length > lines.length) least = middle;
    else [lines, most] = [tried, middle];
  }
  return lines;
}

/** Lines of words that are as long as fits. */
function filled(words: readonly string[], fits: (text: string) => boolean): string[] {
  const lines: string[] = [];
  let line = "";
  const add = (part: string) => {
    if (line === "" || fits(line + part.trimEnd())) {
      line += part;
      return;
    }
    lines.push(line.trimEnd());
    line = part;
  };
  for (const word of words) {
    if (fits(word.trimEnd())) add(word);
    else for (const part of partsOf(word, fits)) add(part);
  }
  return [...lines, line.trimEnd()];
}

/** A word as few lines, where it is longer than one. */
export function brokenWord(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word)) return [word];
  return partsOf(word, fits).reduce<string[]>((lines, part) => {
    const last = lines.at(-1);
    if (last !== undefined && fits(last + part)) return [...lines.slice(0, -1), last + part];
    return [...lines, part];
  }, []);
}

/** The parts of a word that is longer than a line. */
function partsOf(word: string, fits: (text: string) => boolean): string[] {
  return word.split(INSIDE).flatMap((part) => {
    if (fits(part.trimEnd())) return [part];
    const pieces: string[] = [];
    let piece = "";
    for (const character of part) {
      if (piece !== "" && !fits(piece + character)) {
        pieces.push(piece);
        piece = "";
      }
      piece += character;
    }
    return [...pieces, piece];
  });
}
