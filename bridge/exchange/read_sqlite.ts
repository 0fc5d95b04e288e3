import {
  type EntityRelationshipDefinition,
  LoomError,
  positionAt,
  type SqlColumnDraft,
  type SqlReader,
  sqlReader,
  type SqlStatement,
  type SqlTableDraft,
  type TextDocument,
} from "@loom/protocol";
import type { DatabaseSync } from "node:sqlite";

/** The longest script that is run, in characters. */
const LONGEST = 16_000_000;
/** The most pages of the database in memory, 4 KiB each. */
const MOST_PAGES = 16_384;

/** Pragmas of dumps that change nothing here; they are not run. */
const HARMLESS =
  /^(?:foreign_keys|encoding|journal_mode|synchronous|user_version|application_id|page_size|auto_vacuum|busy_timeout|cache_size|locking_mode|temp_store|defer_foreign_keys)$/i;

/**
 * Reads the tables of a script of SQLite: runs its statements about tables in a database in memory, and reads the
 * catalog of that. Everything else is passed over, each with a remark.
 *
 * @param name The name of the diagram.
 * @throws {LoomError} `invalid_sql` with the line for a statement that SQLite refuses; `refused_sql` for one that
 * reaches out of the database.
 */
export async function readSqlite(
  text: string,
  name: string,
): Promise<TextDocument<EntityRelationshipDefinition>> {
  if (text.length > LONGEST) {
    throw new LoomError(
      "too_large",
      `The script has more than ${LONGEST} characters: take the schema without data.`,
    );
  }
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(":memory:");
  try {
    database.exec(`PRAGMA max_page_count = ${MOST_PAGES}; PRAGMA trusted_schema = OFF;`);
    const reader = sqlReader(text, "sqlite");
    const starts = runTables(database, reader, text);
    readCatalog(database, reader, starts);
    return reader.finish(name);
  } finally {
    database.close();
  }
}

/** Runs what is about tables; returns where each table is created. */
function runTables(database: DatabaseSync, reader: SqlReader, text: string): Map<string, number> {
  const starts = new Map<string, number>();
  for (const statement of reader.statements) {
    if (!("tokens" in statement)) {
      reader.passOver(statement);
      continue;
    }
    refuseReachingOut(statement, text);
    if (!isAboutTables(statement)) {
      reader.passOver(statement);
      continue;
    }
    try {
      database.exec(statement.text);
    } catch (cause) {
      throw fault(
        "invalid_sql",
        statement,
        text,
        cause instanceof Error ? cause.message : String(cause),
        cause,
      );
    }
    const created = tableCreated(statement);
    if (created !== undefined) starts.set(created.toLowerCase(), statement.start);
  }
  return starts;
}

function refuseReachingOut(statement: SqlStatement, text: string): void {
  const words = statement.tokens.map(({ word }) => word);
  const [verb] = words;
  const isSetting = verb === "PRAGMA" && words.length > 2 &&
    statement.tokens.some(({ type, value }) => type === "symbol" && (value === "=" || value === "(")) &&
    !HARMLESS.test(statement.tokens[1]?.value ?? "");
  const isRefused = verb === "ATTACH" || verb === "DETACH" || words.includes("LOAD_EXTENSION") || isSetting ||
    (verb === "VACUUM" && words.includes("INTO"));
  if (isRefused) {
    throw fault(
      "refused_sql",
      statement,
      text,
      "it reaches out of the database or changes how SQLite works: take it out of the script",
    );
  }
}

/** True for statements that make and change tables and indexes; none of them reads data or runs a query. */
function isAboutTables({ tokens }: SqlStatement): boolean {
  const words = tokens.map(({ word }) => word);
  if (words[0] === "ALTER") return words[1] === "TABLE";
  if (words[0] === "DROP") return words[1] === "TABLE" || words[1] === "INDEX";
  if (words[0] !== "CREATE") return false;
  const kind = words.find((word) => !["CREATE", "UNIQUE", "TEMP", "TEMPORARY"].includes(word));
  if (kind === "INDEX") return true;
  return kind === "TABLE" && !words.includes("TEMP") && !words.includes("TEMPORARY") && !isCopy(tokens);
}

/** `CREATE TABLE name AS SELECT` runs a query. */
function isCopy(tokens: SqlStatement["tokens"]): boolean {
  const open = tokens.findIndex(({ type, value }) => type === "symbol" && value === "(");
  const as = tokens.findIndex(({ word }) => word === "AS");
  return as >= 0 && (open < 0 || as < open);
}

function tableCreated({ tokens }: SqlStatement): string | undefined {
  if (tokens[0]?.word !== "CREATE") return undefined;
  const open = tokens.findIndex(({ type, value }) => type === "symbol" && value === "(");
  return tokens[1]?.word === "TABLE" ? tokens[open - 1]?.value : undefined;
}

function fault(
  code: string,
  { start, tokens }: SqlStatement,
  text: string,
  why: string,
  cause?: unknown,
): LoomError {
  const { line } = positionAt(text, start);
  const what = tokens.slice(0, 3).map(({ value }) => value).join(" ");
  return new LoomError(code, `Line ${line}: "${what}" was refused: ${why}.`, { cause });
}

/** Takes the tables from the catalog; what only the text of their statements says, such as names, is read from it. */
function readCatalog(database: DatabaseSync, reader: SqlReader, starts: ReadonlyMap<string, number>): void {
  const rows = rowsOf(
    database,
    "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
  );
  const tables = rows.filter(({ type }) => type === "table");
  for (const { name, sql } of tables) {
    const told = reader.table(String(sql), starts.get(String(name).toLowerCase()) ?? 0);
    if (told !== undefined) settle(database, told);
  }
  for (const { type, sql, tbl_name: table } of rows) {
    if (type === "index" && sql !== null) {
      reader.table(String(sql), starts.get(String(table).toLowerCase()) ?? 0);
    }
  }
}

/** Replaces what the text of a table says by what the catalog says. */
function settle(database: DatabaseSync, table: SqlTableDraft): void {
  const quoted = `"${table.name.replaceAll('"', '""')}"`;
  const columns = rowsOf(database, `PRAGMA table_xinfo(${quoted})`);
  const told = new Map(table.columns.map((column) => [column.name.toLowerCase(), column]));
  const settled = columns.map((row): SqlColumnDraft => ({
    ...(told.get(String(row.name).toLowerCase()) ?? { type: String(row.type) }),
    name: String(row.name),
    nullable: row.notnull === 0,
  }));
  table.columns.splice(0, table.columns.length, ...settled);
  const names = [...table.keys];
  const keep = (primary: boolean, list: readonly string[]) => ({
    columns: list,
    primary,
    name: names.find((key) => key.primary === primary && same(key.columns, list))?.name,
  });
  const primary = columns.filter(({ pk }) => Number(pk) > 0).sort((one, other) =>
    Number(one.pk) - Number(other.pk)
  );
  const uniques = rowsOf(database, `PRAGMA index_list(${quoted})`).filter(({ origin }) => origin === "u")
    .reverse();
  const uniqueKeys = uniques.map(({ name }) =>
    keep(
      false,
      rowsOf(database, `PRAGMA index_info("${String(name).replaceAll('"', '""')}")`).map((row) =>
        String(row.name)
      ),
    )
  );
  table.keys.splice(
    0,
    table.keys.length,
    ...(primary.length === 0 ? [] : [keep(true, primary.map(({ name }) => String(name)))]),
    ...uniqueKeys,
  );
  settleReferences(table, rowsOf(database, `PRAGMA foreign_key_list(${quoted})`));
}

function settleReferences(table: SqlTableDraft, rows: readonly Row[]): void {
  const told = [...table.references];
  const ids = [...new Set(rows.map(({ id }) => Number(id)))].sort((one, other) => other - one);
  const references = ids.map((id) => {
    const parts = rows.filter((row) => row.id === id).sort((one, other) =>
      Number(one.seq) - Number(other.seq)
    );
    const columns = parts.map(({ from }) => String(from));
    const to = parts.flatMap((part) => part.to === null ? [] : [String(part.to)]);
    const known = told.find((one) => same(one.columns, columns));
    return { ...known, columns, to, target: { name: String(parts[0]?.table) }, offset: known?.offset ?? 0 };
  });
  table.references.splice(0, table.references.length, ...references);
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.join("\n").toLowerCase() === other.join("\n").toLowerCase();
}

type Row = Readonly<Record<string, unknown>>;

function rowsOf(database: DatabaseSync, query: string): Row[] {
  return database.prepare(query).all();
}
