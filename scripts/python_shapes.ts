import type { FieldShape, ObjectShape, ShapeTable } from "../protocol/shape/shape.ts";

/** A shape table as the source text of a Python module that calls it `name`. */
export function pythonShapes(name: string, doc: string, table: ShapeTable): string {
  return `"""${doc} Made by \`\`deno task generate\`\`; edit the table in TypeScript."""

from __future__ import annotations

from .shape import FieldShape, ObjectShape, ShapeTable

${name}: ShapeTable = (
${table.map(shapeText).join("")})
`;
}

function shapeText({ name, fields }: ObjectShape): string {
  return `    ObjectShape(\n        ${pythonString(name)},\n        (\n${
    fields.map(fieldText).join("")
  }        ),\n    ),\n`;
}

function fieldText({ name, type, required }: FieldShape): string {
  const flag = required ? ", required=True" : "";
  return `            FieldShape(${pythonString(name)}, ${pythonString(type)}${flag}),\n`;
}

/** The quotation marks that need no escapes in type expressions, which hold words in double quotes. */
function pythonString(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}
