import { refuse } from "./plan.ts";

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

/** The fields that are neither left out nor blank. */
export function givenFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...changesFrom(fields)?.patch };
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
