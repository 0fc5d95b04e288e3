import type { DialectRow } from "./dialect.ts";
import { quoteText } from "./names.ts";

/** Expressions that each database spells in its own way, by title of the dialect. */
const EXPRESSIONS: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [/^(?:now|getdate|sysdatetime|current_timestamp)\s*(?:\(\s*\))?$/i, {
    PostgreSQL: "now()",
    SQLite: "CURRENT_TIMESTAMP",
    MySQL: "CURRENT_TIMESTAMP",
    "SQL Server": "CURRENT_TIMESTAMP",
  }],
  [/^(?:gen_random_uuid|uuid_generate_v4|uuid|newid)\s*\(\s*\)$/i, {
    PostgreSQL: "gen_random_uuid()",
    SQLite: "lower(hex(randomblob(16)))",
    MySQL: "uuid()",
    "SQL Server": "newid()",
  }],
  [/^true$/i, { "SQL Server": "1" }],
  [/^false$/i, { "SQL Server": "0" }],
];

const CONSTANT = /^(?:[+-]?[\d.]+(?:e[+-]?\d+)?|N?'(?:[^']|'')*'|null|true|false|current_\w+)$/i;

/** A default value as a dialect writes it; a bare word that is none of its constants is a text. */
export function defaultText(text: string, dialect: DialectRow, isLarge: boolean): string {
  const trimmed = text.trim();
  const row = EXPRESSIONS.find(([pattern]) => pattern.test(trimmed));
  const own = row?.[1][dialect.title] ?? trimmed;
  if (CONSTANT.test(own)) return dialect.wrapsDefaults && isLarge ? `(${own})` : own;
  if (/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(own)) return quoteText(own, dialect);
  return dialect.wrapsDefaults && !/^\(.*\)$/s.test(own) ? `(${own})` : own;
}
