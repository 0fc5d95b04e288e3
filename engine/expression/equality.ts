import { isBuiltIn } from "./built_ins.ts";
import { EvaluationError } from "./errors.ts";
import { MAX_COMPARED_VALUES } from "./limits.ts";
import { isForbidden } from "./names.ts";
import { describe, isPlainObject } from "./values.ts";

/** Remaining number of pairs of values to compare. */
interface Budget {
  left: number;
}

/**
 * True when two values are equal: numbers, strings, booleans and null by value without conversion, lists and plain
 * objects by content, host objects by identity.
 *
 * @param a One value.
 * @param b The other value.
 * @returns Whether they are equal; NaN equals nothing, undefined counts as null.
 * @throws {EvaluationError} when the values are too large to compare, or contain themselves
 *
 * @example
 * ```ts
 * import { isEqual } from "@loom/engine";
 * import { assert } from "@std/assert";
 * assert(isEqual({ a: [1] }, { a: [1] }) && !isEqual(1, "1"));
 * ```
 */
export function isEqual(a: unknown, b: unknown): boolean {
  const answer = compareSurface(a, b);
  return answer ?? hasSameContent(a as object, b as object, { left: MAX_COMPARED_VALUES });
}

/**
 * True when `collection` holds `item`: a list by {@linkcode isEqual}, a string as a substring, an object as an own key.
 *
 * @throws {EvaluationError} when the collection is none of these, or a string is searched for something else
 */
export function isMember(item: unknown, collection: unknown): boolean {
  if (Array.isArray(collection)) return isInList(item, collection);
  if (typeof collection === "string") {
    if (typeof item === "string") return collection.includes(item);
    throw new EvaluationError(`a string holds only strings, not ${describe(item)}`);
  }
  if (typeof collection === "object" && collection !== null && !isClosed(collection)) {
    return typeof item === "string" && !isForbidden(item) && Object.hasOwn(collection, item);
  }
  throw new EvaluationError(
    `"in" needs a list, a string or an object to look into, not ${describe(collection)}`,
  );
}

/** Objects with contents outside their members, so that comparing members would mislead. */
function isClosed(collection: object): boolean {
  return collection instanceof Set || collection instanceof Map || isBuiltIn(collection);
}

function isInList(item: unknown, list: readonly unknown[]): boolean {
  const budget: Budget = { left: MAX_COMPARED_VALUES };
  for (let index = 0; index < list.length; index++) {
    const candidate = list[index];
    const answer = compareSurface(candidate, item);
    if (answer ?? hasSameContent(candidate as object, item as object, budget)) return true;
  }
  return false;
}

/** The answer where identity and type decide; undefined for two different objects, whose content decides. */
function compareSurface(a: unknown, b: unknown): boolean | undefined {
  if (a === b) return true;
  if (a === null || a === undefined) return b === null || b === undefined;
  return typeof a === "object" && typeof b === "object" && b !== null ? undefined : false;
}

/** Compares without recursion, so that neither depth nor a circle can exhaust the stack. */
function hasSameContent(a: object, b: object, budget: Budget): boolean {
  const pending: [object, object][] = [[a, b]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    if (!compareMembers(...pair, pending, budget)) return false;
  }
  return true;
}

function compareMembers(a: object, b: object, pending: [object, object][], budget: Budget): boolean {
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) {
      if (!compareMember(a[index], b[index], pending, budget)) return false;
    }
    return true;
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && compareMember(a[key], b[key], pending, budget));
}

/** True when the pair may be equal; its content, where that decides, is looked at later. */
function compareMember(a: unknown, b: unknown, pending: [object, object][], budget: Budget): boolean {
  if (--budget.left < 0) {
    throw new EvaluationError(
      `the values hold more than ${MAX_COMPARED_VALUES} members, or contain themselves`,
    );
  }
  const answer = compareSurface(a, b);
  if (answer === undefined) pending.push([a as object, b as object]);
  return answer ?? true;
}
