import { ExpressionError } from "./errors.ts";
import { MAX_TEXT_LENGTH } from "./limits.ts";
import { readString } from "./string_literal.ts";

interface TokenPlace {
  /** Start of the token, in UTF-16 units. */
  readonly offset: number;
  /** True when the token is the first on its line. */
  readonly startsLine: boolean;
  /** The token as it is written; empty at the end of the text. */
  readonly text: string;
}

/** One token; a `word` is a name or a keyword, which of the two the parser decides. */
export type Token =
  | TokenPlace & { readonly type: "word" | "symbol" | "end" }
  | TokenPlace & { readonly type: "value"; readonly value: number | string };

const SPACE = /[\p{Zs}\t\v\f\ufeff]+/yu;
const LINE_END = /[\r\n\u2028\u2029]+/y;
const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/yu;
const NUMBER = /0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const SYMBOL = /===|!==|\*\*=|\+\+|--|\?\.|&&|\|\||[=!<>+\-*\/%]=|\*\*|[-+*\/%<>=!()[\]{},.:;]/y;

/** Replacements for syntax of other languages. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ["?", "there is no conditional expression, use two transitions with a guard each"],
  ["&", 'join two conditions with "and"'],
  ["|", 'join two conditions with "or"'],
  ["~", 'negate a condition with "not"'],
  ["#", "there are no comments, use a description"],
  ["`", "write text between double quotes"],
]);

/**
 * Cuts a text into tokens; the last one is always `end`.
 *
 * @throws {ExpressionError} when the text is too long, or a part of it is no token
 */
export function tokenize(text: string): readonly Token[] {
  if (text.length > MAX_TEXT_LENGTH) {
    const advice = `at most ${MAX_TEXT_LENGTH} characters are read, move work into a registered function`;
    throw new ExpressionError("Too much text", MAX_TEXT_LENGTH, advice);
  }
  const tokens: Token[] = [];
  let startsLine = true;
  for (let at = 0; at < text.length;) {
    const space = matchAt(SPACE, text, at);
    const lineEnd = space || matchAt(LINE_END, text, at);
    if (lineEnd) {
      startsLine ||= !space;
      at += lineEnd.length;
      continue;
    }
    const token = readToken(text, at, startsLine);
    tokens.push(token);
    startsLine = false;
    at += token.text.length;
  }
  tokens.push({ type: "end", offset: text.length, startsLine: true, text: "" });
  return tokens;
}

function readToken(text: string, offset: number, startsLine: boolean): Token {
  const first = text.charAt(offset);
  if (first === '"' || first === "'") {
    const { value, end } = readString(text, offset);
    return { type: "value", offset, startsLine, text: text.slice(offset, end), value };
  }
  const number = matchAt(NUMBER, text, offset);
  if (number) {
    return { type: "value", offset, startsLine, text: number, value: toNumber(number, text, offset) };
  }
  const word = matchAt(WORD, text, offset);
  if (word) return { type: "word", offset, startsLine, text: word };
  const symbol = matchAt(SYMBOL, text, offset);
  if (symbol) return { type: "symbol", offset, startsLine, text: symbol };
  throw unexpectedCharacter(text, offset);
}

function toNumber(digits: string, text: string, offset: number): number {
  const next = offset + digits.length;
  if (matchAt(WORD, text, next)) {
    throw new ExpressionError("Unexpected name right after a number", next, "put an operator between them");
  }
  if (/^0\d/.test(digits)) {
    throw new ExpressionError("Unexpected leading zero", offset, "write the number without it");
  }
  const value = Number(digits);
  if (Number.isFinite(value)) return value;
  throw new ExpressionError("Number too large", offset, "use one below 1.8e308");
}

function unexpectedCharacter(text: string, offset: number): ExpressionError {
  const code = text.codePointAt(offset) ?? 0;
  const isVisible = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(String.fromCodePoint(code));
  const shown = isVisible
    ? `"${String.fromCodePoint(code)}"`
    : `character U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return new ExpressionError(`Unexpected ${shown}`, offset, ADVICE.get(String.fromCodePoint(code)));
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}
