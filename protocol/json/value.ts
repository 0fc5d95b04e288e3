/** Any value that JSON can write. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A JSON object: own, enumerable members only. */
export interface JsonObject {
  /** A member. */
  [key: string]: JsonValue;
}

/** Checks whether `value` is a JSON object: neither `null` nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
