import { DOCUMENT_KINDS, type JsonObject, MACHINE_SHAPE, toJsonSchema } from "@loom/protocol";

const ROOT_SHAPE = "StateMachineDefinition";

/**
 * The JSON Schema (2020-12) of `.smdf.json` files, bare or wrapped; `smdf.schema.json` beside this module is its text.
 * It is made from the rows that the types are made from, and allows unknown fields, as the reader does.
 *
 * @example
 * ```ts
 * import { smdfSchema } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * assertEquals(smdfSchema().$schema, "https://json-schema.org/draft/2020-12/schema");
 * ```
 */
export function smdfSchema(): JsonObject {
  const { $ref, $defs, ...head } = toJsonSchema(MACHINE_SHAPE, ROOT_SHAPE, {
    id: "urn:loom:smdf:schema",
    title: "State machine definition (SMDF)",
    description: "A hierarchical state machine: its settings, its events by source, and its tree of states.",
  });
  const definition: JsonObject = { $ref: $ref! }; // toJsonSchema always gives one
  const wrapped = wrapperKeys().map((key) => ({
    type: "object",
    required: [key],
    properties: { [key]: definition },
  }));
  return { ...head, anyOf: [definition, ...wrapped], $defs: $defs! }; // as above
}

function wrapperKeys(): readonly string[] {
  return DOCUMENT_KINDS.find((row) => row.kind === "machine")?.wrapperKeys ?? [];
}
