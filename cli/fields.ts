import { didYouMean, MACHINE_SHAPE, orList, parseType, type TypeExpression } from "@loom/protocol";
import { UsageError } from "./usage_error.ts";

/** Changes to the fields of something, as an `*.update` operation takes them. */
export interface FieldChanges {
  /** The fields to set. */
  readonly patch: Record<string, unknown>;
  /** The fields to take away. */
  readonly unset?: string[];
}

/** Options about fields. */
export interface FieldValues {
  /** Fields to set, as `field=value`. */
  readonly set: readonly string[];
  /** Fields to take away. */
  readonly unset: readonly string[];
}

/**
 * Makes the changes that `--set` and `--unset` ask for.
 *
 * @param shape The name of the shape that tells what the fields are: `State`, `Event`, ...
 * @param values What the command line says.
 * @param more Fields that options of their own set; `undefined` ones are left out, `""` takes the field away.
 * @param renamedBy For fields that other commands change, the command.
 * @throws {UsageError} For a misspelled field, a value of the wrong type, or when nothing is asked for.
 */
export function fieldChanges(
  shape: string,
  values: FieldValues,
  more: Readonly<Record<string, string | number | undefined>> = {},
  renamedBy: Readonly<Record<string, string>> = {},
): FieldChanges {
  const patch = new Map<string, unknown>();
  const unset = new Set(values.unset);
  for (const text of values.set) {
    const [field, value] = fieldAndValue(shape, text);
    if (patch.has(field) || unset.has(field)) throw twiceError(field, unset.has(field));
    patch.set(field, value);
  }
  for (const [field, value] of Object.entries(more)) {
    if (value === "") unset.add(field);
    else if (value !== undefined) patch.set(field, value);
  }
  for (const field of [...patch.keys(), ...unset]) refuseKept(field, renamedBy);
  if (patch.size === 0 && unset.size === 0) {
    throw new UsageError("There is nothing to change: give --set <field=value> or --unset <field>.");
  }
  return { patch: Object.fromEntries(patch), ...(unset.size > 0 ? { unset: [...unset] } : {}) };
}

function twiceError(field: string, isUnset: boolean): UsageError {
  const what = isUnset ? `both --set and --unset` : "two values in --set";
  return new UsageError(`"${field}" has ${what}: give one of them.`);
}

function refuseKept(field: string, renamedBy: Readonly<Record<string, string>>): void {
  const command = Object.hasOwn(renamedBy, field) ? renamedBy[field] : undefined;
  if (command !== undefined) {
    throw new UsageError(`"${field}" is not changed here: use "loom ${command}".`);
  }
}

function fieldAndValue(shape: string, text: string): [string, unknown] {
  const equals = text.indexOf("=");
  if (equals < 1) throw new UsageError(`--set takes <field=value>, and "${text}" is no such pair.`);
  const field = text.slice(0, equals);
  return [field, fieldValue(shape, field, text.slice(equals + 1))];
}

function fieldValue(shape: string, field: string, text: string): unknown {
  const fields = MACHINE_SHAPE.find((row) => row.name === shape)?.fields ?? [];
  const known = fields.find((row) => row.name === field);
  if (known) return valueOfType(field, parseType(known.type), text);
  const hint = didYouMean(field, fields.map((row) => row.name));
  if (hint !== "") throw new UsageError(`${shape} has no field "${field}".${hint}`);
  return jsonOr(text, () => text);
}

/** A text where text may stand; else what the text means as JSON. */
function valueOfType(field: string, type: TypeExpression, text: string): unknown {
  const members = type.kind === "union" ? type.of : [type];
  const words = members.flatMap((member) => member.kind === "literal" ? [member.value] : []);
  if (words.includes(text)) return text;
  if (members.some((member) => member.kind === "primitive" && member.name === "string")) return text;
  const needs = words.length > 0 ? orList(words) : "a value written as JSON";
  return jsonOr(text, () => {
    throw new UsageError(`"${field}" cannot be "${text}": give ${needs}.${didYouMean(text, words)}`);
  });
}

function jsonOr(text: string, otherwise: () => unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise();
  }
}
