import { changesFrom, type FieldChanges, someChanges } from "./field_changes.ts";
import type { FieldShape } from "./shape/shape.ts";

/** An argument that must be given. */
export function required(name: string, type: string, doc: string): FieldShape {
  return { name, type, required: true, doc };
}

/** An argument that may be left out. */
export function optional(name: string, type: string, doc: string): FieldShape {
  return { name, type, doc };
}

/** The fields that an edit sets and those that it clears; refuses an edit without any. */
export function changesOf(fields: Readonly<Record<string, unknown>>): FieldChanges {
  return someChanges(changesFrom(withoutFalse(fields)), listText(Object.keys(fields)));
}

/** The fields that are given and not blank. */
export function givenFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...changesFrom(withoutFalse(fields))?.patch };
}

/** `false` as a blank, which clears a field: its absence means the same. */
function withoutFalse(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, value === false ? "" : value]),
  );
}

function listText(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
