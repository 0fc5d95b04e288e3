import { isObject } from "../../json/value.ts";
import { looksOf, type StateLook } from "../look.ts";
import { initialOf, outlineOf, type OutlineState, type OutlineTransition } from "../outline.ts";
import { type StateSlot, walkStates } from "../tree.ts";
import type { State } from "../types.ts";

/** A state as a drawing finds it in the document. */
export interface SurveyedState {
  /** Unique: the name; for a name that an earlier state has, the path. */
  readonly key: string;
  /** Its id among the nodes of a layout. */
  readonly node: string;
  readonly path: string;
  readonly slot: StateSlot;
  readonly parent: SurveyedState | undefined;
  readonly outline: OutlineState;
  readonly description: string;
  readonly look: StateLook;
  readonly transitions: readonly SurveyedTransition[];
  /** True if it is never entered, because it is beside regions. */
  readonly ignored: boolean;
  /** True if it contains other states. */
  readonly contains: boolean;
}

/** A transition, with its index in the list of its state. */
export interface SurveyedTransition extends OutlineTransition {
  readonly index: number;
}

/** All states of a machine. */
export interface Survey {
  /** In document order. */
  readonly states: readonly SurveyedState[];
  /** The state that a name means: the first of that name in document order. */
  readonly byName: ReadonlyMap<string, SurveyedState>;
  /** The default state of each state that has one. */
  readonly initials: ReadonlyMap<SurveyedState, SurveyedState>;
  /** The events that timers raise. */
  readonly timers: ReadonlySet<string>;
}

/** Goes through the states of a definition, valid or not. */
export function surveyStates(def: unknown): Survey {
  const root: unknown = isObject(def) ? def.state : undefined;
  if (!isObject(root)) return { states: [], byName: new Map(), initials: new Map(), timers: new Set() };
  // Checked states and outlines come in the same order: entries that are no objects count for neither.
  const visits = Array.from(walkStates(root as unknown as State));
  const outlines = preOrder(outlineOf(root));
  const lookOf = looksOf(def);
  const names = new Set(outlines.map((outline) => outline.name));
  const states: SurveyedState[] = [];
  const byName = new Map<string, SurveyedState>();
  const bySource = new Map<unknown, SurveyedState>();
  const byOutline = new Map<OutlineState, SurveyedState>();
  for (const [index, visit] of visits.entries()) {
    const outline = outlines[index] ?? outlineOf(visit.state);
    const parent = visit.parent === null ? undefined : bySource.get(visit.parent);
    const isFirst = outline.name !== "" && !byName.has(outline.name);
    const source: Record<string, unknown> = { ...visit.state };
    const key = isFirst ? outline.name : freeKey(visit.path, names);
    const state: SurveyedState = {
      key,
      node: `state ${key}`,
      path: visit.path,
      slot: visit.slot,
      parent,
      outline,
      description: typeof source.description === "string" ? source.description.trim() : "",
      look: lookOf(source),
      transitions: transitionsOf(outline, source.transitions),
      ignored: parent !== undefined &&
        (parent.ignored || (visit.slot === "child" && parent.outline.regions.length > 0)),
      contains: outline.children.length > 0 || outline.regions.length > 0,
    };
    states.push(state);
    bySource.set(visit.state, state);
    byOutline.set(outline, state);
    if (isFirst) byName.set(outline.name, state);
  }
  return { states, byName, initials: initialsOf(states, byOutline), timers: timersOf(def) };
}

function timersOf(def: unknown): Set<string> {
  const ids = objectsIn(isObject(def) ? def.events : undefined)
    .flatMap(({ timers }) => objectsIn(timers)).map(({ id }) => id);
  return new Set(ids.filter((id) => typeof id === "string"));
}

function objectsIn(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** A state, its children, its regions. */
function preOrder(root: OutlineState): OutlineState[] {
  const found: OutlineState[] = [];
  const waiting = [root];
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    found.push(state);
    const inner = [...state.children, ...state.regions];
    for (let index = inner.length - 1; index >= 0; index--) {
      const next = inner[index];
      if (next) waiting.push(next);
    }
  }
  return found;
}

/** The path, or a longer text where a state has the path for a name. */
function freeKey(path: string, names: ReadonlySet<string>): string {
  let key = path;
  while (names.has(key)) key += "~";
  return key;
}

function transitionsOf(outline: OutlineState, list: unknown): SurveyedTransition[] {
  const indices = Array.isArray(list) ? [...list.keys()].filter((index) => isObject(list[index])) : [];
  return outline.transitions.map((transition, at) => ({ ...transition, index: indices[at] ?? at }));
}

function initialsOf(
  states: readonly SurveyedState[],
  byOutline: ReadonlyMap<OutlineState, SurveyedState>,
): Map<SurveyedState, SurveyedState> {
  const initials = new Map<SurveyedState, SurveyedState>();
  for (const state of states) {
    if (state.outline.regions.length > 0) continue;
    const outline = initialOf(state.outline);
    const initial = outline && byOutline.get(outline);
    if (initial) initials.set(state, initial);
  }
  return initials;
}
