import { definedKeys, equalJson } from "../json/equal.ts";
import { isObject } from "../json/value.ts";
import type { Members } from "./model.ts";
import { ownIdOf } from "./own_id.ts";

/** Something with a name that is in one version of a document only. */
export interface Named {
  /** Its name or id. */
  readonly key: string;
  /** The thing itself. */
  readonly value: Members;
  /** Number of siblings before it that are in both versions. */
  readonly rank: number;
}

/** From this likeness on, a new name is taken for a renamed thing rather than for a new one. */
const ALIKE = 0.6;

/** Limit of candidates for one new name, which bounds the work on long lists. */
const MAX_CANDIDATES = 16;

/** The members that say what a thing is called, not what it is. */
const NAMES: ReadonlySet<string> = new Set(["name", "id"]);

/**
 * Finds which things were probably renamed: the new one stands where the gone one stood, or reads nearly like it.
 *
 * @param gone What only the old version has.
 * @param fresh What only the new version has, under the same parent.
 * @returns Pairs of the old key and the new one.
 */
export function findRenamed(gone: readonly Named[], fresh: readonly Named[]): [string, string][] {
  const left = new Set(gone);
  const pairs: [string, string][] = [];
  for (const named of fresh) {
    const best = mostAlike(named, left);
    if (!best) continue;
    left.delete(best);
    pairs.push([best.key, named.key]);
  }
  return pairs;
}

function mostAlike(named: Named, candidates: Iterable<Named>): Named | undefined {
  let best: Named | undefined;
  let bestLikeness = ALIKE;
  let looked = 0;
  for (const candidate of candidates) {
    if (looked++ === MAX_CANDIDATES) break;
    const likeness = likenessOf(candidate, named);
    if (likeness < bestLikeness || (best && likeness === bestLikeness)) continue;
    best = candidate;
    bestLikeness = likeness;
  }
  return best;
}

/** Likeness of two parts apart from their names: 0 is not at all, 1 is the same in the same place. */
function likenessOf(a: Named, b: Named): number {
  const [id, other] = [ownIdOf(a.value), ownIdOf(b.value)];
  if (id !== undefined || other !== undefined) return id === other ? 1 : 0;
  const keys = new Set([...definedKeys(a.value), ...definedKeys(b.value)].filter((key) => !NAMES.has(key)));
  // The place counts half as much as a member.
  let likeness = a.rank === b.rank ? 0.5 : 0;
  for (const key of keys) likeness += memberLikeness(a.value[key], b.value[key]);
  return likeness / (keys.size + 0.5);
}

function memberLikeness(a: unknown, b: unknown): number {
  if (Array.isArray(a) && Array.isArray(b)) return listLikeness(a, b);
  if (equalJson(a, b)) return 1;
  if (!isObject(a) || !isObject(b)) return 0;
  // Objects around a list are as alike as their lists.
  const key = Object.keys(a).find((key) => Array.isArray(a[key]) && Array.isArray(b[key]));
  return key === undefined ? 0 : listLikeness(a[key] as unknown[], b[key] as unknown[]);
}

/** The share of items that both lists have. */
function listLikeness(a: readonly unknown[], b: readonly unknown[]): number {
  const known = new Set(a.map(itemKey));
  const shared = b.filter((item) => known.has(itemKey(item))).length;
  return shared / Math.max(1, a.length, b.length);
}

/** The key of an item; targets are left out, since a rename changes them. */
function itemKey(item: unknown): string {
  if (!isObject(item)) return JSON.stringify(item) ?? "";
  const key = item.name ?? item.id ?? item.event;
  return typeof key === "string" ? key : JSON.stringify(item);
}
