import type { FieldShape, ObjectShape, ShapeTable } from "../protocol/shape/shape.ts";

/** The TypeScript interfaces of a shape table, as source text. */
export function typescriptTypes(table: ShapeTable): string {
  return table.map(interfaceText).join("\n");
}

/** A union of all shapes of a table, as source text. */
export function typescriptUnion(name: string, doc: string, table: ShapeTable): string {
  const members = table.map((shape) => `  | ${shape.name}`).join("\n");
  return `/** ${doc} */\nexport type ${name} =\n${members};\n`;
}

function interfaceText(shape: ObjectShape): string {
  const fields = shape.fields.map(fieldText).join("");
  return `/** ${shape.doc} */\nexport interface ${shape.name} {\n${fields}}\n`;
}

function fieldText(field: FieldShape): string {
  const type = field.type.replaceAll("integer", "number");
  return `  /** ${field.doc} */\n  ${field.name}${field.required ? "" : "?"}: ${type};\n`;
}
