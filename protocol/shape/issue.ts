import { toPointer } from "../json/pointer.ts";
import { isObject } from "../json/value.ts";
import { nearest } from "../suggest.ts";
import type { FieldShape, ObjectShape } from "./shape.ts";
import { parseType, type TypeExpression } from "./type_expression.ts";

/** A difference between a value and its shape. */
export interface ShapeIssue {
  /**
   * The JSON pointer to the value of the wrong type, to the unknown field, or to the object in which a field is
   * missing.
   */
  path: string;
  /** The problem. */
  kind: "missing" | "wrong_type" | "unknown_field";
  /** The field's key; for an item of a list the key of the list; `""` for the whole value. */
  field: string;
  /** The expected value, in words. */
  expected?: string;
  /** The actual value, in words. */
  actual?: string;
  /** The field or word that was probably meant. */
  suggestion?: string;
  /** The whole finding as one sentence. */
  message: string;
}

/** The place of a value; the pointer is built only when an issue is reported. */
export interface Place {
  readonly above: Place | undefined;
  readonly step: string | number;
  readonly field: string;
  /** The name of the object shape that has the field. */
  readonly owner: string;
}

/** A required field is not there; `at` is the object. */
export function missing(at: Place, owner: string, field: FieldShape): ShapeIssue {
  const expected = typeText(parseType(field.type));
  return {
    path: pointerOf(at),
    kind: "missing",
    field: field.name,
    expected,
    message: `${owner} needs "${field.name}", ${expected}: add it.`,
  };
}

/** An issue for a field that the shape does not have; `object` contains it. */
export function unknownField(
  at: Place,
  owner: string,
  shape: ObjectShape,
  object: Record<string, unknown>,
): ShapeIssue {
  const free = shape.fields.map((field) => field.name).filter((name) => !Object.hasOwn(object, name));
  const suggestion = nearest(at.field, free);
  const advice = suggestion ? `Did you mean "${suggestion}"?` : "It is kept but means nothing.";
  return {
    path: pointerOf(at),
    kind: "unknown_field",
    field: at.field,
    ...(suggestion !== undefined && { suggestion }),
    message: `${owner} has no field ${quoted(at.field)}. ${advice}`,
  };
}

/** A value that is not of its type. */
export function wrongType(at: Place, type: TypeExpression, value: unknown): ShapeIssue {
  const expected = typeText(type);
  const actual = valueText(value);
  const suggestion = typeof value === "string" ? nearest(value, literals(type)) : undefined;
  const advice = suggestion ? ` Did you mean "${suggestion}"?` : "";
  return {
    path: pointerOf(at),
    kind: "wrong_type",
    field: at.field,
    expected,
    actual,
    ...(suggestion !== undefined && { suggestion }),
    message: `${subject(at)} must be ${expected}, but it is ${actual}.${advice}`,
  };
}

function subject(at: Place): string {
  if (!at.above) return at.owner;
  const of = `"${at.field}" of ${at.owner}`;
  return typeof at.step === "number" ? `Item ${at.step} of ${of}` : of;
}

function pointerOf(at: Place): string {
  const steps: (string | number)[] = [];
  for (let place = at; place.above; place = place.above) steps.push(place.step);
  return toPointer(steps.reverse());
}

function literals(type: TypeExpression): string[] {
  if (type.kind === "union") return type.of.flatMap(literals);
  return type.kind === "literal" ? [type.value] : [];
}

function typeText(type: TypeExpression): string {
  switch (type.kind) {
    case "literal":
      return quoted(type.value);
    case "array":
      return "a list";
    case "shape":
      return `an object (${type.name})`;
    case "union":
      return listText(type.of.map(typeText));
    case "primitive":
      return PRIMITIVE_TEXT[type.name];
  }
}

const PRIMITIVE_TEXT = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
  unknown: "any value",
} as const;

function listText(parts: readonly string[]): string {
  return parts.slice(0, -1).join(", ") + " or " + parts.at(-1);
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "an object";
  if (typeof value === "string") return `the string ${quoted(value)}`;
  return typeof value === "number" ? `the number ${value}` : String(value);
}

/** A word from a document, quoted and not too long. */
function quoted(word: string): string {
  return JSON.stringify(word.length > 60 ? word.slice(0, 59) + "…" : word);
}
