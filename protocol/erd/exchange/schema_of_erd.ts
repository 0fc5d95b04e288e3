import { attributesOf, byName, entitiesOf, type Located, relationshipsOf, textOf } from "../lookup.ts";
import { parseReference } from "../reference.ts";
import type { EntityRelationshipDefinition } from "../types.ts";
import { columnOf, type DraftTable, draftTables, usableEnums } from "./draft_tables.ts";
import type { LeftOutList } from "./left_out.ts";
import { orderedReferences } from "./erd_of_schema.ts";
import { type Column, primaryOf, type Schema, type TableReference } from "./schema.ts";
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
  for (const table of tables.values()) extend(table, tables, new Set());
  const relationships = relationshipsOf(def);
  for (const one of relationships) carry(one, tables, connections(def), left);
  for (const table of tables.values()) addReferences(table, tables, left);
  addLabels(relationships, tables);
  if (joins) { for (const one of relationships) join(one, tables, left); }
  return { tables: Array.from(tables.values()), enums: usableEnums(def) };
}

/** Gives a special case the primary key of the entity that it extends. */
function extend(table: DraftTable, tables: Tables, seen: Set<string>): void {
  const general = tables.get(textOf(table.entity?.value.extends));
  if (general === undefined || seen.has(table.name)) return;
  extend(general, tables, seen.add(table.name));
  if (primaryOf(table).length === 0 && primaryOf(general).length > 0) {
    const columns = addColumns(table, general, "", false);
    table.keys.unshift({ columns, primary: true });
    table.references.push({ columns, table: general.name, to: primaryOf(general) });
  }
}

/** Pairs of entities that a foreign key connects, as `one other` in both directions. */
function connections(def: EntityRelationshipDefinition): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const entity of byName(entitiesOf(def)).values()) {
    const targets = [
      ...attributesOf(entity).map(({ value }) => parseReference(textOf(value.references)).entity),
      ...(Array.isArray(entity.value.foreignKeys)
        ? entity.value.foreignKeys.map((key: unknown) => textOf((key as { entity?: unknown } | null)?.entity))
        : []),
    ];
    for (const target of targets) pairs.add(pairOf(entity.name, target)).add(pairOf(target, entity.name));
  }
  return pairs;
}

function pairOf(one: string, other: string): string {
  return JSON.stringify([one, other]);
}

/** Adds the columns of a relationship that no foreign key carries. */
function carry(
  { value, path }: Located,
  tables: Tables,
  connected: ReadonlySet<string>,
  left: LeftOutList,
): void {
  const isReversed = value.cardinality === "N:1";
  const [from, to] = isReversed ? [value.to, value.from] : [value.from, value.to];
  const [one, many] = [tables.get(textOf(from)), tables.get(textOf(to))];
  if (value.cardinality === "N:M" || one === undefined || many === undefined) return;
  if (Array.isArray(value.attributes) && value.attributes.length > 0) {
    left.add("relationship", "attributes", path);
  }
  if (connected.has(pairOf(one.name, many.name))) return;
  if (primaryOf(one).length === 0) {
    left.say(
      "relationship",
      "from",
      path,
      `The relationship at ${path} became no foreign key: "${one.name}" has no primary key.`,
    );
    return;
  }
  const participation = isReversed ? value.fromParticipation : value.toParticipation;
  const role = textOf(isReversed ? value.toRole : value.fromRole) || (one === many ? "parent" : one.name);
  const isIdentifying = value.identifying === true && one !== many;
  const columns = addColumns(
    many,
    one,
    role,
    (participation === "partial" || one === many) && !isIdentifying,
  );
  const reference = { columns, table: one.name, to: primaryOf(one) };
  many.references.push(reference);
  if (isIdentifying) {
    const key = many.keys.findIndex((item) => item.primary);
    const more = key < 0 ? [] : many.keys.splice(key, 1)[0]?.columns ?? [];
    many.keys.unshift({ columns: [...columns, ...more], primary: true });
  } else if (value.cardinality === "1:1") many.keys.push({ columns, primary: false });
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

/** Adds columns that refer to the primary key of another table, and returns their names. */
function addColumns(table: DraftTable, target: DraftTable, role: string, nullable: boolean): string[] {
  return primaryOf(target).map((key) => {
    const prefix = wordOf(role);
    const isTold = prefix === "" || wordOf(key).startsWith(`${prefix}_`);
    const name = freeName(isTold ? key : `${prefix}_${key}`, table.columns.map((column) => column.name));
    const type = target.columns.find((column) => column.name === key)?.type ?? "int";
    table.columns.push(
      { name, type: REFERRING_TYPES[type.toLowerCase()] ?? type, nullable } satisfies Column,
    );
    return name;
  });
}

/** Types of columns that refer to one that counts. */
const REFERRING_TYPES: Readonly<Record<string, string>> = { serial: "int", bigserial: "bigint" };

function wordOf(name: string): string {
  return name.replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1_$2").replaceAll(/[^\p{L}\p{N}]+/gu, "_")
    .toLowerCase();
}

function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number++) name = `${wanted}_${number}`;
  return name;
}
