import { definedKeys } from "./equal.ts";

/**
 * A deep copy of a JSON value. A key such as `__proto__` stays an ordinary key; members that are `undefined`
 * are left out, as in JSON text.
 *
 * @example
 * ```ts
 * import { cloneJson } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const door = { name: "Door", states: [{ name: "Open" }] };
 * const copy = cloneJson(door);
 * copy.states.length = 0;
 * assertEquals(door.states.length, 1);
 * ```
 */
export function cloneJson<T>(value: T): T {
  return copyOf(value) as T;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy: Record<string, unknown> = {};
  for (const key of definedKeys(value)) setMember(copy, key, copyOf((value as Record<string, unknown>)[key]));
  return copy;
}

/** Sets an own member of an object, whatever the key is called. */
export function setMember(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") {
    target[key] = value;
    return;
  }
  // A plain assignment to this key would exchange the object's prototype instead.
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}
