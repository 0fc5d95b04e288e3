/**
 * Texts of a definition inside generated code: what is not plainly visible is written as an escape, so that nothing
 * ends a string, a comment or a line that should not, and nothing hides in the code.
 *
 * @module
 */

import { lengthOf } from "./layout.ts";

/** Ranges of characters that cannot be seen, or change how others are seen; single surrogates among them. */
const UNSEEN: readonly (readonly [first: number, last: number])[] = [
  [0x0, 0x1f],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x1680, 0x1680],
  [0x180e, 0x180e],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x3000, 0x3000],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xfff0, 0xffff],
  [0xe0000, 0xe0fff],
];

/** Escapes of a language for characters that a string cannot contain. */
export interface Escapes {
  /** The escape of a character beyond 16 bits. */
  readonly long: (hex: string) => string;
}

const TYPESCRIPT: Escapes = { long: (hex) => `\\u{${hex}}` };
const PYTHON: Escapes = { long: (hex) => `\\U${hex.padStart(8, "0")}` };

/** A string literal of TypeScript. */
export function typeScriptString(text: string): string {
  return `"${escaped(text, TYPESCRIPT)}"`;
}

/** A string literal of Python. */
export function pythonString(text: string): string {
  return `"${escaped(text, PYTHON)}"`;
}

function escaped(text: string, escapes: Escapes): string {
  if (/^[ !#-[\]-~]*$/.test(text)) return text;
  let result = "";
  for (const character of text) result += escapedCharacter(character, escapes);
  return result;
}

function escapedCharacter(character: string, { long }: Escapes): string {
  if (character === '"' || character === "\\") return `\\${character}`;
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  if (character === "\t") return "\\t";
  const code = character.codePointAt(0) ?? 0;
  if (!isUnseen(code)) return character;
  const hex = code.toString(16);
  return code > 0xffff ? long(hex) : `\\u${hex.padStart(4, "0")}`;
}

/**
 * The lines of a text for a comment: trimmed, unseen characters replaced by spaces or left out, none longer than
 * `width` where words allow it.
 *
 * @param text The text.
 * @param width The most characters of a line.
 */
export function commentLines(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r\n|[\n\r\u0085\u2028\u2029]/)) {
    lines.push(...wrapped(visible(paragraph), width));
  }
  while (lines.length > 0 && lines[0] === "") lines.shift();
  while (lines.length > 0 && lines[lines.length - 1] === "") lines.pop();
  return lines;
}

/** A text on one line of a comment. */
export function commentLine(text: string): string {
  return visible(text).split(" ").filter((word) => word !== "").join(" ");
}

function visible(text: string): string {
  let result = "";
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (!isUnseen(code)) result += character;
    else result += code >= 0xd800 && code <= 0xdfff ? "\ufffd" : " ";
  }
  return result;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (word === "") continue;
    if (line !== "" && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function isUnseen(code: number): boolean {
  if (code > 0x1f && code < 0x7f) return false;
  return UNSEEN.some(([first, last]) => code >= first && code <= last);
}
