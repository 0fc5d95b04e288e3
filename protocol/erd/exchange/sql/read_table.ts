import { inlineValues } from "./types.ts";
import { portableNames, type SqlCursor, withoutParentheses } from "./cursor.ts";
import type { SqlDialect } from "./dialect.ts";
import { documentType } from "./document_type.ts";
import type { ColumnDraft, SchemaBuilder, TableDraft } from "./schema_builder.ts";

/** Words that end a default value or the type of a column. */
export const COLUMN_WORDS: ReadonlySet<string> = new Set(
  ("NOT NULL DEFAULT CHECK PRIMARY UNIQUE REFERENCES CONSTRAINT COLLATE COMMENT AUTO_INCREMENT AUTOINCREMENT ON GENERATED " +
    "IDENTITY KEY CHARACTER CHARSET AS INVISIBLE VISIBLE STORED VIRTUAL PERSISTED ROWGUIDCOL SPARSE DEFERRABLE INITIALLY MATCH " +
    "FIRST AFTER FOR").split(" "),
);
const CONSTRAINTS: ReadonlySet<string> = new Set(
  "CONSTRAINT PRIMARY UNIQUE KEY INDEX FULLTEXT SPATIAL FOREIGN CHECK EXCLUDE PERIOD LIKE".split(" "),
);

/** Context of the readers of a table's parts. */
export interface TableContext {
  readonly builder: SchemaBuilder;
  readonly dialect: SqlDialect;
  readonly table: TableDraft;
}

/** Reads one part of the parentheses of `CREATE TABLE`: a column or a constraint. */
export function readTablePart(part: SqlCursor, context: TableContext): void {
  const { token } = part;
  // A quoted word is a name; `key int` is a column, `key (a)` and `key a (b)` are keys.
  const isColumn = token?.type !== "word" || !CONSTRAINTS.has(token.word);
  if (isColumn) readColumn(part, context);
  else if (!readConstraint(part, context)) {
    context.builder.remarks.add(
      `${token?.word ?? ""} of "${context.table.name}" was left out.`,
      part.offset,
    );
  }
}

/** Reads a column with all that follows its name. */
export function readColumn(part: SqlCursor, context: TableContext): void {
  const { table } = context;
  const { offset } = part;
  const name = part.name();
  if (name === undefined) return;
  const existing = table.columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
  const column: ColumnDraft = existing ?? { name, type: "string", nullable: true };
  if (existing === undefined) table.columns.push(column);
  const values = readType(part, column, context);
  if (values !== undefined) column.type = enumFor(values, column.name, context);
  while (part.token !== undefined) readColumnClause(part, column, context, offset);
}

/** Reads the type of a column; returns the values of an enum. */
function readType(part: SqlCursor, column: ColumnDraft, { dialect }: TableContext): string[] | undefined {
  const words: string[] = [];
  let size = "";
  while (part.token !== undefined && !COLUMN_WORDS.has(part.token.word) || isVarying(part, words)) {
    if (part.isSymbol("(")) {
      if (size !== "") break;
      const text = part.group()?.rest ?? "";
      if (/^enum$/i.test(words.join(" "))) return inlineValues(`enum(${text})`) ?? [];
      size = `(${text})`;
    } else if (part.isSymbol("[")) {
      part.next();
      part.takeSymbol("]");
      words.push("[]");
    } else {
      const qualifies = part.token?.type === "symbol" && part.token.value === ".";
      const word = part.next()?.value ?? "";
      if (qualifies) words.pop();
      else words.push(word);
    }
  }
  if (words.length === 0) column.type = "string";
  else {
    const [unsigned, plain] = [words.some((word) => /^unsigned$/i.test(word)), words.filter(isTypeWord)];
    const isCounting = isCountingInteger(size, plain);
    column.type = documentType(plain.join(" "), isCounting ? "" : size, dialect) +
      (unsigned ? " unsigned" : "");
  }
  return undefined;
}

/** `CHARACTER VARYING(10)` and `CHARACTER(10)` begin like `CHARACTER SET utf8`. */
function isVarying(part: SqlCursor, words: readonly string[]): boolean {
  return words.length === 0 && part.isAt("CHARACTER");
}

function isTypeWord(word: string): boolean {
  return !/^(?:unsigned|signed|zerofill)$/i.test(word);
}

/** The width of `int(11)` says nothing about its values. */
function isCountingInteger(size: string, words: readonly string[]): boolean {
  return size !== "" && /^(?:int|integer|bigint|smallint|mediumint)$/i.test(words.join(" ")) ||
    (/^tinyint$/i.test(words.join(" ")) && size !== "(1)");
}

/** The type of a column with values in place: an enum of its own. */
function enumFor(values: readonly string[], column: string, { builder, table }: TableContext): string {
  const name = `${table.name}_${column}`;
  if (!builder.enums.some((one) => one.name === name)) builder.enums.push({ name, values: [...values] });
  return name;
}

function readColumnClause(part: SqlCursor, column: ColumnDraft, context: TableContext, offset: number): void {
  const { table, builder, dialect } = context;
  const name = part.take("CONSTRAINT") ? part.name() : undefined;
  if (part.take("NOT", "NULL")) column.nullable = false;
  else if (part.take("NULL")) column.nullable = true;
  else if (part.take("DEFAULT")) column.default = defaultOf(part.expression(COLUMN_WORDS));
  else if (part.take("PRIMARY", "KEY") || part.take("KEY")) {
    table.keys.unshift({ name, columns: [column.name], primary: true });
  } else if (part.take("UNIQUE")) {
    part.take("KEY");
    table.keys.push({ name, columns: [column.name], primary: false });
  } else if (part.take("CHECK")) {
    const group = part.group();
    const text = portableNames(withoutParentheses(group?.rest ?? ""), dialect);
    column.check = column.check === undefined ? text : `(${column.check}) AND (${text})`;
  } else if (part.isAt("REFERENCES")) readReference(part, [column.name], name, context);
  else if (part.take("IDENTITY") || part.take("AUTO_INCREMENT") || part.take("AUTOINCREMENT")) {
    part.group();
    column.type = /^(?:big|small)?\w*int\b|^decimal/i.test(column.type)
      ? column.type.replace(/^\w+(?:\([^)]*\))?/, (word) => /^bigint/i.test(word) ? "bigserial" : "serial")
      : "serial";
  } else if (part.take("COMMENT")) column.description = part.next()?.value;
  else if (part.take("COLLATE") || part.take("CHARSET") || part.take("CHARACTER", "SET")) part.next();
  else if (part.isAt("GENERATED") || part.isAt("AS")) {
    builder.remarks.add(`The expression of the column "${table.name}.${column.name}" was left out.`, offset);
    while (part.token !== undefined && !part.isSymbol("(")) part.next();
    part.group();
  } else if (part.take("ON", "UPDATE") || part.take("ON", "DELETE")) part.expression(COLUMN_WORDS);
  else if (part.isSymbol("(")) part.group();
  else part.next();
}

/** A default as documents have it; that of nothing is none. */
export function defaultOf(text: string): string | undefined {
  const bare = withoutParentheses(text).replace(/^N(?=')/, "");
  // A cast of a constant to the type of the column says nothing.
  const constant = /^('(?:[^']|'')*'|[+-]?[\d.]+|null|true|false)(?:::[\w\s."()[\]]+)?$/is.exec(bare)?.[1] ??
    bare;
  const [, number] =
    /^'([+-]?[\d.]+)'::(?:integer|bigint|smallint|numeric|real|double precision)$/.exec(bare) ?? [];
  if (number !== undefined) return number;
  return /^null$/i.test(constant) || constant === "" ? undefined : constant;
}

/** Reads a constraint of a table; false for one that has no place in documents. */
export function readConstraint(part: SqlCursor, context: TableContext): boolean {
  const { table, builder, dialect } = context;
  const { offset } = part;
  const given = part.take("CONSTRAINT") ? nameUnless(part, CONSTRAINTS) : undefined;
  if (part.take("PRIMARY", "KEY")) {
    table.keys.unshift({ name: given, columns: columnsOf(part), primary: true });
  } else if (part.take("UNIQUE")) {
    if (!part.take("KEY")) part.take("INDEX");
    const name = nameUnless(part, INDEX_WORDS) ?? given;
    const columns = columnsOf(part);
    const isPlain = columns.every((column) => table.columns.some((one) => one.name === column));
    if (isPlain) table.keys.push({ name, columns, primary: false });
    else table.indexes.push({ ...(name === undefined ? {} : { name }), attributes: columns, unique: true });
  } else if (part.take("FOREIGN", "KEY")) {
    const name = part.isSymbol("(") ? given : part.name();
    readReference(part, columnsOf(part), given ?? name, context);
  } else if (part.take("CHECK")) {
    part.take("NOT", "FOR", "REPLICATION");
    const group = part.group();
    const text = portableNames(withoutParentheses(group?.rest ?? ""), dialect);
    builder.addCheck(table, text, group?.names ?? [], offset);
  } else if (part.take("KEY") || part.take("INDEX")) {
    const name = nameUnless(part, INDEX_WORDS);
    table.indexes.push({ ...(name === undefined ? {} : { name }), attributes: columnsOf(part) });
  } else return false;
  return true;
}

const INDEX_WORDS: ReadonlySet<string> = new Set(["USING", "CLUSTERED", "NONCLUSTERED"]);

function nameUnless(part: SqlCursor, words: ReadonlySet<string>): string | undefined {
  const { token } = part;
  if (token === undefined || token.type === "symbol" || (token.type === "word" && words.has(token.word))) {
    return undefined;
  }
  return part.name();
}

/** The columns or expressions of the next parentheses, without lengths, and ascending ones without that word. */
export function columnsOf(part: SqlCursor): string[] {
  while (part.token !== undefined && !part.isSymbol("(")) part.next();
  return (part.group()?.parts() ?? []).map((one) => {
    const { rest } = one;
    const name = one.token?.type === "symbol" ? undefined : one.name();
    if (name === undefined) return withoutParentheses(rest);
    if (/^\(\s*\d+\s*\)$/.test(one.rest)) one.group();
    one.take("ASC");
    if (one.take("DESC") && one.token === undefined) return `${name} DESC`;
    return one.token === undefined ? name : withoutParentheses(rest);
  });
}

/** Reads `REFERENCES` and what follows it. */
function readReference(
  part: SqlCursor,
  columns: readonly string[],
  name: string | undefined,
  { table, builder }: TableContext,
): void {
  const { offset } = part;
  if (!part.take("REFERENCES")) return;
  const target = part.qualified();
  if (target === undefined) return;
  const to = part.isSymbol("(") ? columnsOf(part) : [];
  table.references.push({ name, columns, target, to, offset });
  while (part.token !== undefined) {
    if (part.take("ON", "DELETE") || part.take("ON", "UPDATE")) {
      if (!part.isAt("NO") && !part.isAt("RESTRICT")) {
        builder.remarks.add("An action ON DELETE or ON UPDATE of a foreign key was left out.", offset);
      }
      if (part.take("NO")) part.take("ACTION");
      else if (part.take("SET")) part.next();
      else part.next();
    } else if (part.take("MATCH") || part.take("INITIALLY")) part.next();
    else if (!part.take("NOT", "DEFERRABLE") && !part.take("DEFERRABLE")) break;
  }
}
