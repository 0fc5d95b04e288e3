import { LoomError } from "../../../error.ts";
import { positionAt } from "../../../json/position.ts";

/** A token of DBML. */
export interface DbmlToken {
  readonly type: "word" | "name" | "text" | "expression" | "symbol";
  /** Without quotes. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const PATTERN =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|'''([\s\S]*?[^\\])??'''|'((?:[^'\\\n]|\\[\s\S])*)'|"((?:[^"\\\n]|\\[\s\S])*)"|`((?:[^`\\]|\\[\s\S])*)`|(#[0-9a-fA-F]{3,8}|[+-]?\d+(?:\.\d+)?\w*|[\p{L}_][\p{L}\p{N}_]*)|([^\s])/gu;

/** The tokens of a DBML text. */
export function dbmlTokens(text: string): DbmlToken[] {
  const tokens: DbmlToken[] = [];
  for (const match of text.matchAll(PATTERN)) {
    const [all, long, single, double, code, word, symbol] = match;
    const place = { start: match.index, end: match.index + all.length };
    if (all.startsWith("'''")) {
      tokens.push({ type: "text", value: indented(unescaped(long ?? "")), ...place });
    } else if (single !== undefined) tokens.push({ type: "text", value: unescaped(single), ...place });
    else if (double !== undefined) tokens.push({ type: "name", value: unescaped(double), ...place });
    else if (code !== undefined) {
      tokens.push({ type: "expression", value: code.replaceAll("\\`", "`"), ...place });
    } else if (word !== undefined) tokens.push({ type: "word", value: word, ...place });
    else if (symbol !== undefined && "'\"`".includes(symbol)) {
      const { line, column } = positionAt(text, match.index);
      throw new LoomError(
        "invalid_dbml",
        `Line ${line}, column ${column}: a text begins with ${symbol} and does not end.`,
      );
    } else if (symbol !== undefined && symbol !== "\uFEFF") {
      tokens.push({ type: "symbol", value: symbol, ...place });
    }
  }
  return tokens;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([\s\S])/g, (_, character: string) => character === "n" ? "\n" : character);
}

/** A text of several lines without the indentation that all have. */
function indented(text: string): string {
  const lines = text.replace(/^[ \t]*\r?\n/, "").replace(/\r?\n[ \t]*$/, "").split(/\r?\n/);
  const widths = lines.filter((line) => line.trim() !== "").map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const width = Math.min(...widths, 1000);
  return lines.map((line) => line.slice(width)).join("\n").trim();
}
