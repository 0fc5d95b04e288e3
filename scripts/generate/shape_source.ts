/**
 * Shape tables as source text: TypeScript types and Python tables.
 *
 * @module
 */
import { WIRE_EVENTS, type WireEvent } from "../../protocol/wire/events.ts";
import { WIRE_OP } from "../../protocol/wire/members.ts";
import { WIRE_SHAPE } from "../../protocol/wire/shapes.ts";
import type { FieldShape, ObjectShape, ShapeTable } from "../../protocol/shape/shape.ts";

/** The TypeScript types of a document's shape table, as source text; a value of any type is JSON. */
export function documentTypes(table: ShapeTable): string {
  const types = typescriptTypes(table);
  const isAny = (type: string): boolean => type === "unknown";
  if (!table.some(({ fields }) => fields.some((field) => isAny(field.type)))) return types;
  return `import type { JsonValue } from "../json/value.ts";\n\n${
    types.replace(/: unknown;$/gm, ": JsonValue;")
  }`;
}

/** The TypeScript types of a shape table, as source text. */
export function typescriptTypes(table: ShapeTable): string {
  return table.map(typescriptType).join("\n");
}

/** A union of all shapes of a table, as source text. */
export function typescriptUnion(name: string, doc: string, table: ShapeTable): string {
  const members = table.map((shape) => `  | ${shape.name}`).join("\n");
  return `/** ${doc} */\nexport type ${name} =\n${members};\n`;
}

function typescriptType(shape: ObjectShape): string {
  const fields = shape.fields.map(typescriptField).join("");
  return `/** ${shape.doc} */\nexport type ${shape.name} = {\n${fields}};\n`;
}

function typescriptField(field: FieldShape): string {
  const type = field.type.replace(/(?<!")\binteger\b(?!")/g, "number");
  return `  /** ${field.doc} */\n  ${field.name}${field.required ? "" : "?"}: ${type};\n`;
}

const WIRE_IMPORTS = `import type { AnyOp } from "../kind.ts";
import type { WireErrorCode } from "./error_code.ts";
import type { Role } from "./role.ts";

`;

/** The types of the messages between clients and hub, as source text. */
export function wireTypes(): string {
  return WIRE_IMPORTS + typescriptTypes([
    // Operations have a type already.
    ...WIRE_SHAPE.filter((shape) => shape !== WIRE_OP),
    { name: "InboundPayloads", doc: "The messages of clients, by event.", fields: payloads("in") },
    { name: "OutboundPayloads", doc: "The messages of the hub, by event.", fields: payloads("out") },
  ]);
}

function payloads(direction: WireEvent["direction"]): ObjectShape["fields"] {
  return WIRE_EVENTS.filter((event) => event.direction === direction).map(({ name, payload, doc }) => ({
    name: JSON.stringify(name),
    type: payload,
    required: true,
    doc,
  }));
}

/** A shape table as the source text of a Python module that calls it `name`. */
export function pythonShapes(name: string, doc: string, table: ShapeTable): string {
  return `"""${doc} Made by \`\`deno task generate\`\`; edit the table in TypeScript."""

from __future__ import annotations

from .shape import FieldShape, ObjectShape, ShapeTable

${name}: ShapeTable = (
${table.map(pythonShape).join("")})
`;
}

function pythonShape({ name, fields }: ObjectShape): string {
  return `    ObjectShape(\n        ${pythonString(name)},\n        (\n${
    fields.map(pythonField).join("")
  }        ),\n    ),\n`;
}

function pythonField({ name, type, required }: FieldShape): string {
  const flag = required ? ", required=True" : "";
  return `            FieldShape(${pythonString(name)}, ${pythonString(type)}${flag}),\n`;
}

/** The quotation marks that need no escapes in type expressions, which hold words in double quotes. */
function pythonString(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}
