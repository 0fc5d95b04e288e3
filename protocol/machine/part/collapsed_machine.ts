import { isObject } from "../../json/value.ts";
import type { StateMachineDefinition } from "../types.ts";

/** A state or a transition as JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** A machine without the states inside of some, whose transitions they take over. */
export function collapsedMachine(
  def: StateMachineDefinition,
  names: Iterable<string>,
): StateMachineDefinition {
  const root: unknown = def.state;
  const closedNames = new Set(names);
  if (closedNames.size === 0 || !isObject(root)) return def;
  const state: unknown = collapsedState(root, closedNames);
  return { ...def, state: state as StateMachineDefinition["state"] };
}

/** The name of a state; empty for none. */
export function nameOf({ name }: Json): string {
  return typeof name === "string" ? name : "";
}

/** The objects of a list. */
export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The children and regions of a state. */
export function innerOf({ states, parallel }: Json): Json[] {
  return [...objects(states), ...objects(isObject(parallel) ? parallel.states : undefined)];
}

/** A state and all inside of it. */
export function statesIn(state: Json): Json[] {
  return [state, ...innerOf(state).flatMap(statesIn)];
}

/** The targets of a transition. */
export function targetsOf({ nextState, nextStates }: Json): string[] {
  return [nextState, ...(Array.isArray(nextStates) ? nextStates : [])]
    .filter((target): target is string => typeof target === "string" && target !== "");
}

/** A state without what is inside of it; its kind says how much that is. */
export function closed(state: Json, transitions: readonly Json[]): Json {
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
export function withInner(state: Json, map: (inner: Json) => Json[], transitions: readonly Json[]): Json {
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

/** The closed state around each state inside of one, by name. */
export function closedAround(root: Json, names: ReadonlySet<string>): Map<string, string> {
  const outer = new Map<string, string>();
  const note = (state: Json, around: string | undefined): void => {
    if (around !== undefined) outer.set(nameOf(state), around);
    const next = around ?? (names.has(nameOf(state)) ? nameOf(state) : undefined);
    for (const inner of innerOf(state)) note(inner, next);
  };
  note(root, undefined);
  return outer;
}

/** Closes states, and leads the transitions from and to what is inside of them from and to them. */
function collapsedState(root: Json, names: ReadonlySet<string>): Json {
  const outer = closedAround(root, names);
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
