import { isObject, type JsonObject } from "../json/value.ts";
import type { PictureLink } from "../picture/overlay.ts";

/** A member or an actor of a definition that need not be valid, with its place. */
export interface Located {
  /** The object; its fields have any type. */
  readonly value: JsonObject;
  /** Its index in the list. */
  readonly index: number;
  /** Its JSON pointer from the top of the definition. */
  readonly at: string;
  /** The path of a member, the name of an actor; empty for one without. */
  readonly name: string;
}

/** The members of a definition; entries that are no objects are left out. */
export function membersOf(def: unknown): Located[] {
  return located(def, "members", "path");
}

/** The actors of a definition. */
export function actorsOf(def: unknown): Located[] {
  return located(def, "actors", "name");
}

function located(def: unknown, list: "members" | "actors", key: string): Located[] {
  const items: unknown = isObject(def) ? (def as JsonObject)[list] : undefined;
  if (!Array.isArray(items)) return [];
  return items.flatMap((value: unknown, index) =>
    isObject(value)
      ? [{ value: value as JsonObject, index, at: `/${list}/${index}`, name: textOf(value[key]) }]
      : []
  );
}

/** The name of a link, from whichever of its ends it is read. */
export function linkName({ from, to }: Pick<PictureLink, "from" | "to">): string {
  return [from, to].sort().join(" and ");
}

/** A text, or the empty one for any other value. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The name that a definition gives itself. */
export function systemName(def: unknown): string {
  const settings: unknown = isObject(def) ? def.settings : undefined;
  return isObject(settings) ? textOf(settings.name) : "";
}
