import type { ErdEnum } from "../../types.ts";
import type { LeftOutList } from "../left_out.ts";
import { primaryOf, type Schema, type Table, type TableKey, type TableReference } from "../schema.ts";
import type { DialectRow } from "./dialect.ts";
import { quoteName, shortName } from "./names.ts";

/** State that the parts of one script share. */
export interface Script {
  readonly dialect: DialectRow;
  readonly enums: readonly ErdEnum[];
  readonly left: LeftOutList;
  /** Columns between commas. */
  list(columns: readonly string[]): string;
  /** A name that no other constraint, index or table has. */
  freeName(name: string): string;
  /** True for a foreign key to a table that comes later, where it can be added then. */
  isLater(table: Table, reference: TableReference): boolean;
  /** True when a column states its primary key and its counting together. */
  isCounting(table: Table, key: TableKey): boolean;
  /** True for a column of a key, a foreign key or an index. */
  isKeyed(table: Table, column: string): boolean;
  /** A part of an index; `undefined` for no column, and for an expression where there are no such indexes. */
  indexPart(table: Table, attribute: string): string | undefined;
}

/** Makes the context of a script. */
export function scriptOf(dialect: DialectRow, { tables, enums }: Schema, left: LeftOutList): Script {
  const places = new Map(tables.map(({ name }, index) => [name, index]));
  const taken = new Set(tables.map(({ name }) => name.toLowerCase()));
  const keyed = keyedColumns(tables);
  const has = ({ columns }: Table, name: string) => columns.some((column) => column.name === name);
  return {
    dialect,
    enums,
    left,
    list: (columns) => columns.map((name) => quoteName(name, dialect)).join(", "),
    freeName(name) {
      let free = shortName(name, dialect);
      for (let number = 2; taken.has(free.toLowerCase()); number++) {
        free = shortName(`${name}_${number}`, dialect);
      }
      taken.add(free.toLowerCase());
      return free;
    },
    isLater: (table, { table: target }) =>
      dialect.altersKeys && (places.get(target) ?? 0) > (places.get(table.name) ?? 0),
    isCounting: (table, { primary, columns: [name, ...others], name: keyName }) =>
      primary && others.length === 0 && keyName === undefined && dialect.title === "SQLite" &&
      table.columns.some((column) => column.name === name && /^(?:big)?serial\b/i.test(column.type)),
    isKeyed: (table, column) => keyed.has(JSON.stringify([table.name, column])),
    indexPart(table, attribute) {
      if (has(table, attribute)) return quoteName(attribute, dialect);
      const [, name = "", direction = ""] = /^(.*\S)\s+(asc|desc)$/is.exec(attribute) ?? [];
      if (has(table, name)) return `${quoteName(name, dialect)} ${direction.toUpperCase()}`;
      // A bare name that is no column means one that is not there.
      if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(attribute)) return undefined;
      return dialect.title === "PostgreSQL" || dialect.title === "SQLite" ? `(${attribute})` : undefined;
    },
  };
}

/** True for the first column of the primary key. */
export function leadsPrimary(table: Table, column: string): boolean {
  return primaryOf(table)[0] === column;
}

function keyedColumns(tables: readonly Table[]): ReadonlySet<string> {
  const keyed = new Set<string>();
  for (const { name, keys, references, indexes } of tables) {
    const columns = [
      ...keys.flatMap((key) => key.columns),
      ...references.flatMap((reference) => reference.columns),
      ...indexes.flatMap((index) => index.attributes.map((one) => one.replace(/\s+(?:asc|desc)$/i, ""))),
    ];
    for (const column of columns) keyed.add(JSON.stringify([name, column]));
    for (const { table, to } of references) {
      for (const column of to) keyed.add(JSON.stringify([table, column]));
    }
  }
  return keyed;
}
