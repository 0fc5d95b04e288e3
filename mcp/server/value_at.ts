/** The part of a value at an issue of a schema. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, step) =>
      typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[step] : undefined,
    value,
  );
}
