import { attributesOf, type Located, relationshipsOf, textOf } from "../lookup.ts";
import type { EntityRelationshipDefinition } from "../types.ts";
import { carryRelationships } from "./carry_relationships.ts";
import { columnOf, type DraftTable, draftTables, usableEnums } from "./draft_tables.ts";
import { orderedReferences } from "./erd_of_schema.ts";
import type { LeftOutList } from "./left_out.ts";
import { addColumns, freeName } from "./referring_columns.ts";
import { primaryOf, type Schema, type TableReference } from "./schema.ts";
import { addReferences } from "./table_references.ts";

type Tables = Map<string, DraftTable>;

/** Options of {@linkcode schemaOfErd}. */
export interface SchemaOptions {
  /** False for a format that has relationships between many and many. Default: `true`. */
  readonly joins?: boolean;
}

/**
 * The tables of a diagram. A relationship that no foreign key carries gets columns, one between many and many a table
 * of its own, and a special case without a primary key has that of its general one.
 *
 * @param left Takes what no table can have.
 */
export function schemaOfErd(
  def: EntityRelationshipDefinition,
  left: LeftOutList,
  { joins = true }: SchemaOptions = {},
): Schema {
  const tables = draftTables(def);
  const relationships = relationshipsOf(def);
  carryRelationships(def, tables, left);
  for (const table of tables.values()) addReferences(table, tables, left);
  addLabels(relationships, tables);
  if (joins) { for (const one of relationships) join(one, tables, left); }
  return { tables: Array.from(tables.values()), enums: usableEnums(def) };
}

/** Gives the labels of relationships to the foreign keys between their ends, one each. */
function addLabels(relationships: readonly Located[], tables: Tables): void {
  const used = new Set<TableReference>();
  for (const { value } of relationships) {
    const [from, to] = value.cardinality === "N:1" ? [value.to, value.from] : [value.from, value.to];
    const table = tables.get(textOf(to));
    const found = table && orderedReferences(table).find((one) => one.table === from && !used.has(one));
    if (table === undefined || found === undefined) continue;
    const labelled = { ...found, label: textOf(value.label) || undefined };
    table.references[table.references.indexOf(found)] = labelled;
    used.add(labelled);
  }
}

/** Adds the table of a relationship between many and many, unless an entity is that already. */
function join({ value, path }: Located, tables: Tables, left: LeftOutList): void {
  const [from, to] = [tables.get(textOf(value.from)), tables.get(textOf(value.to))];
  if (value.cardinality !== "N:M" || from === undefined || to === undefined) return;
  if (isJoined(tables, from, to)) return;
  if (primaryOf(from).length === 0 || primaryOf(to).length === 0) {
    const without = primaryOf(from).length === 0 ? from : to;
    left.say(
      "relationship",
      "cardinality",
      path,
      `The relationship at ${path} became no table: "${without.name}" has no primary key.`,
    );
    return;
  }
  const name = freeName(`${from.name}_${to.name}`, [...tables.keys()]);
  const table: DraftTable = {
    name,
    description: textOf(value.description) || undefined,
    columns: [],
    keys: [],
    references: [],
    indexes: [],
    entity: undefined,
  };
  const isSelf = from === to;
  const ends = [
    [from, textOf(value.fromRole) || (isSelf ? "from" : from.name)] as const,
    [
      to,
      textOf(value.toRole) || (isSelf ? "to" : to.name),
    ] as const,
  ];
  for (const [target, role] of ends) {
    const columns = addColumns(table, target, role, false);
    table.references.push({ columns, table: target.name, to: primaryOf(target) });
  }
  table.keys.push({ columns: table.columns.map((column) => column.name), primary: true });
  const taken = table.columns.map((column) => column.name);
  table.columns.push(
    ...attributesOf({ value, path }).filter((one) => one.name !== "" && !taken.includes(one.name)).map(
      columnOf,
    ),
  );
  tables.set(name, table);
}

/** True when the primary key of an entity consists of foreign keys to both ends. */
function isJoined(tables: Tables, from: DraftTable, to: DraftTable): boolean {
  return Array.from(tables.values()).some((table) => {
    const towards = (target: DraftTable) => table.references.filter((one) => one.table === target.name);
    const all = [...towards(from), ...(from === to ? [] : towards(to))];
    if (towards(from).length === 0 || towards(to).length === 0 || all.length < 2) return false;
    const columns = new Set(all.flatMap((one) => one.columns));
    return primaryOf(table).length > 1 && primaryOf(table).every((name) => columns.has(name));
  });
}
