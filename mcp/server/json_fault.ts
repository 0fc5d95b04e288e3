/** The fault of a JSON value. */
export type JsonFault = "too_deep" | "forbidden_key";

/**
 * Looks for what no program is to meet in a value that a client sent: lists and objects that nest more than so many levels, a
 * member called `__proto__`. It goes level by level, so that no depth is too much for it.
 */
export function jsonFault(value: unknown, maxDepth: number): JsonFault | undefined {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const nested = level.filter((one) => typeof one === "object" && one !== null) as object[];
    if (nested.length > 0 && depth >= maxDepth) return "too_deep";
    if (nested.some((one) => Object.hasOwn(one, "__proto__"))) return "forbidden_key";
    level = nested.flatMap((one) => Object.values(one));
  }
  return undefined;
}
