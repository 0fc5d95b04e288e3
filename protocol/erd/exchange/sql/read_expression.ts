import { SqlCursor, withoutParentheses } from "./cursor.ts";
import { defaultOf } from "./read_table.ts";
import type { SqlStatement } from "./statements.ts";

/** An expression in a statement. */
export interface SqlExpression {
  /** Its text, without parentheses around all of it; `undefined` for a default of nothing. */
  readonly text: string | undefined;
  /** The names in it. */
  readonly names: readonly string[];
}

/** Words that end a default of PostgreSQL. */
const ENDS: ReadonlySet<string> = new Set(
  [
    "NOT",
    "NULL",
    "CHECK",
    "PRIMARY",
    "UNIQUE",
    "REFERENCES",
    "CONSTRAINT",
    "COLLATE",
    "GENERATED",
    "DEFERRABLE",
    "INITIALLY",
  ],
);

/**
 * The condition or the default behind the next such word of a statement.
 *
 * @param source The script.
 * @param word `CHECK` or `DEFAULT`.
 * @param offset The offset in the script to begin at.
 */
export function readSqlExpression(
  source: string,
  { tokens }: SqlStatement,
  word: "CHECK" | "DEFAULT",
  offset: number,
): SqlExpression {
  const at = tokens.findIndex((token) => token.start >= offset && token.word === word);
  const cursor = new SqlCursor(source, at < 0 ? [] : tokens.slice(at + 1));
  if (word === "DEFAULT") return { text: defaultOf(cursor.expression(ENDS)), names: [] };
  const group = cursor.group();
  return { text: withoutParentheses(group?.rest ?? ""), names: group?.names ?? [] };
}
