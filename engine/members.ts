/**
 * Tolerant reading of a definition's members: files written by hand hold `null`, numbers where text belongs, or
 * a list where an object belongs. Everything that runs, checks or prints a definition reads it through here, so
 * that all agree on what such a member means.
 *
 * @module
 */
import { type Invoke, isObject, type State, type Transition } from "@loom/protocol";

const NO_STATES: readonly State[] = [];
const NO_TRANSITIONS: readonly Transition[] = [];
const NO_INVOCATIONS: readonly Invoke[] = [];
const NO_EVENTS: readonly string[] = [];

/** The objects of a member that should be a list; anything else in it is passed over. */
function objectsOf<T>(list: readonly T[] | null | undefined, none: readonly T[]): readonly T[] {
  if (!Array.isArray(list) || list.length === 0) return none;
  const readable = (item: unknown): boolean => isObject(item);
  return list.every(readable) ? list : list.filter(readable);
}

/** The members of `states`, in order. */
export function childrenOf(state: State): readonly State[] {
  return objectsOf(state.states, NO_STATES);
}

/** The regions of a state, in order; none when it is not parallel. */
export function regionsOf(state: State): readonly State[] {
  return isObject(state.parallel) ? objectsOf(state.parallel.states, NO_STATES) : NO_STATES;
}

/** True for a state that can be active: a history state is none. */
export function canBeActive(state: State): boolean {
  return kindOf(state) !== "history";
}

/** True for an object with a name, which may stand for a state. */
export function isState(value: unknown): value is State {
  return isObject(value) && typeof value.name === "string";
}

/** The transitions of a state, in order. */
export function transitionsOf(state: State): readonly Transition[] {
  return objectsOf(state.transitions, NO_TRANSITIONS);
}

/** The kind of a state; a kind that is not known counts as `normal`. */
export function kindOf(state: State): "normal" | "final" | "history" {
  return state.kind === "final" || state.kind === "history" ? state.kind : "normal";
}

/** The event of a transition; `undefined` for an event-less one. */
export function eventOf(transition: Transition): string | undefined {
  return textOf(transition.event);
}

/** All events that a transition waits for; none for an event-less or a delayed one. */
export function eventsOf(transition: Transition): readonly string[] {
  const event = eventOf(transition);
  const { events } = transition;
  if (!Array.isArray(events)) return event === undefined ? NO_EVENTS : [event];
  return [...new Set([event, ...events.map(textOf)])].filter((one) => one !== undefined);
}

/** The delay of a transition, where it waits for no event. */
export function delayOf(transition: Transition): string | number | undefined {
  const { after } = transition;
  if (after === undefined || eventsOf(transition).length > 0) return undefined;
  return typeof after === "number" || (typeof after === "string" && after.trim() !== "") ? after : undefined;
}

/** The targets of a transition behind its first one. */
export function furtherTargetsOf(transition: Transition): readonly string[] {
  const { nextStates } = transition;
  if (!Array.isArray(nextStates)) return NO_EVENTS;
  const first = targetOf(transition);
  return nextStates.map(textOf).filter((one) => one !== undefined && one !== first) as string[];
}

/** The target of a transition; `undefined` for an internal one. */
export function targetOf(transition: Transition): string | undefined {
  const target = textOf(transition.nextState);
  const { nextStates } = transition;
  return target === undefined && Array.isArray(nextStates) ? textOf(nextStates[0]) : target;
}

/** The guard of a transition as text; `undefined` when nothing but space stands there. */
export function conditionOf(transition: Transition): string | undefined {
  const text = textOf(transition.condition);
  return text === undefined || text.trim() === "" ? undefined : text;
}

/** Target of a state when all its regions are complete. */
export function joinTargetOf(state: State): string | undefined {
  return isObject(state.parallel) ? textOf(state.parallel.nextState) : undefined;
}

/** The descendant that the state names as its initial one. */
export function initialOf(state: State): string | undefined {
  return textOf(state.initial);
}

/** Work that a state invokes. */
export interface Invocation {
  readonly id: string;
  readonly source: { readonly task: string } | { readonly machine: string };
  /** The text of its input. */
  readonly input: string | undefined;
}

/** The work of a state, in order; what names neither a task nor a machine is passed over. */
export function invocationsOf(state: State): readonly Invocation[] {
  return objectsOf(state.invoke, NO_INVOCATIONS).flatMap(({ id, machine, task, input }): Invocation[] => {
    const [name, path] = [textOf(task), textOf(machine)];
    const source = path === undefined ? name === undefined ? undefined : { task: name } : { machine: path };
    if (source === undefined) return [];
    return [{ id: textOf(id) ?? name ?? path ?? "", source, input: textOf(input) }];
  });
}

/** The output of a state; `undefined` when nothing but space stands there. */
export function outputOf(state: State): string | undefined {
  const text = textOf(state.output);
  return text === undefined || text.trim() === "" ? undefined : text;
}

/**
 * A member that should be text. Absent, `null` and `""` are `undefined`; a value of another type is its JSON text:
 * `condition: false` is the guard `false`, `nextState: 5` names the state `5`.
 */
export function textOf(member: unknown): string | undefined {
  if (member === undefined || member === null || member === "") return undefined;
  return typeof member === "string" ? member : JSON.stringify(member);
}

/** The text of a member without space around it; `""` for what is no text. */
export function trimmed(member: unknown): string {
  return typeof member === "string" ? member.trim() : "";
}
