import type { FieldShape, ObjectShape, ShapeTable } from "../protocol/shape/shape.ts";

/** The TypeScript types of a shape table, as source text. */
export function typescriptTypes(table: ShapeTable): string {
  return table.map(typeText).join("\n");
}

/** A union of all shapes of a table, as source text. */
export function typescriptUnion(name: string, doc: string, table: ShapeTable): string {
  const members = table.map((shape) => `  | ${shape.name}`).join("\n");
  return `/** ${doc} */\nexport type ${name} =\n${members};\n`;
}

function typeText(shape: ObjectShape): string {
  const fields = shape.fields.map(fieldText).join("");
  return `/** ${shape.doc} */\nexport type ${shape.name} = {\n${fields}};\n`;
}

function fieldText(field: FieldShape): string {
  const type = field.type.replaceAll("integer", "number");
  return `  /** ${field.doc} */\n  ${field.name}${field.required ? "" : "?"}: ${type};\n`;
}
