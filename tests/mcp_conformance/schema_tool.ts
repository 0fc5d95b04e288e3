import type { ServedTool } from "../../mcp/server/parts.ts";

/** The input of the tool below: what a server must pass on as it stands, whether or not it understands it. */
const INPUT = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object" as const,
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

/** The tool whose schema uses much of JSON Schema 2020-12. */
export const SCHEMA_TOOL: ServedTool = {
  description: {
    name: "json_schema_2020_12_tool",
    description: "Tool with JSON Schema 2020-12 features",
    inputSchema: INPUT,
  },
  call: (values) => ({ content: [{ type: "text", text: JSON.stringify(values) }] }),
};
