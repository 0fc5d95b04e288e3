import { isObject, type JsonObject } from "./json/value.ts";

/** An object of a list that need not be valid, with its place. */
export interface Located {
  /** The object; its members have any type. */
  readonly value: JsonObject;
  /** Its index in the list. */
  readonly index: number;
  /** Its JSON pointer from the top of the definition. */
  readonly path: string;
  /** Its name; empty for one without. */
  readonly name: string;
}

/** The objects of a list; entries that are no objects are left out, and a list that is none is empty. */
export function located(list: unknown, path: string): Located[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: unknown, index) =>
    isObject(value)
      ? [{ value: value as JsonObject, index, path: `${path}/${index}`, name: textOf(value.name) }]
      : []
  );
}

/** The first of some located objects by name. */
export function byName(items: readonly Located[]): Map<string, Located> {
  const found = new Map<string, Located>();
  for (const item of items) if (item.name !== "" && !found.has(item.name)) found.set(item.name, item);
  return found;
}

/** A text, or the empty one for any other value. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
