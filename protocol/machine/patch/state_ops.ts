import { cloneJson } from "../../json/clone.ts";
import { isObject } from "../../json/value.ts";
import type {
  ParallelSetOp,
  ParallelUpdateOp,
  StateAddOp,
  StateMoveOp,
  StateNestOp,
  StateRemoveOp,
  StateRenameOp,
  StateUpdateOp,
} from "../ops.ts";
import type { Draft } from "./draft.ts";
import { refuse } from "./error.ts";
import { dropEmptyList, insert, requireKept, requireObject } from "./lists.ts";
import { type Members, type MergeableChange, mergeMembers } from "./members.ts";
import { renameStateReferences } from "./references.ts";
import { nameOf, type Place, placesFrom } from "./state_index.ts";

/** Applies `state.add`. */
export function addState(draft: Draft, op: StateAddOp): void {
  const given = requireObject(op.state, "`state`");
  if (nameOf(given) === undefined) refuse("wrong_type", null, "`state` needs a name.");
  const parent = parentPlace(draft, op.parent);
  refuseTakenNames(draft, given, {});
  const slot = op.region ? "region" : "child";
  const state = cloneJson(given);
  insert(draft.ownStates(parent, slot), op.index, state);
  draft.attach(state, parent, slot);
}

/** Applies `state.update`. */
export function updateState(draft: Draft, op: StateUpdateOp): void {
  changeState(draft, draft.place(op.name), op);
}

/** Applies `state.remove`. */
export function removeState(draft: Draft, op: StateRemoveOp): void {
  const place = draft.place(op.name);
  const { parent } = place;
  if (!parent) refuse("root", op.name, `${quote(op.name)} is the root state, which cannot be removed.`);
  takeOut(draft, place, parent);
  dropEmptyStates(draft, parent, place.slot);
  draft.detach(place);
}

/** Applies `state.nest`. */
export function nestState(draft: Draft, op: StateNestOp): void {
  relocate(draft, { name: op.child, parent: op.newParent });
}

/** Applies `state.move`. */
export function moveState(draft: Draft, op: StateMoveOp): void {
  relocate(draft, op);
}

/** Applies `state.rename`. */
export function renameState(draft: Draft, op: StateRenameOp): void {
  const place = draft.place(op.name);
  if (op.to === op.name) return;
  refuseTakenName(draft, op.to);
  draft.ownState(place).name = op.to;
  draft.replaceTop(renameStateReferences(draft.top, op.name, op.to));
}

/** Applies `parallel.set`. */
export function setParallel(draft: Draft, op: ParallelSetOp): void {
  const place = draft.place(op.state);
  if (op.parallel === null) changeState(draft, place, { patch: {}, unset: ["parallel"] });
  else changeState(draft, place, { patch: { parallel: requireObject(op.parallel, "`parallel`") } });
}

/** Applies `parallel.update`. */
export function updateParallel(draft: Draft, op: ParallelUpdateOp): void {
  const place = draft.place(op.state);
  const parallel = place.state.parallel;
  if (!isObject(parallel)) {
    return refuse("not_found", op.state, `the state ${quote(op.state)} has no \`parallel\`; set it first.`);
  }
  const patch = requireObject(op.patch, "`patch`");
  refuseTakenNames(draft, { parallel: patch }, Object.hasOwn(patch, "states") ? { parallel } : {});
  mergeMembers(draft.ownObject(draft.ownState(place), "parallel"), op);
  draft.forgetStates();
}

/** The members of a state that hold names of states. */
const NAMING_MEMBERS = ["name", "states", "parallel"];

function changeState(draft: Draft, place: Place, change: MergeableChange): void {
  requireKept("name", change);
  const patch = requireObject(change.patch, "`patch`");
  const renames = NAMING_MEMBERS.filter((key) => Object.hasOwn(patch, key));
  const incoming = Object.fromEntries(renames.map((key) => [key, patch[key]]));
  const replaced = Object.fromEntries(renames.map((key) => [key, place.state[key]]));
  if (renames.length > 0) refuseTakenNames(draft, incoming, replaced);
  mergeMembers(draft.ownState(place), change, true);
  const removes = change.unset?.some((key) => NAMING_MEMBERS.includes(key)) ?? false;
  if (removes || renames.length > 0) draft.forgetStates();
}

interface Relocation {
  readonly name: string;
  readonly parent: string | null;
  readonly index?: number;
  readonly region?: boolean;
}

/** Moves a state; `index` is the one it has afterwards. */
function relocate(draft: Draft, to: Relocation): void {
  const place = draft.place(to.name);
  const { parent: from, slot: fromSlot } = place;
  if (!from) return refuse("root", to.name, `${quote(to.name)} is the root state, which cannot be moved.`);
  const target = parentPlace(draft, to.parent);
  refuseCycle(place, target);
  const slot = to.region ? "region" : "child";
  const state = takeOut(draft, place, from);
  insert(draft.ownStates(target, slot), to.index, state);
  if (from !== target || fromSlot !== slot) dropEmptyStates(draft, from, fromSlot);
  draft.reattach(place, target, slot);
}

function takeOut(draft: Draft, place: Place, parent: Place): Members {
  const siblings = draft.ownStates(parent, place.slot);
  siblings.splice(siblings.indexOf(place.state), 1);
  return place.state;
}

/**
 * Deletes what the last child or region leaves behind: an empty `states`, and a `parallel` that has nothing but
 * that. A `parallel` with more members, such as `nextState`, keeps them and its empty list.
 */
function dropEmptyStates(draft: Draft, parent: Place, slot: Place["slot"]): void {
  const state = draft.ownState(parent);
  if (slot !== "region") return dropEmptyList(state, "states");
  const { parallel } = state;
  if (!isObject(parallel) || Object.keys(parallel).length !== 1) return;
  if (Array.isArray(parallel.states) && parallel.states.length === 0) delete state.parallel;
}

function parentPlace(draft: Draft, name: string | null): Place {
  return name === null ? draft.rootPlace() : draft.place(name);
}

function refuseCycle(place: Place, target: Place): void {
  for (let above: Place | null = target; above; above = above.parent) {
    if (above !== place) continue;
    const [name, into] = [place, target].map(({ state }) => quote(nameOf(state)));
    const where = name === into ? "itself" : `${into}, which lies below it`;
    refuse("cycle", nameOf(place.state) ?? null, `the state ${name} cannot move into ${where}.`);
  }
}

/**
 * Refuses names that would occur twice because of a change.
 *
 * @param draft The document before the change.
 * @param incoming A state with the new members.
 * @param replaced A state with the members that make room for them.
 */
function refuseTakenNames(draft: Draft, incoming: Members, replaced: Members): void {
  const free = countNames(replaced);
  for (const [name, count] of countNames(incoming)) {
    const before = free.get(name) ?? 0;
    if (before === 0) refuseTakenName(draft, name);
    if (count > Math.max(1, before)) {
      refuse("duplicate", name, `the name ${quote(name)} occurs more than once in what is added.`);
    }
  }
}

function refuseTakenName(draft: Draft, name: string): void {
  if (!draft.states.places.has(name)) return;
  refuse("duplicate", name, `there is a state ${quote(name)} already; choose another name.`);
}

function countNames(state: Members): Map<string, number> {
  const counts = new Map<string, number>();
  for (const place of placesFrom({ state, parent: null, slot: "root" })) {
    const name = nameOf(place.state);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function quote(name: unknown): string {
  return JSON.stringify(name) ?? "";
}
