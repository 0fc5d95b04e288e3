import { isObject } from "../json/value.ts";
import { indexNames, type NameIndex, partsOf, type Place } from "./draft.ts";
import { findRenamed, type Named } from "./likeness.ts";
import { DOCUMENT, itemsOf, type Members, type Structure } from "./model.ts";
import { ownIdOf } from "./own_id.ts";
import { referredNames } from "./rename.ts";
import type { Work } from "./work.ts";

/** A bound on parts rewritten by renames, since each looks at the whole document. */
const MAX_REWRITES = 300_000;

/** Renames the parts of a space that the next version probably only calls by other names. */
export function diffNames(work: Work, next: Members, space: string): void {
  const { structure } = work.draft;
  const parts = structure.partsIn(space);
  const current = new Map(parts.map((part) => [part, work.draft.names(part)]));
  const wanted = new Map(parts.map((part) => [part, indexNames(structure, next, part)]));
  if (![...current.values(), ...wanted.values()].every(isRegular)) return;
  const isIn = (indexes: ReadonlyMap<string, NameIndex>) => (name: string) =>
    parts.some((part) => indexes.get(part)?.places.has(name));
  const isChanged = parts.some((part) => {
    const [now, then] = [current.get(part)?.places, wanted.get(part)?.places];
    return now?.size !== then?.size || now?.keys().some((name) => !then?.has(name));
  });
  if (!isChanged) return;
  const pairs = findPairs(structure, work.draft.top, next, parts, isIn(current), isIn(wanted));
  if (pairs.length === 0) return;
  const references = new Map<string, Set<unknown>>();
  referredNames(structure, next, references);
  const size = Math.max(1, ...[...current.values()].map(({ places }) => places.size));
  for (const { part, from, to } of pairs.slice(0, Math.max(1, Math.floor(MAX_REWRITES / size)))) {
    const key = structure.part(part).key?.member ?? "name";
    // Where the next version still refers to the old name, only the part itself was renamed.
    if (!references.get(space)?.has(from)) work.emit(work.write.rename(part, from, to));
    else work.emit(work.write.updateNamed(part, from, { patch: { [key]: to } }));
  }
}

/** True when every part can be addressed by its name. */
export function isRegular({ unique, named }: NameIndex): boolean {
  return unique && named;
}

interface Pair {
  readonly part: string;
  readonly from: string;
  readonly to: string;
}

/** Finds names that were probably changed, parts that contain others first. */
function findPairs(
  structure: Structure,
  top: Members,
  next: Members,
  parts: readonly string[],
  wasThere: (name: string) => boolean,
  isWanted: (name: string) => boolean,
): Pair[] {
  const pairs: Pair[] = [];
  const before = new Map<string, string>();
  const pair = (part: string, from: string, to: string) => {
    if (before.has(to)) return;
    before.set(to, from);
    pairs.push({ part, from, to });
  };
  const isGone = (name: string) => !isWanted(name);
  const isFresh = (name: string) => !wasThere(name) && !before.has(name);
  for (const part of parts) {
    const [root, nextRoot] = [rootName(structure, top, part), rootName(structure, next, part)];
    // A root can neither come nor go, so a new name is a rename.
    if (root !== undefined && nextRoot !== undefined && isGone(root) && isFresh(nextRoot)) {
      pair(part, root, nextRoot);
    }
    for (const [from, to] of sameIds(structure, top, next, part, isGone, isFresh)) pair(part, from, to);
  }
  for (const { now, then } of ownerPairs(structure, top, next, parts, before)) {
    for (const list of structure.listsOf(then.part)) {
      if (!parts.includes(list.of)) continue;
      const key = structure.part(list.of).key?.member ?? "name";
      const fresh = lonely(itemsOf(then.value, list), isFresh, key);
      if (fresh.length === 0) continue;
      const gone = lonely(itemsOf(now?.value, list), isGone, key);
      for (const [from, to] of findRenamed(gone, fresh)) pair(list.of, from, to);
    }
  }
  return pairs;
}

function rootName(structure: Structure, top: Members, part: string): string | undefined {
  const inner = structure.innersOf(DOCUMENT).find((one) => one.part === part);
  return inner && structure.nameOf(part, top[inner.path[0] ?? ""]);
}

/** Pairs of parts of one version only that have the same id of their own, wherever they are. */
function sameIds(
  structure: Structure,
  top: Members,
  next: Members,
  part: string,
  isGone: (name: string) => boolean,
  isFresh: (name: string) => boolean,
): [string, string][] {
  const gone = new Map<string, string>();
  for (const [id, name] of ownIds(structure, top, part)) if (isGone(name)) gone.set(id, name);
  const pairs: [string, string][] = [];
  for (const [id, name] of gone.size === 0 ? [] : ownIds(structure, next, part)) {
    const from = isFresh(name) ? gone.get(id) : undefined;
    if (from === undefined) continue;
    gone.delete(id);
    pairs.push([from, name]);
  }
  return pairs;
}

function* ownIds(structure: Structure, top: Members, part: string): Generator<[id: string, name: string]> {
  for (const { value } of partsOf(structure, top, part)) {
    const [id, name] = [isObject(value) ? ownIdOf(value) : undefined, structure.nameOf(part, value)];
    if (id !== undefined && name !== undefined) yield [id, name];
  }
}

/** The owners of lists of the parts in the next version, each with the one that it was before. */
function* ownerPairs(
  structure: Structure,
  top: Members,
  next: Members,
  parts: readonly string[],
  before: ReadonlyMap<string, string>,
): Generator<{ readonly now: Place | undefined; readonly then: Place }> {
  const owners = new Set(
    [...structure.lists.values()].filter(({ of }) => parts.includes(of)).map(({ owner }) => owner),
  );
  for (const owner of owners) {
    if (owner === DOCUMENT) {
      yield { now: placeOfTop(top), then: placeOfTop(next) };
      continue;
    }
    const current = [...partsOf(structure, top, owner)];
    const byName = new Map(current.map((place) => [nameIn(structure, place), place]));
    for (const [index, then] of [...partsOf(structure, next, owner)].entries()) {
      const name = nameIn(structure, then);
      const known = name === undefined ? undefined : byName.get(before.get(name) ?? name);
      yield { now: known ?? (structure.isNamed(owner) ? undefined : current[index]), then };
    }
  }
}

function placeOfTop(value: Members): Place {
  return { part: DOCUMENT, value, owner: null, list: null };
}

/** The name of a part; parts without a key are known by their `name` where they have one. */
function nameIn(structure: Structure, { part, value }: Place): string | undefined {
  if (structure.isNamed(part)) return structure.nameOf(part, value);
  return isObject(value) && typeof value.name === "string" ? value.name : undefined;
}

/** The items that are in one version only. */
function lonely(items: readonly unknown[], isLonely: (key: string) => boolean, member: string): Named[] {
  const found: Named[] = [];
  let rank = 0;
  for (const value of items) {
    const key = isObject(value) ? value[member] : undefined;
    if (!isObject(value) || typeof key !== "string") continue;
    if (isLonely(key)) found.push({ key, value, rank });
    else rank++;
  }
  return found;
}
