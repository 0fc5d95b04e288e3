import type { JsonObject } from "../../json/value.ts";
import { attributesOf, byName, entitiesOf, textOf } from "../lookup.ts";
import type { EntityRelationshipDefinition, ErdEnum } from "../types.ts";
import { columnOf, usableEnums } from "./draft_tables.ts";
import { type Kept, LeftOutList } from "./left_out.ts";
import type { Column } from "./schema.ts";
import { constantOf, type ValueType, valueTypeOf } from "./value_type.ts";
import type { WrittenText } from "../../left_out.ts";

const KEPT: Kept = {
  settings: ["name", "description"],
  entity: ["name", "description", "extends"],
  attribute: ["name", "type", "nullable", "default", "description"],
  enum: ["name", "values", "description"],
  relationship: [],
};

/**
 * Writes the entities of a diagram as a JSON Schema (2020-12): a definition for each entity and each enum.
 *
 * @param def The definition; it need not be valid.
 *
 * @example
 * ```ts
 * import { writeErdJsonSchema } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const { text } = writeErdJsonSchema({
 *   settings: { namespace: "Default", name: "Lending" },
 *   entities: [{ name: "Member", attributes: [{ name: "id", type: "int", key: "pk" }] }],
 *   relationships: [],
 * });
 * assertEquals(JSON.parse(text).$defs.Member.properties, { id: { type: "integer" } });
 * ```
 */
export function writeErdJsonSchema(def: EntityRelationshipDefinition): WrittenText {
  const left = new LeftOutList("JSON Schema");
  left.survey(def, KEPT);
  const enums = usableEnums(def);
  const entities = Array.from(byName(entitiesOf(def)).values());
  const names = new Set(entities.map(({ name }) => name));
  const definitions = entities.map((entity) => {
    const columns = attributesOf(entity).filter(({ name }) => name !== "").map(columnOf);
    const general = textOf(entity.value.extends);
    const own = {
      type: "object",
      ...described(textOf(entity.value.description)),
      properties: Object.fromEntries(
        columns.map((column) => [column.name, schemaOf(column, enums, left, entity.path)]),
      ),
      required: columns.map(({ name }) => name),
    };
    return [entity.name, names.has(general) ? { allOf: [referenceTo(general), own] } : own] as const;
  });
  const schema: JsonObject = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: textOf(def.settings?.name),
    ...described(textOf(def.settings?.description)),
    $defs: Object.fromEntries([
      ...enums.map(({ name, values, description }) => [name, { enum: values, ...described(description) }]),
      ...definitions,
    ]),
  };
  return { text: JSON.stringify(schema, null, 2) + "\n", leftOut: left.lines };
}

function schemaOf(column: Column, enums: readonly ErdEnum[], left: LeftOutList, path: string): JsonObject {
  const type = valueTypeOf(column.type, enums);
  if (type === undefined) {
    const message = `The type ${column.type} of "${column.name}" is none of JSON: any value fits.`;
    left.say("attribute", "type", path, message);
  }
  const schema = typeSchema(type ?? { kind: "any" });
  const value = column.default === undefined ? undefined : constantOf(column.default);
  if (column.default !== undefined && value === undefined) {
    left.say(
      "attribute",
      "default",
      path,
      `The default ${column.default} of "${column.name}" is no constant.`,
    );
  }
  return {
    ...(column.nullable ? orNull(schema) : schema),
    ...described(column.description),
    ...(value === undefined ? {} : { default: value }),
  };
}

function typeSchema(type: ValueType): JsonObject {
  if (type.kind === "any") return {};
  if (type.kind === "enum") return referenceTo(type.name);
  if (type.kind === "values") return { enum: [...type.values] };
  if (type.kind === "list") return { type: "array", items: typeSchema(type.of) };
  if (type.kind !== "text") return { type: type.kind };
  const { format, longest } = type;
  return {
    type: "string",
    ...(format === undefined ? {} : format === "base64" ? { contentEncoding: format } : { format }),
    ...(longest === undefined ? {} : { maxLength: longest }),
  };
}

function orNull(schema: JsonObject): JsonObject {
  if (Object.keys(schema).length === 0) return schema;
  return typeof schema.type === "string"
    ? { ...schema, type: [schema.type, "null"] }
    : { anyOf: [schema, { type: "null" }] };
}

function referenceTo(name: string): JsonObject {
  return { $ref: `#/$defs/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}` };
}

function described(description = ""): JsonObject {
  return description === "" ? {} : { description };
}
