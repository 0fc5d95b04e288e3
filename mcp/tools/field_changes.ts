import { ToolError } from "../tool.ts";

/** Changes of fields, as an `*.update` operation takes them. */
export interface FieldChanges {
  readonly patch: Record<string, unknown>;
  readonly unset?: string[];
}

/**
 * The changes that parameters ask for: what is left out stays, what is blank or empty goes.
 *
 * @throws {ToolError} `nothing_given` when nothing is to change.
 */
export function fieldChanges(fields: Readonly<Record<string, unknown>>): FieldChanges {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (given.length === 0) {
    throw new ToolError("nothing_given", `There is nothing to change: give ${orList(Object.keys(fields))}.`);
  }
  const unset = given.filter(([, value]) => isBlank(value)).map(([field]) => field);
  const patch = Object.fromEntries(given.filter(([, value]) => !isBlank(value)));
  return { patch, ...(unset.length > 0 ? { unset } : {}) };
}

/** Of some fields, those that are neither left out nor blank. */
export function givenFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && !isBlank(value)),
  );
}

/** What changes say, in a few words: `description, kind; cleared prompt`. */
export function changesText({ patch, unset = [] }: FieldChanges): string {
  const set = Object.keys(patch).join(", ");
  const gone = unset.length === 0 ? "" : `cleared ${unset.join(", ")}`;
  return [set, gone].filter((text) => text !== "").join("; ");
}

/** Blank text, an empty list, or a block without actions. */
function isBlank(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return Array.isArray(value) && value.length === 0;
}

function orList(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
