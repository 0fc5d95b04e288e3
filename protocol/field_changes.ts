import { refuse } from "./plan.ts";
import type { FieldShape } from "./shape/shape.ts";

/** Changes of fields, as an `*.update` operation takes them. */
export type FieldChanges = {
  /** The fields to set. */
  readonly patch: Readonly<Record<string, unknown>>;
  /** The fields to take away. */
  readonly unset?: string[];
};

/**
 * The changes that named values ask for: `undefined` keeps a field, a blank text or an empty list clears it.
 *
 * @returns `undefined` when nothing is given.
 *
 * @example
 * ```ts
 * import { changesFrom } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(changesFrom({ description: "Open.", prompt: "", kind: undefined }), {
 *   patch: { description: "Open." },
 *   unset: ["prompt"],
 * });
 * ```
 */
export function changesFrom(fields: Readonly<Record<string, unknown>>): FieldChanges | undefined {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (given.length === 0) return undefined;
  const unset = given.filter(([, value]) => isBlank(value)).map(([field]) => field);
  const patch = Object.fromEntries(given.filter(([, value]) => !isBlank(value)));
  return { patch, ...(unset.length > 0 ? { unset } : {}) };
}

/** Both changes together. */
export function joinedChanges(
  a: FieldChanges | undefined,
  b: FieldChanges | undefined,
): FieldChanges | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const unset = [...a.unset ?? [], ...b.unset ?? []];
  return { patch: { ...a.patch, ...b.patch }, ...(unset.length > 0 ? { unset } : {}) };
}

/** The changes, or a refusal when there are none. */
export function someChanges(changes: FieldChanges | undefined, fields: string): FieldChanges {
  return changes ?? refuse("nothing_given", "There is nothing to change", { remedy: `give ${fields}` });
}

/** The changes in a few words: `description, kind; cleared prompt`. */
export function changesText({ patch, unset = [] }: FieldChanges): string {
  const gone = unset.length === 0 ? "" : `cleared ${unset.join(", ")}`;
  return [Object.keys(patch).join(", "), gone].filter((text) => text !== "").join("; ");
}

function isBlank(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return Array.isArray(value) && value.length === 0;
}

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

/** The fields that are given, not blank and not false. */
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
