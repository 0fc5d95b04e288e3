import { isObject } from "@loom/protocol";
import { presentKeys, type ValueIds } from "./value_ids.ts";

/** Fields that tell which element of a list is which, the strongest first. */
const IDENTITY_KEYS = ["name", "id", "path"] as const;
/** In longer runs of unknown elements only the order pairs them. */
const MAX_COMPARED_RUN = 64;
/** Elements that share less than this part of their members are strangers. */
const LEAST_LIKENESS = 0.5;

/**
 * Pairs the elements of an array's new value with those of its old one: equal ones, then those of the same
 * name, then similar ones between the same neighbours.
 *
 * @returns For each new element the index of its old one, or -1.
 */
export function alignElements(
  before: readonly unknown[],
  after: readonly unknown[],
  ids: ValueIds,
): number[] {
  if (differsInOne(before, after)) return before.map((_, index) => index);
  const pairs: number[] = new Array(after.length).fill(-1);
  const taken: boolean[] = new Array(before.length).fill(false);
  const pair = (from: number, to: number) => {
    pairs[to] = from;
    taken[from] = true;
  };
  let head = 0;
  for (; head < before.length && head < after.length && ids.same(before[head], after[head]); head++) {
    pair(head, head);
  }
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && ids.same(before.at(-1 - tail), after.at(-1 - tail))) {
    tail++;
    pair(before.length - tail, after.length - tail);
  }
  pairByKey(before, after, pairs, taken, pair, (value) => ids.of(value));
  for (const key of IDENTITY_KEYS) {
    pairByKey(before, after, pairs, taken, pair, (value) => identity(value, key));
  }
  pairRuns(before, after, pairs, taken, pair, ids);
  return pairs;
}

/**
 * True when one element alone became another: what the edit of one place makes of every list around it. Saying so at once spares
 * numbering all that is in that element.
 */
function differsInOne(before: readonly unknown[], after: readonly unknown[]): boolean {
  if (before.length !== after.length) return false;
  const index = before.findIndex((value, at) => value !== after[at]);
  if (index < 0) return true;
  const isLast = before.findLastIndex((value, at) => value !== after[at]) === index;
  return isLast && sameType(before[index], after[index]);
}

type Pair = (from: number, to: number) => void;

function pairByKey(
  before: readonly unknown[],
  after: readonly unknown[],
  pairs: readonly number[],
  taken: readonly boolean[],
  pair: Pair,
  keyOf: (value: unknown) => unknown,
): void {
  const waiting = new Map<unknown, number[]>();
  for (let from = before.length - 1; from >= 0; from--) {
    const key = taken[from] ? undefined : keyOf(before[from]);
    if (key === undefined) continue;
    const list = waiting.get(key);
    if (list) list.push(from);
    else waiting.set(key, [from]);
  }
  if (waiting.size === 0) return;
  for (let to = 0; to < after.length; to++) {
    if (pairs[to] !== -1) continue;
    const from = waiting.get(keyOf(after[to]))?.pop();
    if (from !== undefined) pair(from, to);
  }
}

function identity(value: unknown, key: string): unknown {
  if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
  return typeof value[key] === "string" ? value[key] : undefined;
}

/** Pairs what is left between two neighbours that are paired in order. */
function pairRuns(
  before: readonly unknown[],
  after: readonly unknown[],
  pairs: readonly number[],
  taken: readonly boolean[],
  pair: Pair,
  ids: ValueIds,
): void {
  let from = 0;
  for (let to = 0; to < after.length; to++) {
    const known = pairs[to] ?? -1;
    if (known >= 0) {
      from = Math.max(from, known + 1);
      continue;
    }
    let end = to;
    while (end < after.length && pairs[end] === -1) end++;
    const old: number[] = [];
    while (from < before.length && !taken[from]) old.push(from++);
    pairRun(before, after, old, to, end, pair, ids);
    to = end - 1;
  }
}

function pairRun(
  before: readonly unknown[],
  after: readonly unknown[],
  old: readonly number[],
  start: number,
  end: number,
  pair: Pair,
  ids: ValueIds,
): void {
  if (old.length === end - start || old.length > MAX_COMPARED_RUN || end - start > MAX_COMPARED_RUN) {
    old.slice(0, end - start).forEach((from, index) => {
      if (sameType(before[from], after[start + index])) pair(from, start + index);
    });
    return;
  }
  let next = 0;
  for (let to = start; to < end; to++) {
    let best = -1;
    let bestLikeness = LEAST_LIKENESS;
    for (let index = next; index < old.length; index++) {
      const likeness = likenessOf(before[old[index] ?? -1], after[to], ids);
      if (likeness <= bestLikeness) continue;
      best = index;
      bestLikeness = likeness;
    }
    const from = old[best];
    if (from === undefined) continue;
    pair(from, to);
    next = best + 1;
  }
}

function sameType(a: unknown, b: unknown): boolean {
  return Array.isArray(a) === Array.isArray(b) && isObject(a) === isObject(b);
}

/** The part of the members, of both together, that are the same in both. */
function likenessOf(a: unknown, b: unknown, ids: ValueIds): number {
  if (!isObject(a) || !isObject(b)) return 0;
  const keys = new Set([...presentKeys(a), ...presentKeys(b)]);
  let alike = 0;
  for (const key of keys) {
    if (Object.hasOwn(a, key) && Object.hasOwn(b, key) && ids.same(a[key], b[key])) alike++;
  }
  return keys.size === 0 ? 0 : alike / keys.size;
}

/**
 * The longest part of a sequence that ascends: what can stay in place when a list is put in another order.
 *
 * Patience sorting (Aldous and Diaconis, 1999).
 *
 * @param indexes Numbers, all different, -1 for "none".
 * @returns Whether each one belongs to it.
 */
export function ascending(indexes: readonly number[]): boolean[] {
  const tops: number[] = [];
  const previous: number[] = new Array(indexes.length).fill(-1);
  indexes.forEach((value, position) => {
    if (value < 0) return;
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((indexes[tops[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[position] = tops[low - 1] ?? -1;
    tops[low] = position;
  });
  const kept: boolean[] = new Array(indexes.length).fill(false);
  for (let position = tops.at(-1) ?? -1; position >= 0; position = previous[position] ?? -1) {
    kept[position] = true;
  }
  return kept;
}
