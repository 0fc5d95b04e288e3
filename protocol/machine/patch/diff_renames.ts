import { isObject } from "../../json/value.ts";
import { declarations, type Declared, declaredIn, sourcesIn } from "./event_index.ts";
import { isRegular } from "./diff_states.ts";
import { findRenamed, type Named } from "./likeness.ts";
import type { Members } from "./members.ts";
import { ownIdOf } from "./own_id.ts";
import { indexStates, nameOf, type StateIndex, statesIn } from "./state_index.ts";
import type { Work } from "./work.ts";

/** A bound on states rewritten by renames, since each looks at the whole document. */
const MAX_REWRITES = 300_000;

/** Renames the states that the next version probably only calls by other names. */
export function diffStateNames(work: Work, next: Members): void {
  const wanted = indexStates(next.state);
  const current = work.draft.states;
  if (!isRegular(wanted) || !isRegular(current)) return;
  const pairs = findRenamedStates(current, wanted);
  const targets = pairs.length > 0 ? collectTargets(next) : new Set<unknown>();
  const limit = Math.max(1, Math.floor(MAX_REWRITES / current.places.size));
  for (const [name, to] of pairs.slice(0, limit)) {
    // Where the next version still knows the old name, only the state itself was renamed.
    if (targets.has(name) || wanted.places.has(name)) {
      work.emit({ op: "state.update", name, patch: { name: to } });
    } else work.emit({ op: "state.rename", name, to });
  }
}

/** Pairs of the old name and the new one, parents first. */
function findRenamedStates(current: StateIndex, wanted: StateIndex): [string, string][] {
  const pairs: [string, string][] = [];
  const before = new Map<string, string>();
  const rename = (from: string, to: string) => {
    pairs.push([from, to]);
    before.set(to, from);
  };
  const [root, nextRoot] = [nameOf(current.root?.state), nameOf(wanted.root?.state)];
  const isGone = (name: string) => !wanted.places.has(name);
  const isFresh = (name: string) => !current.places.has(name);
  // A root can neither come nor go, so a new name is a rename.
  if (root !== undefined && nextRoot !== undefined && isGone(root) && isFresh(nextRoot)) {
    rename(root, nextRoot);
  }
  for (const [from, to] of sameIds(current, wanted, isGone, isFresh)) if (!before.has(to)) rename(from, to);
  for (const [name, { state }] of wanted.places) {
    const old = current.places.get(before.get(name) ?? name)?.state;
    for (const slot of ["child", "region"] as const) {
      const fresh = lonely(statesIn(state, slot), (name) => isFresh(name) && !before.has(name), "name");
      if (fresh.length === 0) continue;
      const gone = lonely(statesIn(old, slot), isGone, "name");
      for (const [from, to] of findRenamed(gone, fresh)) rename(from, to);
    }
  }
  return pairs;
}

/** Pairs of states of one version only that have the same id of their own, wherever they stand. */
function sameIds(
  current: StateIndex,
  wanted: StateIndex,
  isGone: (name: string) => boolean,
  isFresh: (name: string) => boolean,
): [string, string][] {
  const gone = new Map<string, string>();
  for (const [name, { state }] of current.places) {
    const id = isGone(name) ? ownIdOf(state) : undefined;
    if (id !== undefined) gone.set(id, name);
  }
  const pairs: [string, string][] = [];
  for (const [name, { state }] of gone.size === 0 ? [] : wanted.places) {
    const id = isFresh(name) ? ownIdOf(state) : undefined;
    const from = id === undefined ? undefined : gone.get(id);
    if (id === undefined || from === undefined) continue;
    gone.delete(id);
    pairs.push([from, name]);
  }
  return pairs;
}

/** The items that are in one version only. */
function lonely(
  items: readonly unknown[],
  isLonely: (key: string) => boolean,
  member: "name" | "id",
): Named[] {
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

/** Renames the events and timers that the next version probably only calls by other ids. */
export function diffEventNames(work: Work, next: Members): void {
  const [sources, nextSources] = [sourcesIn(work.draft.top), sourcesIn(next)];
  const [ids, nextIds] = [uniqueIds(sources), uniqueIds(nextSources)];
  if (!ids || !nextIds) return;
  const targets = collectTargets(next);
  const limit = Math.max(1, Math.floor(MAX_REWRITES / Math.max(1, work.draft.states.places.size)));
  for (const [kind, id, to] of findRenamedIds(sources, nextSources, ids, nextIds).slice(0, limit)) {
    if (!targets.has(id)) work.emit({ op: "event.rename", id, to });
    else if (kind === "events") work.emit({ op: "event.update", id, patch: { id: to } });
    else work.emit({ op: "timer.update", id, patch: { id: to } });
  }
}

function findRenamedIds(
  sources: readonly unknown[],
  nextSources: readonly unknown[],
  ids: ReadonlySet<string>,
  nextIds: ReadonlySet<string>,
): [Declared, string, string][] {
  const byName = new Map(sources.map((source) => [nameOf(source), source]));
  return nextSources.flatMap((source, index) => {
    const old = byName.get(nameOf(source)) ?? sources[index];
    return (["events", "timers"] as const).flatMap((kind) => {
      const fresh = lonely(declaredIn(source, kind), (id) => !ids.has(id), "id");
      const gone = lonely(declaredIn(old, kind), (id) => !nextIds.has(id), "id");
      return findRenamed(gone, fresh).map(([from, to]): [Declared, string, string] => [kind, from, to]);
    });
  });
}

/** All ids of events and timers; `undefined` when one of them repeats. */
function uniqueIds(sources: readonly unknown[]): Set<string> | undefined {
  const ids = new Set<string>();
  for (const { id } of declarations(sources)) {
    if (ids.has(id)) return undefined;
    ids.add(id);
  }
  return ids;
}

/** The names and ids that transitions, joins and initial states of a document refer to. */
function collectTargets(top: Members): Set<unknown> {
  const targets = new Set<unknown>();
  for (const { state } of indexStates(top.state).places.values()) {
    targets.add(state.initial);
    if (isObject(state.parallel)) targets.add(state.parallel.nextState);
    if (!Array.isArray(state.transitions)) continue;
    for (const transition of state.transitions) {
      if (isObject(transition)) targets.add(transition.nextState).add(transition.event);
    }
  }
  return targets;
}
