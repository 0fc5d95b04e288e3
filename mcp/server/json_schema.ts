import * as z from "zod";
import type { Fields } from "../tool.ts";

/** A schema as `tools/list` sends it: no more than a client needs. */
export interface FieldsSchema {
  readonly type: "object";
  readonly properties: Record<string, object>;
  readonly required?: string[];
}

/** Members that say nothing to an agent, or that hold for every schema here. */
const NOISE: readonly string[] = ["$schema", "additionalProperties", "title"];
const NOT_EXACT_ABOVE = Number.MAX_SAFE_INTEGER;

/** The schema of an answer: the members that are always there. The page about the tools has their types. */
export function answerSchema(fields: Fields): { readonly type: "object"; readonly required: string[] } {
  const { required = [] } = z.toJSONSchema(z.object(fields), { io: "output" });
  return { type: "object", required };
}

/** Writes fields as JSON Schema. */
export function fieldsSchema(fields: Fields, io: "input" | "output"): FieldsSchema {
  const schema = z.toJSONSchema(z.object(fields), {
    io,
    override: ({ jsonSchema }) => {
      for (const key of NOISE) delete jsonSchema[key as keyof typeof jsonSchema];
      // Counts begin at 0, which their names say; it is checked all the same.
      if (jsonSchema.minimum === -NOT_EXACT_ABOVE || jsonSchema.minimum === 0) delete jsonSchema.minimum;
      if (jsonSchema.maximum === NOT_EXACT_ABOVE) delete jsonSchema.maximum;
      // A list of anything is a list.
      if (isEmpty(jsonSchema.items)) delete jsonSchema.items;
      // The keys of a record are always text.
      delete jsonSchema.propertyNames;
    },
  });
  const { required, properties } = schema as unknown as FieldsSchema;
  delete (schema as Record<string, unknown>)["$schema"];
  return {
    type: "object",
    properties: properties ?? {},
    ...(required === undefined || required.length === 0 ? {} : { required }),
  };
}

function isEmpty(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && Object.keys(schema).length === 0;
}
