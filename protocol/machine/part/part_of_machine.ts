import { LoomError } from "../../error.ts";
import { isObject } from "../../json/value.ts";
import { didYouMean } from "../../suggest.ts";
import type { StateMachineDefinition } from "../types.ts";

/** The part of a machine to draw. */
export interface MachinePart {
  /** The state in the middle of the picture. Default: the whole machine. */
  readonly focus?: string | undefined;
  /** The number of transitions that may lie between it and the others. Default: 1. */
  readonly depth?: number | undefined;
  /** The states that are drawn without the states inside of them. Default: none. */
  readonly collapse?: readonly string[] | undefined;
}

type Json = Readonly<Record<string, unknown>>;

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
  const collapsed = collapsedState(root, new Set(collapse));
  const part = focus === undefined ? collapsed : focusedState(collapsed, focus, depth);
  return { ...def, state: part as unknown as StateMachineDefinition["state"] };
}

function nameOf({ name }: Json): string {
  return typeof name === "string" ? name : "";
}

function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The children and regions of a state. */
function innerOf({ states, parallel }: Json): Json[] {
  return [...objects(states), ...objects(isObject(parallel) ? parallel.states : undefined)];
}

/** A state and all inside of it. */
function statesIn(state: Json): Json[] {
  return [state, ...innerOf(state).flatMap(statesIn)];
}

function targetsOf({ nextState, nextStates }: Json): string[] {
  return [nextState, ...(Array.isArray(nextStates) ? nextStates : [])]
    .filter((target): target is string => typeof target === "string" && target !== "");
}

/** The targets of the transitions of a state, and where its completed regions lead. */
function allTargetsOf({ transitions, parallel }: Json): string[] {
  return [...objects(transitions).flatMap(targetsOf), ...joinOf({ parallel })];
}

/** A state without what is inside of it; its kind says how much that is. */
function closed(state: Json, transitions: readonly Json[]): Json {
  const { states: _states, parallel, initial: _initial, ...rest } = state;
  const count = statesIn(state).length - 1;
  const nextState = isObject(parallel) ? parallel.nextState : undefined;
  return {
    ...rest,
    ...(nextState === undefined ? {} : { parallel: { nextState } }),
    transitions,
    kind: `${count} state${count === 1 ? "" : "s"} inside`,
  };
}

/** A state with other children, regions and transitions. */
function withInner(state: Json, map: (inner: Json) => Json[], transitions: readonly Json[]): Json {
  const { states, parallel } = state;
  return {
    ...state,
    ...(states === undefined ? {} : { states: objects(states).flatMap(map) }),
    ...(isObject(parallel)
      ? { parallel: { ...parallel, states: objects(parallel.states).flatMap(map) } }
      : {}),
    ...(transitions.length > 0 || state.transitions !== undefined ? { transitions } : {}),
  };
}

/** Closes states, and leads the transitions from and to what is inside of them from and to them. */
function collapsedState(root: Json, names: ReadonlySet<string>): Json {
  const outer = new Map<string, string>();
  const note = (state: Json, around: string | undefined): void => {
    if (around !== undefined) outer.set(nameOf(state), around);
    const next = around ?? (names.has(nameOf(state)) ? nameOf(state) : undefined);
    for (const inner of innerOf(state)) note(inner, next);
  };
  note(root, undefined);
  const lead = (name: unknown): unknown => typeof name === "string" ? outer.get(name) ?? name : name;
  const leads = (transition: Json): Json => ({
    ...transition,
    ...(transition.nextState === undefined ? {} : { nextState: lead(transition.nextState) }),
    ...(Array.isArray(transition.nextStates) ? { nextStates: transition.nextStates.map(lead) } : {}),
  });
  const visit = (state: Json): Json => {
    const own = objects(state.transitions).map(leads);
    const inner = innerOf(state);
    const { initial, parallel } = state;
    if (!names.has(nameOf(state)) || inner.length === 0) {
      return withInner(
        {
          ...state,
          ...(initial === undefined ? {} : { initial: lead(initial) }),
          ...(isObject(parallel) && parallel.nextState !== undefined
            ? { parallel: { ...parallel, nextState: lead(parallel.nextState) } }
            : {}),
        },
        (child) => [visit(child)],
        own,
      );
    }
    const leaving = inner.flatMap(statesIn).flatMap((one) => objects(one.transitions)).map(leads)
      .filter((transition) => targetsOf(transition).some((target) => target !== nameOf(state)));
    const texts = new Set<string>();
    const each = [...own, ...leaving].filter((transition) => {
      const text = JSON.stringify(transition);
      return !texts.has(text) && texts.add(text);
    });
    const joined = isObject(parallel) ? { ...state, parallel: leads(parallel) } : state;
    return closed(joined, each);
  };
  return visit(root);
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
