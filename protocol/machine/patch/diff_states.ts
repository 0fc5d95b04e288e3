import { equalJson } from "../../json/equal.ts";
import { isObject } from "../../json/value.ts";
import type { State } from "../types.ts";
import { arrange } from "./arrange.ts";
import { diffStateLists, settleState } from "./diff_state.ts";
import type { Draft } from "./draft.ts";
import { memberChange, type Members } from "./members.ts";
import { indexStates, nameOf, type Place, type StateIndex, statesIn } from "./state_index.ts";
import type { Work } from "./work.ts";

/**
 * Edits the tree of states into its next version, state by state.
 *
 * @returns Whether it could: in both versions every state must have a name of its own, and the root's name must
 * be the same.
 */
export function diffStates(work: Work, nextRoot: unknown): boolean {
  const wanted = indexStates(nextRoot);
  if (!isRegular(wanted) || !isRegular(work.draft.states)) return false;
  if (nameOf(wanted.root?.state) !== nameOf(work.draft.rootPlace().state)) return false;
  // Parents come first, so that the ancestors of whatever is moved or added are in their final places.
  for (const [name, { state }] of wanted.places) {
    arrangeStates(work, name, state, "child");
    arrangeStates(work, name, state, "region");
  }
  for (const [name, { state }] of wanted.places) diffStateLists(work, name, state);
  for (const name of goneTops(work.draft.states, wanted)) work.emit({ op: "state.remove", name });
  for (const [name, { state }] of wanted.places) settleState(work, name, state);
  return true;
}

/** Whether every state can be addressed by its name. */
export function isRegular(states: StateIndex): boolean {
  return states.unique && states.named;
}

/** The gone states that are not below another gone state. */
function goneTops(current: StateIndex, wanted: StateIndex): string[] {
  const isGone = (place: Place) => !wanted.places.has(nameOf(place.state) ?? "");
  const tops: string[] = [];
  for (const [name, place] of current.places) {
    if (isGone(place) && !(place.parent && isGone(place.parent))) tops.push(name);
  }
  return tops;
}

/** Brings the children or regions of a state into the order of its next version; gone ones stay for now. */
function arrangeStates(work: Work, parent: string, next: Members, slot: "child" | "region"): void {
  const wanted = statesIn(next, slot);
  const present = statesIn(work.draft.place(parent).state, slot);
  if (wanted.length === 0 || haveSameNames(present, wanted)) return;
  const byName = new Map(wanted.map((state) => [nameOf(state) ?? "", state as State]));
  const region = slot === "region" && { region: true };
  for (const step of arrange(present.map((state) => nameOf(state) ?? ""), [...byName.keys()])) {
    const place = { ...(!step.atEnd && { index: step.index }), ...region };
    if (!work.draft.states.places.has(step.key)) {
      const state = newPart(work.draft, byName.get(step.key)) as State;
      work.emit({ op: "state.add", parent, state, ...place });
    } else if (step.atEnd && step.from < 0 && slot === "child") {
      work.emit({ op: "state.nest", child: step.key, newParent: parent });
    } else {
      work.emit({ op: "state.move", name: step.key, parent, ...place });
    }
  }
}

function haveSameNames(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((state, index) => nameOf(state) === nameOf(b[index]));
}

/** A new state without the states below it that the document has already: those move there later. */
function newPart(draft: Draft, state: unknown): unknown {
  if (!isObject(state)) return state;
  const copy: Members = { ...state };
  if (Array.isArray(copy.states)) copy.states = newParts(draft, copy.states);
  if (isObject(copy.parallel) && Array.isArray(copy.parallel.states)) {
    copy.parallel = { ...copy.parallel, states: newParts(draft, copy.parallel.states) };
  }
  return copy;
}

function newParts(draft: Draft, states: readonly unknown[]): unknown[] {
  const isNew = (state: unknown) => !draft.states.places.has(nameOf(state) ?? "");
  return states.filter(isNew).map((state) => newPart(draft, state));
}

/**
 * Replaces the members of the deepest state that holds all differences, for trees in which states cannot be
 * addressed one by one.
 *
 * @returns Whether such a state could be addressed.
 */
export function replaceNarrowest(work: Work, nextRoot: unknown): boolean {
  let pair = addressable(work.draft, work.draft.states.root?.state, nextRoot);
  for (let inner = pair; inner; inner = onlyDifference(inner)) {
    pair = addressable(work.draft, inner.state, inner.next) ?? pair;
  }
  if (!pair) return false;
  const change = memberChange<State>(pair.state, pair.next);
  if (change) work.emit({ op: "state.update", name: pair.state.name as string, ...change });
  return true;
}

interface StatePair {
  readonly state: Members;
  readonly next: Members;
}

/** The pair, when the draft finds the state by its name and it is to have one. */
function addressable(draft: Draft, state: unknown, next: unknown): StatePair | undefined {
  if (!isObject(state) || !isObject(next) || nameOf(next) === undefined) return undefined;
  const name = nameOf(state);
  if (name === undefined || draft.states.places.get(name)?.state !== state) return undefined;
  return { state, next };
}

/** The two versions of the only child or region that differs, when nothing else of a state does. */
function onlyDifference({ state, next }: StatePair): StatePair | undefined {
  for (const slot of ["child", "region"] as const) {
    const [before, after] = [statesIn(state, slot), statesIn(next, slot)];
    const differing = before.flatMap((item, index) => equalJson(item, after[index]) ? [] : [index]);
    const index = differing[0];
    if (before.length !== after.length || differing.length !== 1 || index === undefined) continue;
    if (slot === "child" && memberChange(state, next, (key) => key === "states")) continue;
    if (slot === "region" && !differOnlyInRegions(state, next)) continue;
    const [inner, innerNext] = [before[index], after[index]];
    if (isObject(inner) && isObject(innerNext)) return { state: inner, next: innerNext };
  }
  return undefined;
}

function differOnlyInRegions(state: Members, next: Members): boolean {
  if (!isObject(state.parallel) || !isObject(next.parallel)) return false;
  if (memberChange(state, next, (key) => key === "parallel")) return false;
  return memberChange(state.parallel, next.parallel, (key) => key === "states") === undefined;
}
