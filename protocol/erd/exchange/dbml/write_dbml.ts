import { namesIn, relationshipsOf, textOf } from "../../lookup.ts";
import type { EntityRelationshipDefinition, ErdIndex } from "../../types.ts";
import { type Kept, LeftOutList } from "../left_out.ts";
import { leaveOutRelationships } from "../left_out_relationships.ts";
import { schemaOfErd } from "../schema_of_erd.ts";
import {
  type Column,
  isSameSet,
  primaryOf,
  type Schema,
  type Table,
  type TableReference,
} from "../schema.ts";
import type { WrittenText } from "../../../left_out.ts";

const KEPT: Kept = {
  settings: ["name", "description"],
  entity: ["name", "description"],
  attribute: ["name", "type", "key", "references", "nullable", "default", "check", "description"],
  key: ["name", "attributes", "primary"],
  "foreign key": ["attributes", "entity", "to"],
  index: ["name", "attributes", "unique"],
  enum: ["name", "values"],
};

/**
 * Writes a diagram as DBML, the language of dbdiagram.io: tables, keys, indexes, enums and references with their labels.
 *
 * @param def The definition; it need not be valid.
 *
 * @example
 * ```ts
 * import { writeDbml } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const { text } = writeDbml({
 *   settings: { namespace: "Default", name: "Lending" },
 *   entities: [{ name: "Member", attributes: [{ name: "id", type: "int", key: "pk" }] }],
 *   relationships: [],
 * });
 * assertEquals(text, "Project Lending {\n}\n\nTable Member {\n  id int [pk]\n}\n");
 * ```
 */
export function writeDbml(def: EntityRelationshipDefinition): WrittenText {
  const left = new LeftOutList("DBML");
  left.survey(def, KEPT);
  const schema = schemaOfErd(def, left, { joins: false });
  leaveOutRelationships(def, schema, left, true);
  const description = textOf(def.settings?.description);
  const blocks = [
    block(`Project ${name(textOf(def.settings?.name) || "Diagram")}`, [
      ...(description === "" ? [] : [`Note: ${quoted(description)}`]),
    ]),
    ...schema.enums.map((one) => block(`Enum ${name(one.name)}`, one.values.map(name))),
    ...schema.tables.map(tableBlock),
    ...schema.tables.flatMap((table) => table.references.map((one) => referenceLine(table, one, schema))),
    ...manyToMany(def, schema, left),
  ];
  return { text: blocks.join("\n\n") + "\n", leftOut: left.lines };
}

function tableBlock(table: Table): string {
  const composite = table.keys.filter((key) => key.columns.length > 1 || key.name !== undefined);
  const lines = [
    ...composite.map(({ columns, primary, name: own }) =>
      indexLine({ attributes: [...columns], ...(own === undefined ? {} : { name: own }) }, table, [
        primary ? "pk" : "unique",
      ])
    ),
    // A type tells a unique index from a unique key.
    ...table.indexes.map((index) => indexLine(index, table, index.unique ? ["unique", "type: btree"] : [])),
  ];
  return block(`Table ${name(table.name)}`, [
    ...table.columns.map((column) => columnLine(column, table)),
    ...(lines.length === 0 ? [] : ["", ...block("indexes", lines).split("\n")]),
    ...(table.description === undefined ? [] : ["", `Note: ${quoted(table.description)}`]),
  ]);
}

function columnLine(column: Column, table: Table): string {
  const isKey = (primary: boolean) =>
    table.keys.some((key) =>
      key.primary === primary && key.name === undefined && isSameSet(key.columns, [column.name])
    );
  const isPrimary = primaryOf(table).includes(column.name);
  const settings = [
    ...(isKey(true) ? ["pk"] : []),
    ...(isKey(false) ? ["unique"] : []),
    ...(column.nullable || isPrimary ? [] : ["not null"]),
    ...(column.default === undefined ? [] : [`default: ${defaultText(column.default)}`]),
    ...(column.check === undefined ? [] : [`check: \`${column.check.replaceAll("`", "\\`")}\``]),
    ...(column.description === undefined ? [] : [`note: ${quoted(column.description)}`]),
  ];
  const type = /^\w+(?:\([\w\s,]*\))?(?:\[\])*$/.test(column.type) ? column.type : quotedName(column.type);
  return `${name(column.name)} ${type}${settings.length === 0 ? "" : ` [${settings.join(", ")}]`}`;
}

function defaultText(text: string): string {
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text) || /^(?:true|false)$/.test(text)) return text;
  const [, inner] = /^'((?:[^']|'')*)'$/s.exec(text) ?? [];
  return inner === undefined ? `\`${text.replaceAll("`", "\\`")}\`` : quoted(inner.replaceAll("''", "'"));
}

function indexLine({ name: own, attributes }: ErdIndex, table: Table, settings: readonly string[]): string {
  const parts = attributes.map((attribute) =>
    table.columns.some((column) => column.name === attribute) ? name(attribute) : `\`${attribute}\``
  );
  const all = [...settings, ...(own === undefined ? [] : [`name: ${quoted(own)}`])];
  return `(${parts.join(", ")})${all.length === 0 ? "" : ` [${all.join(", ")}]`}`;
}

function referenceLine(table: Table, reference: TableReference, { tables }: Schema): string {
  const { columns, table: target, to, label } = reference;
  const isUnique = table.keys.some((key) => isSameSet(key.columns, columns));
  // Readers take the end that is no primary key for the one that refers.
  const other = tables.find((one) => one.name === target);
  const isClear = !isSameSet(primaryOf(table), columns) || (other && isSameSet(primaryOf(other), to));
  const head = `Ref${label === undefined ? "" : ` ${name(label)}`}`;
  return `${head}: ${endText(table.name, columns)} ${isUnique && isClear ? "-" : ">"} ${endText(target, to)}`;
}

/** Relationships between many and many, from primary key to primary key. */
function manyToMany(def: EntityRelationshipDefinition, { tables }: Schema, left: LeftOutList): string[] {
  return relationshipsOf(def).flatMap(({ value, path }) => {
    if (value.cardinality !== "N:M") return [];
    const ends = [value.from, value.to].map((end) => tables.find((table) => table.name === end));
    const keys = ends.map((table) => table === undefined ? [] : primaryOf(table));
    const [from, to] = ends;
    if (from === undefined || to === undefined || keys.some((key) => key.length === 0)) {
      const message = `The relationship at ${path} became no reference: both ends need a primary key.`;
      left.say("relationship", "cardinality", path, message);
      return [];
    }
    if (namesIn(value.attributes).length > 0 || Array.isArray(value.attributes)) {
      left.add("relationship", "attributes", path);
    }
    const label = textOf(value.label);
    return [
      `Ref${label === "" ? "" : ` ${name(label)}`}: ${endText(from.name, keys[0] ?? [])} <> ${
        endText(to.name, keys[1] ?? [])
      }`,
    ];
  });
}

function endText(table: string, columns: readonly string[]): string {
  const names = columns.map(name);
  return `${name(table)}.${names.length === 1 ? names.join() : `(${names.join(", ")})`}`;
}

function block(head: string, lines: readonly string[]): string {
  return [`${head} {`, ...lines.map((line) => line === "" ? "" : `  ${line}`), "}"].join("\n");
}

function name(text: string): string {
  return /^[A-Za-z_]\w*$/.test(text) ? text : quotedName(text);
}

function quotedName(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function quoted(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("'", "\\'");
  return `'${escaped.replaceAll("\n", "\\n")}'`;
}
