import { isBuiltIn } from "./built_ins.ts";
import { isForbidden } from "./names.ts";

/**
 * The member of `owner` called `key`, or null when there is none within reach. Within reach are own members of
 * objects, the members that a host object's own classes give it, the items and the `length` of lists, and the
 * `length` of strings.
 */
export function reach(owner: unknown, key: unknown): unknown {
  if (typeof key === "number") {
    return Array.isArray(owner) ? itemAt(owner, key) : reachNamed(owner, String(key));
  }
  if (typeof key !== "string" || isForbidden(key)) return null;
  return reachNamed(owner, key);
}

/** The same for a text key that is known not to be forbidden. */
export function reachNamed(owner: unknown, key: string): unknown {
  if (typeof owner !== "object" || owner === null) {
    return typeof owner === "string" && key === "length" ? owner.length : null;
  }
  if (Array.isArray(owner)) return key === "length" ? owner.length : null;
  return isWithinReach(owner, key) ? (owner as Record<string, unknown>)[key] ?? null : null;
}

/** True when `owner` has a member `key` itself or from one of its own classes, below what the language brings. */
export function isWithinReach(owner: object, key: string): boolean {
  for (let holder: object | null = owner; holder !== null; holder = Object.getPrototypeOf(holder)) {
    // Whatever stands above a built-in is built in too, so that only the holder itself needs the question.
    if (Object.hasOwn(holder, key)) return !isBuiltIn(holder);
  }
  return false;
}

function itemAt(list: readonly unknown[], index: number): unknown {
  return Object.hasOwn(list, index) ? list[index] ?? null : null;
}
