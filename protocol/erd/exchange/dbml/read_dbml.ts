import type { TextDocument } from "../../../kind.ts";
import type { EntityRelationshipDefinition, Relationship } from "../../types.ts";
import { erdOfSchema } from "../erd_of_schema.ts";
import { RemarkList } from "../../../remark_list.ts";
import { SchemaBuilder } from "../sql/schema_builder.ts";
import { DbmlReader, type ReadEnd } from "./reader.ts";
import { readTable } from "./read_table.ts";
import { dbmlTokens } from "./tokens.ts";

/**
 * Reads a diagram from DBML, the language of dbdiagram.io. Groups of tables, colours and the like are passed over, each
 * with a remark.
 *
 * @param name The name of the diagram where the text has none.
 * @throws {LoomError} `invalid_dbml`, with the line and column.
 *
 * @example
 * ```ts
 * import { readDbml } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const { definition } = readDbml("Table member {\n  id int [pk]\n}\n", "Lending");
 * assertEquals(definition.entities, [{ name: "member", attributes: [{ name: "id", type: "int", key: "pk" }] }]);
 * ```
 */
export function readDbml(text: string, name: string): TextDocument<EntityRelationshipDefinition> {
  const remarks = new RemarkList(text);
  const reader = new DbmlReader(text, dbmlTokens(text), new SchemaBuilder(remarks));
  let project: { name?: string; description?: string } = {};
  while (reader.token !== undefined) {
    const { offset } = reader;
    if (reader.takeWord("project")) project = readProject(reader);
    else if (reader.takeWord("table")) readTable(reader);
    else if (reader.takeWord("enum")) readEnum(reader);
    else if (reader.takeWord("ref")) readReferences(reader);
    else {
      const what = reader.name("a table, an enum or a reference");
      reader.skipTo("{");
      reader.skipBlock();
      remarks.add(`Passed over: ${what}.`, offset);
    }
  }
  reader.join();
  const schema = reader.builder.build();
  const definition = erdOfSchema(schema, project.name ?? name);
  const many = reader.many.map(({ from, to, label }): Relationship => ({
    from: from.table.name,
    to: to.table.name,
    cardinality: "N:M",
    ...(label === undefined ? {} : { label }),
  }));
  const { description } = project;
  return {
    definition: {
      ...definition,
      settings: { ...definition.settings, ...(description === undefined ? {} : { description }) },
      relationships: [...definition.relationships, ...many],
    },
    remarks: remarks.lines,
  };
}

function readProject(reader: DbmlReader): { name?: string; description?: string } {
  const found: { name?: string; description?: string } = reader.isSymbol("{")
    ? {}
    : { name: reader.name("a name") };
  reader.expect("{");
  while (!reader.takeSymbol("}")) {
    const isNote = reader.takeWord("note");
    if (!isNote) reader.name("a setting");
    const value = reader.noteText();
    if (isNote && value !== undefined) found.description = value;
  }
  return found;
}

function readEnum(reader: DbmlReader): void {
  const { schema, name } = reader.qualified();
  const values: string[] = [];
  reader.expect("{");
  while (!reader.takeSymbol("}")) {
    values.push(reader.name("a value"));
    if (reader.isSymbol("[")) reader.settings();
  }
  reader.builder.enums.push({ schema, name, values });
}

/** `Ref name: a.x > b.y`, or several in braces. */
function readReferences(reader: DbmlReader): void {
  const label = reader.isSymbol(":") || reader.isSymbol("{") ? undefined : reader.name("a name");
  const isBlock = reader.takeSymbol("{");
  if (!isBlock) reader.expect(":");
  do {
    const { offset } = reader;
    const from = readEnd(reader);
    const mark = reader.mark();
    const to = readEnd(reader);
    if (reader.isSymbol("[")) reader.settings();
    reader.refer(from, mark, to, label, offset);
  } while (isBlock && !reader.takeSymbol("}"));
}

/** `table.column`, `schema.table.column` or `table.(a, b)`. */
function readEnd(reader: DbmlReader): ReadEnd {
  const names = [reader.name("a table")];
  while (reader.takeSymbol(".")) {
    if (reader.takeSymbol("(")) {
      const columns: string[] = [];
      do columns.push(reader.name("a column")); while (reader.takeSymbol(","));
      reader.expect(")");
      return { table: { schema: names.at(-2), name: names.at(-1) ?? "" }, columns };
    }
    names.push(reader.name("a column"));
  }
  return { table: { schema: names.at(-3), name: names.at(-2) ?? "" }, columns: names.slice(-1) };
}
