import { emptyErd } from "../templates.ts";
import type { Attribute, Entity, EntityRelationshipDefinition, ErdIndex, Relationship } from "../types.ts";
import { type Column, isSameSet, primaryOf, type Schema, type Table, type TableReference } from "./schema.ts";

/** A diagram of tables: each one an entity, each foreign key a relationship. */
export function erdOfSchema(schema: Schema, name: string): EntityRelationshipDefinition {
  return {
    ...emptyErd(name),
    entities: schema.tables.map(entityOf),
    relationships: relationshipsOfSchema(schema),
    ...(schema.enums.length === 0 ? {} : { enums: schema.enums.map((one) => ({ ...one })) }),
  };
}

/** The relationships of foreign keys, each from the table that is referred to. */
export function relationshipsOfSchema({ tables }: Schema): Relationship[] {
  return tables.flatMap((table) =>
    orderedReferences(table).map((reference) => relationshipOf(table, reference))
  );
}

/** Foreign keys of one column by their column, then the others. */
export function orderedReferences(table: Table): TableReference[] {
  const place = ({ columns }: TableReference) =>
    columns.length > 1 ? table.columns.length : table.columns.findIndex(({ name }) => name === columns[0]);
  return [...table.references].sort((one, other) => place(one) - place(other));
}

function relationshipOf(table: Table, { columns, table: target, label }: TableReference): Relationship {
  const isUnique = table.keys.some((key) => isSameSet(key.columns, columns));
  const isPartial = table.columns.some(({ name, nullable }) => nullable && columns.includes(name));
  return {
    from: target,
    to: table.name,
    cardinality: isUnique ? "1:1" : "1:N",
    ...(label === undefined ? {} : { label }),
    ...(isUnique ? { fromParticipation: "partial" } : {}),
    ...(isPartial ? { toParticipation: "partial" } : {}),
  };
}

function entityOf(table: Table): Entity {
  const { name, description, columns, indexes } = table;
  const primary = table.keys.find((key) => key.primary);
  const inOrder = columns.map((column) => column.name).filter((one) => primary?.columns.includes(one));
  const isListed = primary !== undefined &&
    (primary.name !== undefined || inOrder.join("\n") !== primary.columns.join("\n"));
  const uniques = table.keys.filter((key) => !key.primary);
  const single = uniques.filter((key) => key.columns.length === 1 && key.name === undefined);
  const context: EntityContext = {
    primary: isListed ? [] : primaryOf(table),
    unique: single.flatMap((key) => key.columns),
    references: new Map(),
    required: primaryOf(table),
  };
  const foreignKeys = table.references.filter((reference) => !isAttributeReference(reference, context));
  const listed = uniques.filter((key) =>
    !single.includes(key) || context.primary.includes(key.columns[0] ?? "")
  );
  const keys = [...(isListed ? [primary] : []), ...listed].map((key) => ({
    ...(key.name === undefined ? {} : { name: key.name }),
    attributes: [...key.columns],
    ...(key.primary ? { primary: true } : {}),
  }));
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(columns.length === 0 ? {} : { attributes: columns.map((column) => attributeOf(column, context)) }),
    ...(keys.length === 0 ? {} : { keys }),
    ...(foreignKeys.length === 0 ? {} : { foreignKeys: foreignKeys.map(foreignKeyOf) }),
    ...(indexes.length === 0 ? {} : { indexes: indexes.map(indexOf) }),
  };
}

interface EntityContext {
  readonly primary: readonly string[];
  readonly unique: readonly string[];
  /** Targets by the column that refers. */
  readonly references: Map<string, string>;
  /** The columns that never are missing, whatever they say. */
  readonly required: readonly string[];
}

/** Takes the first foreign key of one column as that of the attribute. */
function isAttributeReference(reference: TableReference, { references }: EntityContext): boolean {
  const { columns: [column, ...others], table, to: [target] } = reference;
  if (column === undefined || target === undefined || others.length > 0 || references.has(column)) {
    return false;
  }
  references.set(column, `${table}.${target}`);
  return true;
}

function foreignKeyOf({ name, columns, table, to }: TableReference) {
  return {
    ...(name === undefined ? {} : { name }),
    attributes: [...columns],
    entity: table,
    to: [...to],
  };
}

function indexOf({ name, attributes, unique }: ErdIndex): ErdIndex {
  return {
    ...(name === undefined ? {} : { name }),
    attributes: [...attributes],
    ...(unique ? { unique } : {}),
  };
}

function attributeOf(column: Column, { primary, unique, references, required }: EntityContext): Attribute {
  const { name, type, nullable, description } = column;
  const target = references.get(name);
  const key = primary.includes(name) ? "pk" : unique.includes(name) ? "uk" : undefined;
  return {
    name,
    type,
    ...(key === undefined ? {} : { key }),
    ...(target === undefined ? {} : { references: target }),
    ...(nullable && !required.includes(name) ? { nullable } : {}),
    ...(column.default === undefined ? {} : { default: column.default }),
    ...(column.check === undefined ? {} : { check: column.check }),
    ...(description === undefined ? {} : { description }),
  };
}
