import type { SqlDialect } from "./dialect.ts";
import { SQL_DIALECTS } from "./dialect.ts";

/** Signs of the dialects, in the order of their weight. */
const SIGNS: readonly (readonly [SqlDialect, RegExp])[] = [
  ["mysql", /`\w+`\s*\(|\bENGINE\s*=|\bAUTO_INCREMENT\b|^DELIMITER\b/im],
  ["tsql", /^\s*GO\s*$|\bIDENTITY\s*\(|\[dbo\]|\bdbo\.|\bNVARCHAR\b|^CREATE TABLE \[/im],
  ["sqlite", /\bAUTOINCREMENT\b|\bWITHOUT\s+ROWID\b|^PRAGMA\b|\bsqlite_/im],
];

/** The dialect that a script looks like; PostgreSQL where nothing says another. */
export function guessDialect(text: string): SqlDialect {
  const beginning = text.slice(0, 200_000);
  const [, title] = /^-- .* for (\w[\w ]*)$/m.exec(beginning.slice(0, 1_000)) ?? [];
  const named = Object.entries(SQL_DIALECTS).find(([, row]) => row.title === title);
  if (named !== undefined) return named[0] as SqlDialect;
  return SIGNS.find(([, sign]) => sign.test(beginning))?.[0] ?? "postgres";
}
