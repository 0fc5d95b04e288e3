/**
 * True when a value counts as true. False are `false`, null, `0`, NaN, `""`, an empty list and an empty plain
 * object; all else is true.
 *
 * @example
 * ```ts
 * import { isTruthy } from "@loom/engine";
 * import { assert } from "@std/assert";
 * assert(isTruthy([0]) && !isTruthy([]) && !isTruthy({}));
 * ```
 */
export function isTruthy(value: unknown): boolean {
  if (!value) return false;
  if (typeof value !== "object") return true;
  if (Array.isArray(value)) return value.length > 0;
  return !isPlainObject(value) || hasMembers(value);
}

/**
 * True when a value is data rather than a host object: made by a literal or by `JSON.parse`, in this window or
 * in another one.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || isObjectPrototype(prototype);
}

/** True when this is `Object.prototype`, of this window or of another one. */
export function isObjectPrototype(value: object): boolean {
  if (value === Object.prototype) return true;
  if (Object.getPrototypeOf(value) !== null) return false;
  // Data without a prototype may have a member of this name, but not a function.
  return typeof Object.getOwnPropertyDescriptor(value, "hasOwnProperty")?.value === "function";
}

/** The kind of a value, for an error sentence: `null`, `a number`, `a list`, ... */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "a list";
  if (isPlainObject(value)) return "an object";
  return typeof value === "object" ? "a host object" : `a ${typeof value}`;
}

function hasMembers(value: Record<string, unknown>): boolean {
  for (const key in value) {
    if (Object.hasOwn(value, key)) return true;
  }
  return false;
}
