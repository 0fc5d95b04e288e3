import { SqlCursor } from "./cursor.ts";
import type { SqlDialect } from "./dialect.ts";
import type { SqlAside, SqlStatement } from "./statements.ts";
import { columnsOf, defaultOf, readColumn, readConstraint, readTablePart } from "./read_table.ts";
import type { SchemaBuilder } from "./schema_builder.ts";
import type { SqlToken } from "./tokens.ts";

/** Statements that say nothing about tables, and bring no remark. */
const SESSION = new Set(
  "SET USE BEGIN COMMIT START END ROLLBACK LOCK UNLOCK PRINT PRAGMA GO ANALYZE ANALYSE VACUUM".split(" "),
);
/** Words between `CREATE` and what is created. */
const MODIFIERS =
  /^(?:or|replace|alter|temp|temporary|global|local|unlogged|unique|clustered|nonclustered|fulltext|spatial|materialized|recursive|definer|algorithm|sql|security|if|not|exists|concurrently|online|only|constraint)$/i;

/** Words for a statement: `CREATE VIEW active`. */
export function statementTitle(tokens: readonly SqlToken[]): string {
  const [verb = "", ...rest] = tokens.slice(0, 24).map(({ value, type }) => type === "text" ? "" : value);
  if (!/^(?:create|alter|drop)$/i.test(verb)) {
    const words = rest.slice(0, /^(?:insert|delete|grant|revoke|merge|copy)$/i.test(verb) ? 2 : 1);
    if (/^(?:copy|update|exec|execute|call)$/i.test(verb)) return titled(verb, qualifiedIn(rest));
    if (/^into$|^from$/i.test(rest[0] ?? "")) return titled(`${verb} ${rest[0]}`, qualifiedIn(rest.slice(1)));
    return titled(verb, words.join(" "));
  }
  const kinds =
    /^(?:view|function|procedure|proc|trigger|event|table|index|type|domain|sequence|extension|schema|database|role|user|policy|rule|aggregate|cast|server|publication|statistics|package|login|synonym|operator|language|collation)$/i;
  const at = rest.findIndex((word) => kinds.test(word));
  if (at < 0) return titled(verb, rest.slice(0, 2).join(" "));
  const behind = rest.slice(at + 1);
  while (behind.length > 0 && MODIFIERS.test(behind[0] ?? "")) behind.shift();
  return titled(`${verb} ${rest[at]}`, qualifiedIn(behind));
}

function titled(verb: string, what: string): string {
  return `${verb.toUpperCase()} ${what}`.trim();
}

function qualifiedIn(words: readonly string[]): string {
  let name = words[0] ?? "";
  for (let at = 1; words[at] === "."; at += 2) name += `.${words[at + 1] ?? ""}`;
  return name;
}

/** True for a statement that says nothing about tables. */
export function isSession(tokens: readonly SqlToken[]): boolean {
  const [first, second] = tokens;
  return first === undefined || SESSION.has(first.word) ||
    (first.word === "SELECT" && second?.value === "pg_catalog");
}

/** Notes that a statement was passed over. */
export function passOver(statement: SqlStatement | SqlAside, builder: SchemaBuilder): void {
  if ("aside" in statement) builder.remarks.add(`Passed over: ${statement.aside}.`, statement.start);
  else if (!isSession(statement.tokens)) {
    builder.remarks.add(`Passed over: ${statementTitle(statement.tokens)}.`, statement.start);
  }
}

/**
 * Reads a statement of SQLite, MySQL or SQL Server into the builder, as far as it is about tables.
 *
 * @param source The text that the offsets of the tokens are about.
 * @returns False for a statement that was not understood.
 */
export function readStatement(
  source: string,
  tokens: readonly SqlToken[],
  dialect: SqlDialect,
  builder: SchemaBuilder,
): boolean {
  const cursor = new SqlCursor(source, tokens);
  if (cursor.isAt("EXEC") || cursor.isAt("EXECUTE")) return readProperty(tokens, builder);
  if (cursor.take("ALTER", "TABLE")) return readAlter(cursor, dialect, builder);
  if (!cursor.take("CREATE")) return false;
  const isUnique = cursor.isAt("UNIQUE");
  if (cursor.token?.word === "TABLE") return readCreate(cursor, dialect, builder);
  while (["UNIQUE", "CLUSTERED", "NONCLUSTERED"].includes(cursor.token?.word ?? "")) cursor.next();
  if (!cursor.take("INDEX")) return false;
  cursor.take("CONCURRENTLY");
  cursor.take("IF", "NOT", "EXISTS");
  return readIndex(cursor, isUnique, builder);
}

function readCreate(cursor: SqlCursor, dialect: SqlDialect, builder: SchemaBuilder): boolean {
  cursor.take("TABLE");
  cursor.take("IF", "NOT", "EXISTS");
  const name = cursor.qualified();
  const group = cursor.group();
  const isCopy = group === undefined || group.isAt("SELECT") || group.isAt("LIKE");
  if (name === undefined || isCopy || builder.find(name)?.columns.length) return false;
  const table = builder.add(name);
  for (const part of group.parts()) readTablePart(part, { builder, dialect, table });
  while (cursor.token !== undefined) {
    if (cursor.take("COMMENT")) {
      cursor.takeSymbol("=");
      table.description = cursor.next()?.value || undefined;
    } else cursor.next();
  }
  return true;
}

function readIndex(cursor: SqlCursor, unique: boolean, builder: SchemaBuilder): boolean {
  const name = cursor.isAt("ON") ? undefined : cursor.qualified()?.name;
  while (cursor.token !== undefined && !cursor.take("ON")) cursor.next();
  cursor.take("ONLY");
  const target = cursor.qualified();
  const table = target && builder.find(target);
  if (table === undefined) return false;
  const { offset } = cursor;
  const attributes = columnsOf(cursor);
  table.indexes.push({
    ...(name === undefined ? {} : { name }),
    attributes,
    ...(unique ? { unique } : {}),
  });
  while (cursor.token !== undefined && !cursor.isAt("WHERE")) cursor.next();
  if (cursor.token !== undefined) {
    builder.remarks.add(`The condition of the index "${name ?? ""}" was left out.`, offset);
  }
  return true;
}

function readAlter(cursor: SqlCursor, dialect: SqlDialect, builder: SchemaBuilder): boolean {
  cursor.take("IF", "EXISTS");
  const name = cursor.qualified();
  const table = name && builder.find(name);
  if (table === undefined) return false;
  const context = { builder, dialect, table };
  if (!cursor.take("WITH", "CHECK")) cursor.take("WITH", "NOCHECK");
  let isUnderstood = true;
  for (const [index, part] of cursor.parts().entries()) {
    const adds = part.take("ADD") || (dialect === "tsql" && index > 0);
    if (adds && part.take("DEFAULT")) readDefaultFor(part, context.table);
    else if (adds && part.isAt("CONSTRAINT") && dialect === "tsql" && readNamedDefault(part, table)) continue;
    else if (adds && /^(?:CONSTRAINT|PRIMARY|UNIQUE|FOREIGN|CHECK|KEY|INDEX)$/.test(part.token?.word ?? "")) {
      isUnderstood = readConstraint(part, context) && isUnderstood;
    } else if (adds) {
      part.take("COLUMN");
      const group = part.group();
      if (group === undefined) readColumn(part, context);
      for (const one of group?.parts() ?? []) readTablePart(one, context);
    } else if (part.take("MODIFY")) {
      part.take("COLUMN");
      readColumn(part, context);
    } else if (part.take("CHANGE")) {
      part.take("COLUMN");
      const old = part.name();
      const column = table.columns.find((one) => one.name === old);
      if (column !== undefined && part.token !== undefined) column.name = part.token.value;
      readColumn(part, context);
    } else if (!/^(?:CHECK|NOCHECK|AUTO_INCREMENT|ENGINE|ENABLE|DISABLE)$/.test(part.token?.word ?? "")) {
      isUnderstood = false;
    }
  }
  return isUnderstood;
}

type DraftOfTable = NonNullable<ReturnType<SchemaBuilder["find"]>>;

/** `CONSTRAINT name DEFAULT value FOR column`, as SQL Server writes it. */
function readNamedDefault(part: SqlCursor, table: DraftOfTable): boolean {
  if (!/^CONSTRAINT\s+\S+\s+DEFAULT\b/i.test(part.rest)) return false;
  while (!part.take("DEFAULT")) part.next();
  readDefaultFor(part, table);
  return true;
}

function readDefaultFor(part: SqlCursor, table: DraftOfTable): void {
  const value = defaultOf(part.expression(new Set(["FOR"])));
  if (!part.take("FOR")) return;
  const name = part.name();
  const column = table.columns.find((one) => one.name === name);
  if (column !== undefined) column.default = value;
}

/** `sp_addextendedproperty`: the description of a table or a column. */
function readProperty(tokens: readonly SqlToken[], builder: SchemaBuilder): boolean {
  if (!tokens.some(({ value }) => value.toLowerCase() === "sp_addextendedproperty")) return false;
  const [property, text, , schema, , table, , column] = tokens.flatMap(({ type, value }) =>
    type === "text" ? [value] : []
  );
  const found = table === undefined ? undefined : builder.find({ schema, name: table });
  if (property !== "MS_Description" || found === undefined) return false;
  if (column === undefined) found.description = text;
  else {
    const draft = found.columns.find(({ name }) => name === column);
    if (draft !== undefined) draft.description = text;
  }
  return true;
}
