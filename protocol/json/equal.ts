/**
 * Checks whether two values have the same JSON text: the order of keys counts, members that are `undefined` do
 * not. Shared parts are not compared.
 *
 * @example
 * ```ts
 * import { equalJson } from "@loom/protocol";
 * import { assert } from "@std/assert";
 * assert(equalJson({ a: [1], b: 2 }, { a: [1], b: 2 }));
 * assert(!equalJson({ a: 1, b: 2 }, { b: 2, a: 1 }));
 * ```
 */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return writtenScalar(a) === writtenScalar(b);
  }
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  return Array.isArray(a) ? equalLists(a, b as unknown[]) : equalMembers(a, b);
}

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) {
    if (!equalJson(a[index] ?? null, b[index] ?? null)) return false;
  }
  return true;
}

function equalMembers(a: object, b: object): boolean {
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  for (let at = 0, other = 0;; at++, other++) {
    // Each member is read once: this compares whole documents.
    let [own, theirs]: unknown[] = [];
    while (at < keys.length && (own = member(a, keys[at]!)) === undefined) at++;
    while (other < others.length && (theirs = member(b, others[other]!)) === undefined) other++;
    if (at >= keys.length || other >= others.length) return at >= keys.length && other >= others.length;
    if (keys[at] !== others[other] || !equalJson(own, theirs)) return false;
  }
}

/** The keys that JSON would write, in order. */
export function definedKeys(value: object): string[] {
  const keys = Object.keys(value);
  for (const key of keys) {
    if (member(value, key) === undefined) return keys.filter((other) => member(value, other) !== undefined);
  }
  return keys;
}

/** An own member of an object. */
function member(value: object, key: string): unknown {
  return (value as Record<string, unknown>)[key];
}

function writtenScalar(value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}
