import {
  type AnyOp,
  type FieldShape,
  type OpRow,
  parseType,
  type ShapeTable,
  type TypeExpression,
} from "@loom/protocol";

/** An example of an operation, with the fields that it needs: made from its row and from the shapes of its kind. */
export function operationExample({ op, fields }: OpRow, shapes: ShapeTable): AnyOp {
  return { op, ...sampleOf(fields.filter(({ required }) => required), shapes) };
}

function sampleOf(fields: readonly FieldShape[], shapes: ShapeTable): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ name, type }) => [name, sample(name, parseType(type), shapes)]));
}

function sample(name: string, type: TypeExpression, shapes: ShapeTable): unknown {
  if (type.kind === "array") return [sample(name, type.of, shapes)];
  if (type.kind === "literal") return type.value;
  if (type.kind === "shape") return sampleOf(sampleFields(type.name, type.partial, shapes), shapes);
  if (type.kind === "primitive") return PRIMITIVES[type.name](name);
  const [first] = type.of;
  return first === undefined ? null : sample(name, first, shapes);
}

const PRIMITIVES = {
  string: (name: string) => `<${name}>`,
  number: () => 0,
  integer: () => 0,
  boolean: () => true,
  null: () => null,
  unknown: () => ({}),
};

/** The fields of a part in an example: a change sets one, a new part has what it needs, else its first texts. */
function sampleFields(name: string, partial: boolean, shapes: ShapeTable): readonly FieldShape[] {
  const fields = shapes.find((shape) => shape.name === name)?.fields ?? [];
  const texts = fields.filter(({ type }) => type === "string");
  if (partial) {
    return [texts.find((field) => field.name === "description") ?? texts[0] ?? fields[0]].filter((field) =>
      field !== undefined
    );
  }
  const required = fields.filter((field) => field.required);
  return required.length > 0 ? required : texts.slice(0, 2);
}
