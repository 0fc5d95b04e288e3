import type { ErdEnum, ErdIndex } from "../../types.ts";
import type { RemarkList } from "../../../remark_list.ts";
import { primaryOf, type Schema, type Table, type TableReference, usualName } from "../schema.ts";

/** The name of a table, with the schema that it is in. */
export interface SqlName {
  /** The schema; `undefined` for the usual one. */
  readonly schema?: string | undefined;
  /** The name. */
  readonly name: string;
}

/** A column that is being read. */
export interface ColumnDraft {
  /** Its name. */
  name: string;
  /** Its type in the words of documents. */
  type: string;
  /** True when it may be missing. */
  nullable: boolean;
  /** Its default value. */
  default?: string | undefined;
  /** A condition on its values. */
  check?: string | undefined;
  /** Its meaning. */
  description?: string | undefined;
}

/** A key that is being read. */
export interface KeyDraft {
  /** Its name. */
  name?: string | undefined;
  /** Its columns. */
  columns: readonly string[];
  /** True for the primary key. */
  primary: boolean;
}

/** A foreign key whose table is not looked up yet. */
export interface ReferenceDraft {
  /** Its name. */
  name?: string | undefined;
  /** The columns that refer. */
  columns: readonly string[];
  /** The table that they refer to. */
  target: SqlName;
  /** The columns there; empty for its primary key. */
  to: readonly string[];
  /** Offset in the text. */
  offset: number;
  /** The verb of the relationship. */
  label?: string | undefined;
}

/** A table that is being read. */
export interface TableDraft extends SqlName {
  /** Its meaning. */
  description?: string | undefined;
  /** Its columns. */
  readonly columns: ColumnDraft[];
  /** Its keys. */
  readonly keys: KeyDraft[];
  /** Its foreign keys. */
  readonly references: ReferenceDraft[];
  /** Its indexes. */
  readonly indexes: ErdIndex[];
}

/** Tables that are being read. */
export interface SqlTables {
  /** The tables. */
  readonly tables: readonly TableDraft[];
  /** The enums. */
  readonly enums: (ErdEnum & SqlName)[];
  /** Adds a table without columns. */
  add(name: SqlName): TableDraft;
  /** The table of that name: in any schema where none is named. */
  find(name: SqlName): TableDraft | undefined;
  /**
   * Adds a condition of a table: to the column that it is about, when it is one only.
   *
   * @param names The names in the condition.
   * @param offset The place for a remark.
   */
  addCheck(table: TableDraft, text: string, names: readonly string[], offset: number): void;
  /** Notes that something at a place was passed over. */
  remark(message: string, offset: number): void;
}

/** Collects tables as statements name them, and joins what refers to each other at the end. */
export class SchemaBuilder implements SqlTables {
  /** The tables. */
  readonly tables: TableDraft[] = [];
  /** The enums. */
  readonly enums: (ErdEnum & SqlName)[] = [];
  /** Takes remarks. */
  readonly remarks: Pick<RemarkList, "add">;

  /** Makes an empty one. */
  constructor(remarks: Pick<RemarkList, "add">) {
    this.remarks = remarks;
  }

  /** Adds a table without columns. */
  add({ schema, name }: SqlName): TableDraft {
    const table = { schema, name, columns: [], keys: [], references: [], indexes: [] };
    this.tables.push(table);
    return table;
  }

  /** The table of that name: in any schema where none is named. */
  find({ schema, name }: SqlName): TableDraft | undefined {
    const fits = (same: (one: string, other: string) => boolean) =>
      this.tables.find((table) =>
        same(table.name, name) &&
        (schema === undefined || table.schema === undefined || same(table.schema, schema))
      );
    return fits((one, other) => one === other) ??
      fits((one, other) => one.toLowerCase() === other.toLowerCase());
  }

  /** Adds a condition of a table: to the column that it is about, when it is one only. */
  addCheck(table: TableDraft, text: string, names: readonly string[], offset: number): void {
    const columns = table.columns.filter(({ name }) =>
      names.includes(name) || names.includes(name.toLowerCase())
    );
    const [column, ...others] = columns;
    if (column !== undefined && others.length === 0) {
      column.check = column.check === undefined ? text : `(${column.check}) AND (${text})`;
    } else {
      this.remarks.add(`A condition of "${table.name}" about several columns was left out: ${text}.`, offset);
    }
  }

  /** Notes that something at a place was passed over. */
  remark(message: string, offset: number): void {
    this.remarks.add(message, offset);
  }

  /** The tables, with every name looked up. */
  build(): Schema {
    const names = this.#names();
    return {
      tables: this.tables.map((table) => this.#tableOf(table, names)),
      enums: this.enums.map(({ schema: _, ...one }) => one),
    };
  }

  /** The names of the entities: with the schema where two tables have one name, and without dots. */
  #names(): Map<TableDraft, string> {
    const names = new Map<TableDraft, string>();
    const taken = new Set<string>();
    for (const table of this.tables) {
      let name = table.name.replaceAll(".", "_");
      if (taken.has(name) && table.schema !== undefined) name = `${table.schema}_${name}`;
      for (let number = 2; taken.has(name); number++) name = `${table.name}_${number}`;
      taken.add(name);
      names.set(table, name);
    }
    return names;
  }

  #tableOf(draft: TableDraft, names: ReadonlyMap<TableDraft, string>): Table {
    const name = names.get(draft) ?? draft.name;
    const own = (prefix: "pk" | "uq" | "fk" | "ix", given: string | undefined, columns: readonly string[]) =>
      isUsual(prefix, given, draft.name, columns) ? undefined : given;
    const keys = draft.keys.map((key) => {
      const columns = actual(draft, key.columns);
      return { columns, primary: key.primary, name: own(key.primary ? "pk" : "uq", key.name, columns) };
    });
    const primary = keys.find((key) => key.primary)?.columns ?? [];
    const seen = new Set<string>();
    return {
      name,
      description: draft.description,
      // A primary key always has a value, whether a text says so or not.
      columns: draft.columns.map((column) =>
        primary.includes(column.name) ? { ...column, nullable: false } : column
      ),
      keys: keys.filter(({ columns, primary }) => {
        const text = JSON.stringify([columns, primary]);
        return seen.has(text) ? false : seen.add(text);
      }),
      references: draft.references.flatMap((reference) => this.#reference(draft, reference, names)),
      indexes: draft.indexes.filter((index) => !isOfReference(index, draft)).map(
        ({ name: given, ...index }) => {
          const attributes = actual(draft, index.attributes);
          const kept = own("ix", given, attributes);
          return { ...(kept === undefined ? {} : { name: kept }), ...index, attributes };
        },
      ),
    };
  }

  #reference(
    table: TableDraft,
    { name, columns, target, to, offset, label }: ReferenceDraft,
    names: ReadonlyMap<TableDraft, string>,
  ): TableReference[] {
    const found = this.find(target);
    if (found === undefined) {
      this.remarks.add(
        `A foreign key of "${table.name}" was left out: the text has no table "${target.name}".`,
        offset,
      );
      return [];
    }
    const own = actual(table, columns);
    return [{
      name: isUsual("fk", name, table.name, own) ? undefined : name,
      columns: own,
      table: names.get(found) ?? found.name,
      to: actual(found, to.length === 0 ? primaryOf(found) : to),
      label,
    }];
  }
}

/** True for the index that MySQL makes for a foreign key, under the same name. */
function isOfReference({ name, attributes, unique }: ErdIndex, { references }: TableDraft): boolean {
  return !unique && references.some((reference) =>
    reference.name !== undefined && reference.name === name &&
    reference.columns.join("\n") === attributes.join("\n")
  );
}

/** Names of columns as the table spells them. */
function actual({ columns }: TableDraft, names: readonly string[]): string[] {
  return names.map((name) =>
    (columns.find((column) => column.name === name) ??
      columns.find((column) => column.name.toLowerCase() === name.toLowerCase()))?.name ?? name
  );
}

/** True for the name that the loom or the database gives where nobody does. */
function isUsual(
  prefix: "pk" | "uq" | "fk" | "ix",
  name: string | undefined,
  table: string,
  columns: readonly string[],
): boolean {
  if (name === undefined || name === "") return true;
  const suffix = { pk: "pkey", uq: "key", fk: "fkey", ix: "idx" }[prefix];
  const words = prefix === "pk" ? [table, suffix] : [table, ...columns, suffix];
  const plain = name.replace(/_\d+$/, "").toLowerCase();
  const usual = [
    usualName(prefix, table, columns),
    words.join("_").toLowerCase(),
    `${table}_ibfk`.toLowerCase(),
  ];
  if (usual.includes(name.toLowerCase()) || usual.includes(plain)) return true;
  // Cut names end in a number that tells them from others.
  const cut = /^(.*)_[0-9a-f]{8}$/.exec(name.toLowerCase())?.[1];
  return cut !== undefined && cut.length > 30 && usual.some((one) => one.startsWith(cut));
}
