import type { SqlDialect } from "./dialect.ts";

/** A token of SQL. */
export interface SqlToken {
  /** `word` is a bare name or keyword, `name` a quoted one, `text` a string. */
  readonly type: "word" | "name" | "text" | "number" | "symbol";
  /** The name or the string without its quotes, else as it is written; words keep their case. */
  readonly value: string;
  /** The word in upper case; empty for other tokens. */
  readonly word: string;
  /** Offset of the first character. */
  readonly start: number;
  /** Offset behind the last character. */
  readonly end: number;
}

const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;
const WORD = /[\p{L}_@#][\p{L}\p{N}_$@#]*/uy;
const DOLLAR = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;

/**
 * The token of a SQL text at an offset, or after the blanks and comments there.
 *
 * @returns `undefined` at the end.
 */
export function sqlTokenAt(text: string, offset: number, dialect: SqlDialect): SqlToken | undefined {
  const start = skipBlanks(text, offset, dialect);
  const character = text[start];
  if (character === undefined) return undefined;
  const prefixed = /[NnEeXxBb]/.test(character) && text[start + 1] === "'" ? 1 : 0;
  if (character === "'" || prefixed === 1) {
    const isEscaping = dialect === "mysql" || (dialect === "postgres" && /[Ee]/.test(character));
    return quoted(text, start, start + prefixed, "'", "text", isEscaping);
  }
  if (character === '"') return quoted(text, start, start, '"', "name", false);
  if (character === "`") return quoted(text, start, start, "`", "name", false);
  if (character === "[" && (dialect === "tsql" || dialect === "sqlite")) {
    return quoted(text, start, start, "]", "name", false);
  }
  const tag = dialect === "postgres" && character === "$" ? match(DOLLAR, text, start) : undefined;
  if (tag !== undefined) {
    const close = text.indexOf(tag, start + tag.length);
    const end = close < 0 ? text.length : close + tag.length;
    const value = text.slice(start + tag.length, close < 0 ? text.length : close);
    return { type: "text", value, word: "", start, end };
  }
  const number = match(NUMBER, text, start);
  if (number !== undefined) {
    return { type: "number", value: number, word: "", start, end: start + number.length };
  }
  const word = match(WORD, text, start);
  if (word !== undefined) {
    return { type: "word", value: word, word: word.toUpperCase(), start, end: start + word.length };
  }
  return { type: "symbol", value: character, word: "", start, end: start + 1 };
}

/** All tokens of a text. */
export function sqlTokens(text: string, dialect: SqlDialect): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (let token = sqlTokenAt(text, 0, dialect); token; token = sqlTokenAt(text, token.end, dialect)) {
    tokens.push(token);
  }
  return tokens;
}

/** The offset behind blanks and comments. */
function skipBlanks(text: string, offset: number, dialect: SqlDialect): number {
  let at = offset;
  while (at < text.length) {
    const two = text.slice(at, at + 2);
    if (/\s|\uFEFF/.test(text[at] ?? "")) at++;
    else if (two === "--" || (dialect === "mysql" && text[at] === "#")) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end + 1;
    } else if (two === "/*") at = commentEnd(text, at, dialect);
    else break;
  }
  return at;
}

/** The offset behind a comment; those of PostgreSQL and SQL Server nest. */
function commentEnd(text: string, start: number, dialect: SqlDialect): number {
  const nests = dialect === "postgres" || dialect === "tsql";
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start + 2;
  for (let depth = 1, found = edge.exec(text); found; found = edge.exec(text)) {
    if (found[0] === "*/") depth--;
    else if (nests) depth++;
    if (depth === 0) return edge.lastIndex;
  }
  return text.length;
}

function quoted(
  text: string,
  start: number,
  open: number,
  close: string,
  type: "name" | "text",
  isEscaping: boolean,
): SqlToken {
  let value = "";
  let at = open + 1;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === close) {
      if (text[at + 1] !== close) return { type, value, word: "", start, end: at + 1 };
      at++;
    } else if (isEscaping && character === "\\" && at + 1 < text.length) {
      at++;
      value += ESCAPES[text[at] ?? ""] ?? text[at];
      at++;
      continue;
    }
    value += text[at];
    at++;
  }
  return { type, value, word: "", start, end: text.length };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", 0: "\0" };

function match(pattern: RegExp, text: string, start: number): string | undefined {
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0];
}
