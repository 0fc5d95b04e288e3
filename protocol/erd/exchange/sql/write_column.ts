import { type Column, primaryOf, type Table } from "../schema.ts";
import { quoteName, quoteText } from "./names.ts";
import { leadsPrimary, type Script } from "./script.ts";
import { sqlTokens } from "./tokens.ts";
import { sqlTypeOf, textType } from "./types.ts";
import type { DialectRow } from "./dialect.ts";

/** The line of a column. */
export function columnText(table: Table, column: Column, script: Script): string {
  const { dialect } = script;
  const { text: type, isLarge, values, isCounting } = typeOf(table, column, script);
  const isPrimary = primaryOf(table).includes(column.name);
  const isSole = table.keys.some((key) => script.isCounting(table, key) && key.columns[0] === column.name);
  const condition = values !== undefined && dialect.enums !== "inline"
    ? `${quoteName(column.name, dialect)} IN (${values.map((one) => quoteText(one, dialect)).join(", ")})`
    : undefined;
  const check = checkText(table, column, isCounting, script);
  const description = dialect.descriptions === "clause" ? column.description : undefined;
  return [
    `${quoteName(column.name, dialect)} ${type}`,
    isCounting && (dialect.title !== "SQLite" || isSole) ? dialect.counting : "",
    isSole || (column.nullable && !isPrimary) ? nullText(type, script) : " NOT NULL",
    column.default === undefined || isCounting
      ? ""
      : ` DEFAULT ${defaultText(booleanText(column.default, type), dialect, isLarge)}`,
    // MariaDB takes a comment before a condition only.
    description === undefined ? "" : ` COMMENT ${quoteText(description, dialect)}`,
    condition === undefined ? "" : ` CHECK (${condition})`,
    check === undefined ? "" : ` CHECK (${check})`,
  ].join("");
}

/** The condition of a column; names in double quotes are quoted as the dialect does. */
function checkText(
  table: Table,
  { name, check }: Column,
  isCounting: boolean,
  { dialect, left }: Script,
): string | undefined {
  if (check === undefined || dialect.title !== "MySQL") return check;
  if (isCounting) {
    const message =
      `The condition of "${table.name}.${name}" was left out: MySQL has none of a column that counts.`;
    left.say("attribute", "check", table.path ?? "", message);
    return undefined;
  }
  let text = "";
  let at = 0;
  for (const { type, value, start, end } of sqlTokens(check, "postgres")) {
    if (type !== "name" || check[start] !== '"') continue;
    text += check.slice(at, start) + quoteName(value, dialect);
    at = end;
  }
  return text + check.slice(at);
}

/** A default of PostgreSQL's `boolean`, which takes no number. */
function booleanText(text: string, type: string): string {
  if (type !== "boolean" || !/^[01]$/.test(text.trim())) return text;
  return text.trim() === "1" ? "true" : "false";
}

interface ColumnType {
  readonly text: string;
  readonly isLarge: boolean;
  readonly isCounting: boolean;
  readonly values: readonly string[] | undefined;
}

function typeOf(table: Table, column: Column, script: Script): ColumnType {
  const { dialect, enums, left } = script;
  const found = sqlTypeOf(column.type, dialect, enums);
  const { values } = found;
  const isNamed = values !== undefined && enums.some(({ name }) => name === column.type);
  const where = `of "${table.name}.${column.name}"`;
  const change = (message: string) => left.say("attribute", "type", table.path ?? "", message);
  if (found.isReplaced) {
    change(`The type ${column.type} ${where} has no place in ${dialect.title}: it became ${found.text}.`);
  }
  if (isNamed && dialect.enums === "type") {
    return { text: quoteName(column.type, dialect), isLarge: false, isCounting: false, values: undefined };
  }
  if (values !== undefined && dialect.enums === "inline") {
    const text = `enum(${values.map((value) => quoteText(value, dialect)).join(", ")})`;
    return { text, isLarge: false, isCounting: false, values };
  }
  const isLarge = dialect.large.test(found.text);
  if (isLarge && script.isKeyed(table, column.name)) {
    const text = textType(dialect);
    change(`The type ${column.type} ${where} became ${text}: ${dialect.title} has no key of larger ones.`);
    return { text, isLarge: false, isCounting: false, values };
  }
  const isCounting = found.isCounting === true &&
    (dialect.counting === "" || leadsPrimary(table, column.name));
  if (found.isCounting && !isCounting) change(`The column ${where} counts no more: it leads no primary key.`);
  return { text: found.text, isLarge, isCounting, values };
}

/** MySQL takes a timestamp for one that never is missing. */
function nullText(type: string, { dialect }: Script): string {
  return dialect.title === "MySQL" && /^timestamp/i.test(type) ? " NULL" : "";
}

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
