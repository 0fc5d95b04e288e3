import type { ErdEnum, ErdIndex } from "../types.ts";

/** Tables as databases have them: what the readers and writers of SQL and DBML share. */
export interface Schema {
  /** The tables. */
  readonly tables: readonly Table[];
  /** The enums. */
  readonly enums: readonly ErdEnum[];
}

/** A table. */
export interface Table {
  /** Its name. */
  readonly name: string;
  /** Its meaning. */
  readonly description?: string | undefined;
  /** JSON pointer to its entity, where it is of one. */
  readonly path?: string | undefined;
  /** The columns. */
  readonly columns: readonly Column[];
  /** The primary key, if there is one, and unique keys. */
  readonly keys: readonly TableKey[];
  /** The foreign keys. */
  readonly references: readonly TableReference[];
  /** The indexes. */
  readonly indexes: readonly ErdIndex[];
}

/** A column of a table. */
export interface Column {
  /** Its name. */
  readonly name: string;
  /** Its type in the words of documents. */
  readonly type: string;
  /** True when it may be missing. */
  readonly nullable: boolean;
  /** Its default value, as SQL writes it. */
  readonly default?: string | undefined;
  /** A condition on its values, as SQL writes it. */
  readonly check?: string | undefined;
  /** Its meaning. */
  readonly description?: string | undefined;
}

/** A primary or unique key. */
export interface TableKey {
  /** The name that someone gave it; `undefined` for the usual one. */
  readonly name?: string | undefined;
  /** The columns. */
  readonly columns: readonly string[];
  /** True for the primary key. */
  readonly primary: boolean;
}

/** A foreign key. */
export interface TableReference {
  /** The name that someone gave it; `undefined` for the usual one. */
  readonly name?: string | undefined;
  /** The columns that refer. */
  readonly columns: readonly string[];
  /** The table that they refer to. */
  readonly table: string;
  /** The columns there. */
  readonly to: readonly string[];
  /** The verb of the relationship. */
  readonly label?: string | undefined;
}

/** The usual name of a key, an index or a foreign key: `fk_loan_member_id`. */
export function usualName(
  prefix: "pk" | "uq" | "fk" | "ix",
  table: string,
  columns: readonly string[],
): string {
  const words = prefix === "pk" ? [table] : [table, ...columns];
  return [prefix, ...words].join("_").replaceAll(/[^\p{L}\p{N}]+/gu, "_").toLowerCase();
}

/** The columns of the primary key. */
export function primaryOf({ keys }: Pick<Table, "keys">): readonly string[] {
  return keys.find(({ primary }) => primary)?.columns ?? [];
}

/** True for the same columns in any order. */
export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}
