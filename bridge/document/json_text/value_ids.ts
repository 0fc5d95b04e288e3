/**
 * Numbers for JSON values: two values get the same one exactly when `JSON.stringify` writes them alike, the order
 * of keys included. Each object is looked at once, so that comparing at every level of a tree stays linear.
 */
export class ValueIds {
  readonly #ids = new Map<string, number>();
  readonly #seen = new WeakMap<object, number>();

  /** The number of a value. */
  of(value: unknown): number {
    if (typeof value !== "object" || value === null) return this.#intern(scalarKey(value));
    let id = this.#seen.get(value);
    if (id === undefined) {
      id = this.#intern(this.#containerKey(value));
      this.#seen.set(value, id);
    }
    return id;
  }

  /** True when two values are written alike. */
  same(a: unknown, b: unknown): boolean {
    return a === b || this.of(a) === this.of(b);
  }

  #containerKey(value: object): string {
    if (Array.isArray(value)) return "[" + value.map((item) => this.of(item)).join();
    return "{" + presentKeys(value).map((key) => `${this.of(key)}:${this.of(memberOf(value, key))}`).join();
  }

  #intern(key: string): number {
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(key, id);
    }
    return id;
  }
}

/** True when `JSON.stringify` writes two values alike; says no at the first difference. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return scalarOf(a) && scalarOf(b) && scalarKey(a) === scalarKey(b);
  }
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = presentKeys(a);
  const others = presentKeys(b);
  return keys.length === others.length &&
    keys.every((key, index) => key === others[index] && sameJson(memberOf(a, key), memberOf(b, key)));
}

function scalarOf(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** The keys of an object that JSON writes, in their order. */
export function presentKeys(value: object): string[] {
  return Object.keys(value).filter((key) => memberOf(value, key) !== undefined);
}

/** An own member of an object. */
export function memberOf(value: object, key: string): unknown {
  return (value as Record<string, unknown>)[key];
}

function scalarKey(value: unknown): string {
  return typeof value === "string" ? `"${value}` : JSON.stringify(value ?? null);
}
