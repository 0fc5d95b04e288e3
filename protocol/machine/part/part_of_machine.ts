import { LoomError } from "../../error.ts";
import { isObject } from "../../json/value.ts";
import { didYouMean } from "../../suggest.ts";
import type { StateMachineDefinition } from "../types.ts";
import {
  closed,
  closedAround,
  collapsedMachine,
  innerOf,
  type Json,
  nameOf,
  objects,
  statesIn,
  targetsOf,
  withInner,
} from "./collapsed_machine.ts";

/** The part of a machine to draw. */
export interface MachinePart {
  /** The state in the middle of the picture. Default: the whole machine. */
  readonly focus?: string | undefined;
  /** The number of transitions that may lie between it and the others. Default: 1. */
  readonly depth?: number | undefined;
  /** The states that are drawn without the states inside of them. Default: none. */
  readonly collapse?: readonly string[] | undefined;
}

/**
 * The definition of a part of a machine, for pictures: without the states inside of collapsed ones, whose transitions they
 * take over, and without the states that are far from the one in focus.
 *
 * @throws {LoomError} `bad_style` for a name that no state has.
 */
export function partOfMachine(
  def: StateMachineDefinition,
  { focus, depth = 1, collapse = [] }: MachinePart,
): StateMachineDefinition {
  const root: unknown = def.state;
  if ((focus === undefined && collapse.length === 0) || !isObject(root)) return def;
  const names = statesIn(root).map(nameOf);
  for (const name of [...collapse, ...(focus === undefined ? [] : [focus])]) {
    if (names.includes(name)) continue;
    throw new LoomError(
      "bad_style",
      `There is no state ${JSON.stringify(name)} to draw.${didYouMean(name, names)}`,
    );
  }
  const collapsed = collapsedMachine(def, collapse);
  const state: unknown = collapsed.state;
  if (focus === undefined || !isObject(state)) return collapsed;
  // A closed state stands for those inside of it.
  const middle = closedAround(root, new Set(collapse)).get(focus) ?? focus;
  const part: unknown = focusedState(state, middle, depth);
  return { ...def, state: part as StateMachineDefinition["state"] };
}

/** The targets of the transitions of a state, and where its completed regions lead. */
function allTargetsOf({ transitions, parallel }: Json): string[] {
  return [...objects(transitions).flatMap(targetsOf), ...joinOf({ parallel })];
}

/** Leaves out the states that are more transitions away from one than wanted. */
function focusedState(root: Json, focus: string, depth: number): Json {
  const kept = near(root, focus, depth);
  const isKept = (state: Json): boolean => statesIn(state).some((one) => kept.has(nameOf(one)));
  keepInitials(root, kept, isKept);
  const visit = (whole: Json): Json => {
    const transitions = objects(whole.transitions).filter((transition) =>
      targetsOf(transition).every((target) => kept.has(target))
    );
    const inner = innerOf(whole);
    const state = joinOf(whole).every((target) => kept.has(target)) ? whole : withoutJoin(whole);
    if (inner.length > 0 && !inner.some(isKept)) return closed(state, transitions);
    return withInner(state, (child) => isKept(child) ? [visit(child)] : [], transitions);
  };
  return visit(root);
}

/** Target of the completed regions of a state. */
function joinOf({ parallel }: Json): string[] {
  return targetsOf(isObject(parallel) ? parallel : {});
}

function withoutJoin(state: Json): Json {
  const { nextState: _nextState, ...parallel } = isObject(state.parallel)
    ? state.parallel
    : { nextState: undefined };
  return { ...state, parallel };
}

/** The names of the states that so many transitions join to a state or to one inside of it. */
function near(root: Json, focus: string, depth: number): Set<string> {
  const all = statesIn(root);
  const beside = new Map<string, Set<string>>(all.map((state) => [nameOf(state), new Set()]));
  for (const state of all) {
    for (const target of allTargetsOf(state)) {
      beside.get(nameOf(state))?.add(target);
      beside.get(target)?.add(nameOf(state));
    }
  }
  const middle = all.find((state) => nameOf(state) === focus);
  const kept = new Set(middle ? statesIn(middle).map(nameOf) : [focus]);
  let last = [...kept];
  for (let step = 0; step < depth; step++) {
    last = last.flatMap((name) => [...beside.get(name) ?? []]).filter((name) =>
      beside.has(name) && !kept.has(name)
    );
    for (const name of last) kept.add(name);
  }
  return kept;
}

/** Keeps the initial children of what is kept: the mark of another one would be wrong. */
function keepInitials(root: Json, kept: Set<string>, isKept: (state: Json) => boolean): void {
  const visit = (state: Json): void => {
    const children = objects(state.states);
    if (!children.some(isKept)) return;
    const initial = state.initial ?? children.find(({ kind }) => kind !== "history")?.name;
    if (typeof initial === "string") kept.add(initial);
    for (const inner of innerOf(state)) visit(inner);
  };
  visit(root);
}
