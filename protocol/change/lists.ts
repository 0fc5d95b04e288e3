import { refuse } from "./error.ts";
import { isObject } from "../json/value.ts";
import type { MergeableChange } from "./members.ts";
import type { Members } from "./model.ts";

/**
 * The index of an insertion: without one the end, past the end too, and a negative index counts from
 * the end, as with `Array.prototype.splice`.
 */
export function insertionIndex(length: number, index: unknown): number {
  // An optional member that is null counts as absent.
  if (index === undefined || index === null) return length;
  const whole = Math.trunc(Number(index)) || 0;
  return whole < 0 ? Math.max(0, length + whole) : Math.min(whole, length);
}

/** Inserts in place, at {@linkcode insertionIndex}. */
export function insert(list: unknown[], index: number | undefined, value: unknown): void {
  list.splice(insertionIndex(list.length, index), 0, value);
}

/** Refuses an index that the list does not have; `what` and `where` name it in the sentence. */
export function requireIndex(list: readonly unknown[], index: number, what: string, where: string): void {
  if (Number.isInteger(index) && index >= 0 && index < list.length) return;
  const count = list.length === 0 ? "there is none" : `they are numbered 0 to ${list.length - 1}`;
  refuse("out_of_range", index, `there is no ${what} ${index} in ${where}; ${count}.`);
}

/** The value as an object; anything else is refused. */
export function requireObject(value: unknown, what: string): Members {
  return isObject(value) ? value : refuse("wrong_type", null, `${what} must be an object.`);
}

/** Refuses a change that would take the key, such as a state's name, from what is addressed by it. */
export function requireKept(key: string, change: MergeableChange): void {
  const patch = requireObject(change.patch, "`patch`");
  const isSet = Object.hasOwn(patch, key) && patch[key] !== undefined;
  if (isSet ? typeof patch[key] === "string" : !change.unset?.includes(key)) return;
  refuse("wrong_type", key, `\`${key}\` must stay a text, since everything refers to it by that.`);
}

/** Deletes a list of an object when nothing is left in it. */
export function dropEmptyList(holder: Members, key: string): void {
  const list = holder[key];
  if (Array.isArray(list) && list.length === 0) delete holder[key];
}
