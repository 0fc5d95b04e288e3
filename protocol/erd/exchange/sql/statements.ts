import type { SqlDialect } from "./dialect.ts";
import { type SqlToken, sqlTokenAt } from "./tokens.ts";

/** A statement of a script. */
export interface SqlStatement {
  /** Its text without the end mark. */
  readonly text: string;
  /** Its tokens; their offsets are those of the script. */
  readonly tokens: readonly SqlToken[];
  /** Offset of its first token in the script. */
  readonly start: number;
}

/** Something in a script that is no statement: a command of a shell. */
export interface SqlAside {
  /** Words for it. */
  readonly aside: string;
  /** Its offset in the script. */
  readonly start: number;
}

/** Statements that hold others, up to their own end. */
const ROUTINES = new Set(["TRIGGER", "PROCEDURE", "PROC", "FUNCTION", "EVENT", "VIEW", "PACKAGE"]);
/** In SQL Server such a word at the beginning of a line begins a statement, even where no semicolon is. */
const BEGINNERS = new Set(["CREATE", "ALTER", "INSERT", "EXEC", "EXECUTE", "DROP", "GRANT", "USE", "PRINT"]);

/**
 * Divides a script into statements. Semicolons in texts, comments, parentheses and bodies of routines divide nothing;
 * commands of shells and rows of `COPY` are passed over.
 */
export function* sqlStatements(text: string, dialect: SqlDialect): Iterable<SqlStatement | SqlAside> {
  let at = 0;
  let delimiter = ";";
  while (true) {
    const first = sqlTokenAt(text, at, dialect);
    if (first === undefined) return;
    const line = lineFrom(text, first.start);
    if (dialect === "postgres" && first.value === "\\") {
      yield { aside: `the command ${line.split(/\s/)[0]} of psql`, start: first.start };
      at = first.start + line.length;
      continue;
    }
    const given = dialect === "mysql" ? /^delimiter\s+(\S+)/i.exec(line)?.[1] : undefined;
    if (given !== undefined) {
      delimiter = given;
      at = first.start + line.length;
      continue;
    }
    const { tokens, end } = statementFrom(text, first, dialect, delimiter);
    at = end;
    const last = tokens.at(-1);
    if (last === undefined) continue;
    yield { text: text.slice(first.start, last.end), tokens, start: first.start };
    if (dialect === "postgres" && first.word === "COPY" && isFromInput(tokens)) {
      const close = /^\\\.[ \t]*\r?$/m.exec(text.slice(at));
      at = close === null ? text.length : at + close.index + close[0].length;
    }
  }
}

/** The tokens of a statement, and the offset behind it. */
function statementFrom(
  text: string,
  first: SqlToken,
  dialect: SqlDialect,
  delimiter: string,
): { tokens: SqlToken[]; end: number } {
  const tokens: SqlToken[] = [];
  let parentheses = 0;
  let blocks = 0;
  let token: SqlToken | undefined = first;
  while (token !== undefined) {
    const isRoutine = routineIn(tokens);
    if (delimiter !== ";" && text.startsWith(delimiter, token.start)) {
      return { tokens, end: token.start + delimiter.length };
    }
    if (dialect === "tsql" && tokens.length > 0 && beginsLine(text, token.start)) {
      if (token.word === "GO" && /^go\s*\d*\s*;?\s*$/i.test(lineFrom(text, token.start))) {
        return { tokens, end: token.start + lineFrom(text, token.start).length };
      }
      if (!isRoutine && parentheses === 0 && BEGINNERS.has(token.word)) return { tokens, end: token.start };
    } else if (dialect === "tsql" && token.word === "GO" && tokens.length === 0) {
      return { tokens, end: token.end };
    }
    if (token.value === ";" && token.type === "symbol" && delimiter === ";") {
      const isInside = isRoutine && (dialect === "tsql" || blocks > 0);
      if (parentheses === 0 && !isInside) return { tokens, end: token.end };
    }
    if (token.type === "symbol" && token.value === "(") parentheses++;
    if (token.type === "symbol" && token.value === ")") parentheses = Math.max(0, parentheses - 1);
    if (isRoutine) blocks = Math.max(0, blocks + blockStep(token, tokens.at(-1), text, dialect));
    tokens.push(token);
    token = sqlTokenAt(text, token.end, dialect);
  }
  return { tokens, end: text.length };
}

/** The change of depth at a token of a routine's body. */
function blockStep(
  { word, end }: SqlToken,
  before: SqlToken | undefined,
  text: string,
  dialect: SqlDialect,
): number {
  // The bodies of PostgreSQL are texts, except those of the standard.
  if (dialect === "postgres" ? word === "ATOMIC" && before?.word === "BEGIN" : word === "BEGIN") return 1;
  if (word === "CASE") return before?.word === "END" ? 0 : 1;
  if (word !== "END") return 0;
  return /^\s+(?:if|loop|while|repeat)\b/i.test(text.slice(end, end + 20)) ? 0 : -1;
}

/** True for `CREATE TRIGGER` and the like, as far as the tokens go. */
function routineIn(tokens: readonly SqlToken[]): boolean {
  const [{ word } = { word: "" }] = tokens;
  if (word !== "CREATE" && word !== "ALTER") return false;
  for (const token of tokens.slice(1, 12)) {
    if (ROUTINES.has(token.word)) return true;
    if (token.word === "TABLE" || token.word === "INDEX") return false;
  }
  return false;
}

function isFromInput(tokens: readonly SqlToken[]): boolean {
  return tokens.some(({ word }, index) => word === "FROM" && tokens[index + 1]?.word === "STDIN");
}

function beginsLine(text: string, start: number): boolean {
  let at = start - 1;
  while (text[at] === " " || text[at] === "\t") at--;
  return at < 0 || text[at] === "\n";
}

function lineFrom(text: string, start: number): string {
  const end = text.indexOf("\n", start);
  return text.slice(start, end < 0 ? text.length : end);
}
