/** What stands in a value where an issue of a schema points. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, step) =>
      typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[step] : undefined,
    value,
  );
}
