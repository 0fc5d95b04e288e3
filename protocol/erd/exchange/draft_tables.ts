import {
  attributesOf,
  byName,
  entitiesOf,
  enumsOf,
  type Located,
  located,
  namesIn,
  textOf,
} from "../lookup.ts";
import type { EntityRelationshipDefinition, ErdEnum, ErdIndex } from "../types.ts";
import type { Column, Table, TableKey, TableReference } from "./schema.ts";

/** A table whose foreign keys are not known yet. */
export interface DraftTable extends Table {
  readonly columns: Column[];
  readonly keys: TableKey[];
  readonly references: TableReference[];
  readonly indexes: ErdIndex[];
  /** The entity; `undefined` for a table between two. */
  readonly entity: Located | undefined;
}

/** A table for each entity, with its columns, keys and indexes. */
export function draftTables(def: EntityRelationshipDefinition): Map<string, DraftTable> {
  return new Map(Array.from(byName(entitiesOf(def)), ([name, entity]) => [name, draftOf(entity)]));
}

/** The enums that have values. */
export function usableEnums(def: EntityRelationshipDefinition): ErdEnum[] {
  return Array.from(byName(enumsOf(def)).values()).flatMap(({ name, value }) => {
    const values = namesIn(value.values);
    const description = textOf(value.description);
    return values.length === 0 ? [] : [{ name, values, ...(description === "" ? {} : { description }) }];
  });
}

/** The column of an attribute. */
export function columnOf({ name, value }: Located): Column {
  const text = (member: string) => textOf(value[member]) || undefined;
  return {
    name,
    type: textOf(value.type).trim() || "string",
    nullable: value.nullable === true,
    default: /^\s*null\s*$/i.test(text("default") ?? "") ? undefined : text("default"),
    check: text("check"),
    description: text("description"),
  };
}

function draftOf(entity: Located): DraftTable {
  const { name, value } = entity;
  const attributes = Array.from(byName(attributesOf(entity)).values());
  const has = (names: readonly string[]) =>
    names.every((one) => attributes.some((item) => item.name === one));
  const listed = located(value.keys, `${entity.path}/keys`).flatMap(({ value: key, name: keyName }) => {
    const columns = namesIn(key.attributes);
    if (columns.length === 0 || !has(columns)) return [];
    return [{ name: keyName || undefined, columns, primary: key.primary === true }];
  });
  const primary = listed.find((key) => key.primary) ?? keyOf(attributes);
  const uniques = attributes.flatMap(({ name: column, value: { key } }) =>
    key === "uk" ? [{ columns: [column], primary: false }] : []
  );
  const indexes = located(value.indexes, "").flatMap(({ value: index, name: indexName }) => {
    const names = namesIn(index.attributes);
    if (names.length === 0) return [];
    return [{
      ...(indexName === "" ? {} : { name: indexName }),
      attributes: names,
      ...(index.unique === true ? { unique: true } : {}),
    }];
  });
  return {
    name,
    description: textOf(value.description) || undefined,
    path: entity.path,
    columns: attributes.map(columnOf),
    keys: [...(primary === undefined ? [] : [primary]), ...uniques, ...listed.filter((key) => !key.primary)],
    references: [],
    indexes,
    entity,
  };
}

function keyOf(attributes: readonly Located[]): TableKey | undefined {
  const columns = attributes.flatMap(({ name, value }) => value.key === "pk" ? [name] : []);
  return columns.length === 0 ? undefined : { columns, primary: true };
}
