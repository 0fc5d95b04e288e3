import type { JsonObject, JsonValue } from "../json/value.ts";
import type { ObjectShape, ShapeTable } from "./shape.ts";
import { parseType, type TypeExpression } from "./type_expression.ts";

/** The metadata of a JSON Schema. */
export interface JsonSchemaOptions {
  /** The schema's address, `$id`. */
  id: string;
  /** A short name. */
  title: string;
  /** One or two sentences. */
  description: string;
}

/** A shape as another one names it. */
interface ShapeReference {
  readonly name: string;
  readonly partial: boolean;
}

/**
 * Writes a shape as a JSON Schema (2020-12). Objects become definitions under `$defs`; unknown fields are
 * allowed.
 *
 * @param table The shapes.
 * @param rootName The shape of the whole value; only the shapes that it needs are written.
 * @param options The metadata of the schema.
 *
 * @example
 * ```ts
 * import { toJsonSchema } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const table = [{ name: "Point", doc: "A point.", fields: [{ name: "x", type: "number", required: true, doc: "Across." }] }];
 * const schema = toJsonSchema(table, "Point", { id: "https://example.org/point", title: "Point", description: "A point." });
 * assertEquals(schema["$ref"], "#/$defs/Point");
 * ```
 */
export function toJsonSchema(table: ShapeTable, rootName: string, options: JsonSchemaOptions): JsonObject {
  const shapes = new Map(table.map((shape) => [shape.name, shape]));
  const definitions: JsonObject = {};
  const wanted: ShapeReference[] = [{ name: rootName, partial: false }];
  for (const reference of wanted) {
    const name = definitionName(reference);
    if (Object.hasOwn(definitions, name)) continue;
    const shape = shapes.get(reference.name);
    if (!shape) {
      throw new TypeError(`Cannot write a JSON Schema of ${reference.name}: the table does not have it`);
    }
    definitions[name] = objectSchema(shape, reference.partial, wanted);
  }
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: options.id,
    title: options.title,
    description: options.description,
    $ref: `#/$defs/${rootName}`,
    $defs: definitions,
  };
}

function objectSchema(shape: ObjectShape, partial: boolean, wanted: ShapeReference[]): JsonObject {
  const properties: JsonObject = {};
  for (const field of shape.fields) {
    properties[field.name] = {
      description: field.doc,
      ...typeSchema(parseType(field.type), wanted),
      ...(field.default !== undefined && { default: field.default }),
    };
  }
  const required = partial ? [] : shape.fields.filter((field) => field.required).map((field) => field.name);
  return {
    type: "object",
    description: shape.doc,
    properties,
    ...(required.length > 0 && { required }),
  };
}

function typeSchema(type: TypeExpression, wanted: ShapeReference[]): JsonObject {
  switch (type.kind) {
    case "primitive":
      return type.name === "unknown" ? {} : { type: type.name };
    case "literal":
      return { const: type.value };
    case "array":
      return { type: "array", items: typeSchema(type.of, wanted) };
    case "shape":
      return reference(type, wanted);
    case "union":
      return unionSchema(type.of, wanted);
  }
}

function reference(type: ShapeReference, wanted: ShapeReference[]): JsonObject {
  wanted.push(type);
  return { $ref: `#/$defs/${definitionName(type)}` };
}

function definitionName(type: ShapeReference): string {
  return type.partial ? `Partial${type.name}` : type.name;
}

function unionSchema(types: readonly TypeExpression[], wanted: ShapeReference[]): JsonObject {
  const words: JsonValue[] = types.flatMap((type) => type.kind === "literal" ? [type.value] : []);
  if (words.length === types.length) return { enum: words };
  const names = types.flatMap((type) =>
    type.kind === "primitive" && type.name !== "unknown" ? [type.name] : []
  );
  if (names.length === types.length) return { type: names };
  return { anyOf: types.map((type) => typeSchema(type, wanted)) };
}
