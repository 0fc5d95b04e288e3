import { textOf } from "../../lookup.ts";
import type { EntityRelationshipDefinition } from "../../types.ts";
import { type Kept, LeftOutList } from "../left_out.ts";
import { leaveOutRelationships } from "../left_out_relationships.ts";
import { schemaOfErd } from "../schema_of_erd.ts";
import { type Schema, type Table, type TableReference, usualName } from "../schema.ts";
import type { WrittenText } from "../../../left_out.ts";
import { SQL_DIALECTS, type SqlDialect } from "./dialect.ts";
import { descriptionLines } from "./descriptions.ts";
import { quoteName, quoteText } from "./names.ts";
import { type Script, scriptOf } from "./script.ts";
import { columnText } from "./write_column.ts";

const KEPT: Kept = {
  settings: ["name"],
  entity: ["name", "description"],
  attribute: ["name", "type", "key", "references", "nullable", "default", "check", "description"],
  key: ["name", "attributes", "primary"],
  "foreign key": ["name", "attributes", "entity", "to"],
  index: ["name", "attributes", "unique"],
  enum: ["name", "values", "description"],
};

/**
 * Writes the tables of a diagram as a SQL script that runs from top to bottom in an empty database.
 *
 * @param def The definition; it need not be valid.
 *
 * @example
 * ```ts
 * import { writeSql } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const { text } = writeSql({
 *   settings: { namespace: "Library", name: "Lending" },
 *   entities: [{ name: "Member", attributes: [{ name: "id", type: "int", key: "pk" }] }],
 *   relationships: [],
 * }, "sqlite");
 * assertEquals(text.split("\n")[2], 'CREATE TABLE "Member" (');
 * ```
 */
export function writeSql(def: EntityRelationshipDefinition, name: SqlDialect): WrittenText {
  const dialect = SQL_DIALECTS[name];
  const left = new LeftOutList(dialect.title);
  left.survey(def, keptOf(name));
  const schema = schemaOfErd(def, left);
  leaveOutRelationships(def, schema, left, false);
  const script = scriptOf(dialect, schema, left);
  const tables = writable(schema, script);
  const title = textOf(def.settings?.name).replaceAll(/\s+/g, " ").trim();
  const blocks = [
    `-- ${title === "" ? "Tables" : title} for ${dialect.title}`,
    ...(dialect.enums === "type" ? schema.enums.map((one) => enumText(one, script)) : []),
    ...tables.map((table) => tableText(table, script)),
    ...tables.flatMap((table) => laterKeys(table, script)),
    ...tables.flatMap((table) => indexTexts(table, script)),
    ...descriptionLines({ tables, enums: schema.enums }, dialect),
  ];
  return { text: blocks.join("\n\n") + "\n", leftOut: left.lines };
}

function keptOf(name: SqlDialect): Kept {
  const { descriptions, enums } = SQL_DIALECTS[name];
  const without = (members: readonly string[] = []) => members.filter((member) => member !== "description");
  return {
    ...KEPT,
    ...(descriptions === "remark"
      ? { entity: without(KEPT.entity), attribute: without(KEPT.attribute) }
      : {}),
    enum: enums === "type" ? KEPT.enum ?? [] : ["values"],
  };
}

/** The tables that the database can have: most take none without columns. */
function writable({ tables }: Schema, { dialect, left }: Script): readonly Table[] {
  if (dialect.title === "PostgreSQL") return tables;
  return tables.filter(({ name, columns, path = "" }) => {
    if (columns.length > 0) return true;
    const message = `"${name}" became no table: ${dialect.title} has none without columns.`;
    left.say("entity", "name", path, message);
    return false;
  });
}

function enumText({ name, values }: Schema["enums"][number], { dialect }: Script): string {
  const list = values.map((value) => quoteText(value, dialect)).join(", ");
  return `CREATE TYPE ${quoteName(name, dialect)} AS ENUM (${list});`;
}

function tableText(table: Table, script: Script): string {
  const { dialect } = script;
  const rows: { text: string; remark?: string | undefined }[] = table.columns.map((column) => ({
    text: columnText(table, column, script),
    remark: dialect.descriptions === "remark" ? column.description : undefined,
  }));
  for (const key of table.keys) {
    if (script.isCounting(table, key)) continue;
    const kind = key.primary ? "PRIMARY KEY" : "UNIQUE";
    const name = key.name ?? (key.primary ? undefined : usualName("uq", table.name, key.columns));
    rows.push({
      text: `${constraint(name, script)}${kind} (${script.list(key.columns)})`,
    });
  }
  for (const reference of table.references) {
    if (!script.isLater(table, reference)) rows.push({ text: referenceText(table, reference, script) });
  }
  const lines = rows.map(({ text, remark }, index) =>
    `  ${text}${index < rows.length - 1 ? "," : ""}${remark === undefined ? "" : ` -- ${oneLine(remark)}`}`
  );
  const { description } = table;
  const before = dialect.descriptions === "remark" && description ? `-- ${oneLine(description)}\n` : "";
  const after = dialect.descriptions === "clause" && description
    ? ` COMMENT = ${quoteText(description, dialect)}`
    : "";
  return `${before}CREATE TABLE ${quoteName(table.name, dialect)} (\n${lines.join("\n")}\n)${after};`;
}

function referenceText(table: Table, reference: TableReference, script: Script): string {
  const { columns, table: target, to } = reference;
  const name = reference.name ?? usualName("fk", table.name, columns);
  return `${constraint(name, script)}FOREIGN KEY (${script.list(columns)}) REFERENCES ${
    quoteName(target, script.dialect)
  } (${script.list(to)})`;
}

/** The foreign keys to tables that come later, as statements of their own. */
function laterKeys(table: Table, script: Script): string[] {
  return table.references.filter((reference) => script.isLater(table, reference)).map((reference) =>
    `ALTER TABLE ${quoteName(table.name, script.dialect)} ADD ${referenceText(table, reference, script)};`
  );
}

function indexTexts(table: Table, script: Script): string[] {
  const { dialect, left } = script;
  return table.indexes.flatMap(({ name, attributes, unique }) => {
    const parts = attributes.map((attribute) => script.indexPart(table, attribute));
    const { path = "" } = table;
    if (parts.includes(undefined)) {
      const what = attributes[parts.indexOf(undefined)] ?? "";
      left.say(
        "index",
        "attributes",
        path,
        `An index of "${table.name}" was left out: ${dialect.title} has none of ${what}, which is no attribute.`,
      );
      return [];
    }
    const own = quoteName(script.freeName(name ?? usualName("ix", table.name, attributes)), dialect);
    return [
      `CREATE ${unique ? "UNIQUE " : ""}INDEX ${own} ON ${quoteName(table.name, dialect)} (${
        parts.join(", ")
      });`,
    ];
  });
}

function constraint(name: string | undefined, script: Script): string {
  return name === undefined ? "" : `CONSTRAINT ${quoteName(script.freeName(name), script.dialect)} `;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
