import { equalJson } from "../json/equal.ts";
import { isObject } from "../json/value.ts";
import { arrange, longestCommonOrder } from "./arrange.ts";
import type { Members, Trait } from "./model.ts";
import { ownIdOf } from "./own_id.ts";

/** The edits of a list whose items have no names. */
export interface ListEdits {
  /** Inserts an item. */
  add(item: Members, index: number): void;
  /** Removes the item at an index. */
  remove(index: number): void;
  /** Turns the item at an index into another. */
  update(index: number, from: Members, to: Members): void;
  /** Moves an item; `index` is the one it has afterwards. Without it, items are removed and added instead. */
  move?(from: number, index: number): void;
}

/**
 * Edits one list into another: moves what stands elsewhere, inserts what is new, removes what is gone, and
 * changes what is the same item by one of the traits.
 *
 * @param from The items as they are.
 * @param to The items as they are to be.
 * @param traits What makes two items the same, the most telling first.
 * @param edits What to do for each difference.
 */
export function editList(
  from: readonly Members[],
  to: readonly Members[],
  traits: readonly Trait[],
  edits: ListEdits,
): void {
  const keys = from.map((_, index) => index);
  const wanted = keysOf(from, to, traits, edits.move !== undefined);
  const list = [...keys];
  for (const { key, from: at, index } of arrange(keys, wanted)) {
    if (at >= 0) list.splice(at, 1);
    list.splice(index, 0, key);
    if (at >= 0) edits.move?.(at, index);
    else edits.add(to[key - from.length] as Members, index);
  }
  const kept = new Set(wanted);
  for (let index = list.length - 1; index >= 0; index--) {
    if (!kept.has(list[index] as number)) edits.remove(index);
  }
  for (const [index, key] of wanted.entries()) {
    if (key >= from.length) continue;
    const [before, after] = [from[key] as Members, to[index] as Members];
    if (!equalJson(before, after)) edits.update(index, before, after);
  }
}

/** For each item of `to` the index of the item of `from` it comes from, or a number that is new. */
function keysOf(
  from: readonly Members[],
  to: readonly Members[],
  traits: readonly Trait[],
  movable: boolean,
): number[] {
  const origins = matchItems(from, to, traits);
  const fresh = (index: number) => from.length + index;
  const keys = origins.map((origin, index) => origin ?? fresh(index));
  if (movable) return keys;
  const staying = longestCommonOrder(from.map((_, index) => index), keys);
  return keys.map((key, index) => staying.has(key) ? key : fresh(index));
}

/**
 * Finds where each item of `to` comes from: equal items first, then items with the same id of their own, then items that
 * share a trait. An item of `from` is used once.
 *
 * @returns For each item of `to` its index in `from`; `undefined` for a new one.
 */
export function matchItems(
  from: readonly Members[],
  to: readonly Members[],
  traits: readonly Trait[],
): (number | undefined)[] {
  const origins: (number | undefined)[] = to.map(() => undefined);
  const used = new Set<number>();
  const pair = (origin: number, index: number) => {
    origins[index] = origin;
    used.add(origin);
  };
  matchEnds(from, to, pair);
  for (const trait of [JSON.stringify as Trait, ownId, ...traits.map(withoutId)]) {
    if (used.size === from.length) break;
    matchByTrait(from, to, trait, origins, used, pair);
  }
  return origins;
}

function ownId(item: unknown): string | undefined {
  return isObject(item) ? ownIdOf(item) : undefined;
}

/** The trait for those who have no id to be known by. */
function withoutId(trait: Trait): Trait {
  return (item) => ownId(item) === undefined ? trait(item) : undefined;
}

/** Pairs equal items at both ends, which keeps repeated items in their places. */
function matchEnds(
  from: readonly Members[],
  to: readonly Members[],
  pair: (origin: number, index: number) => void,
): void {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && equalJson(from[start], to[start])) pair(start, start++);
  for (let back = 1; back <= shorter - start; back++) {
    if (!equalJson(from[from.length - back], to[to.length - back])) return;
    pair(from.length - back, to.length - back);
  }
}

function matchByTrait(
  from: readonly Members[],
  to: readonly Members[],
  trait: Trait,
  origins: readonly (number | undefined)[],
  used: ReadonlySet<number>,
  pair: (origin: number, index: number) => void,
): void {
  const waiting = new Map<string, number[]>();
  for (let origin = from.length - 1; origin >= 0; origin--) {
    const value = used.has(origin) ? undefined : trait(from[origin] as Members);
    if (value === undefined) continue;
    const others = waiting.get(value);
    if (others) others.push(origin);
    else waiting.set(value, [origin]);
  }
  for (const [index, item] of to.entries()) {
    const value = origins[index] === undefined ? trait(item) : undefined;
    const origin = value === undefined ? undefined : waiting.get(value)?.pop();
    if (origin !== undefined) pair(origin, index);
  }
}

/**
 * Two versions of a list member, when operations on single items can turn one into the other: lists of objects,
 * where a missing list is an empty one. An operation never leaves an empty list, so that one is not wanted.
 */
export function editableLists(from: unknown, to: unknown): { from: Members[]; to: Members[] } | undefined {
  const before = from === undefined ? [] : from;
  const after = to === undefined ? [] : to;
  if (!isObjectList(before) || !isObjectList(after)) return undefined;
  if (Array.isArray(to) && after.length === 0) return undefined;
  return { from: before, to: after };
}

function isObjectList(value: unknown): value is Members[] {
  return Array.isArray(value) && value.every(isObject);
}
