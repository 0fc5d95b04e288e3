/**
 * Lowering: what the language can say with less. Delays become timers, several events of a transition become several
 * transitions, and each list of transitions on one event is complete where wildcards stand between them. What runs and
 * prints machines works on the lowered definition; what checks and draws them on the document as it is.
 *
 * @module
 */
import { isObject, type State, type StateMachineDefinition, type Transition } from "@loom/protocol";
import { actionsOf } from "../actions.ts";
import { childrenOf, conditionOf, delayOf, eventsOf, regionsOf, transitionsOf } from "../members.ts";
import { isWildcard, matchesEvent } from "../runtime/chart/wildcard.ts";
import { targetsApart } from "./targets.ts";

/** Prefix of the events of delays, which no wildcard takes. */
export const DELAY_PREFIX = "after.";

/** The event and timer of a state's delayed transition, by its place among them. */
export function delayEvent(state: string, place: number): string {
  return `${DELAY_PREFIX}${state}.${place}`;
}

/**
 * A definition without `after`, `events` and targets that do not fit; the same object when it has none.
 *
 * @example
 * ```ts
 * import { lower } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const { state } = lower({
 *   settings: { namespace: "Home", asynchronous: false },
 *   events: [],
 *   state: { name: "Lamp", transitions: [{ after: 500, nextState: "Lamp" }] },
 * });
 * assertEquals(state.transitions, [{ nextState: "Lamp", event: "after.Lamp.0" }]);
 * assertEquals(state.onExit, { actions: [{ timerStop: "after.Lamp.0" }] });
 * ```
 */
export function lower(definition: StateMachineDefinition): StateMachineDefinition {
  if (!isObject(definition?.state)) return definition;
  // Lists of what is left: states may be deeper than the call stack.
  const states: State[] = [definition.state];
  for (let at = 0; at < states.length; at++) {
    const state = states[at];
    if (state !== undefined) {
      for (const inner of [...childrenOf(state), ...regionsOf(state)]) states.push(inner);
    }
  }
  if (!states.some(needsLowering)) return definition;
  const apart = targetsApart(definition.state);
  const lowered = new Map<State, State>();
  for (const state of states.toReversed()) lowered.set(state, lowerState(state, lowered, apart));
  return { ...definition, state: lowered.get(definition.state) ?? definition.state };
}

function needsLowering(state: State): boolean {
  return transitionsOf(state).some((transition) =>
    delayOf(transition) !== undefined || Array.isArray(transition.events) ||
    Array.isArray(transition.nextStates) ||
    eventsOf(transition).some(isWildcard)
  );
}

function lowerState(
  state: State,
  lowered: ReadonlyMap<object, State>,
  apart: (transition: Transition) => Transition,
): State {
  const replaced = <Item extends object>(list: readonly Item[]): (Item | State)[] =>
    list.map((item) => lowered.get(item) ?? item);
  const inner = {
    ...(Array.isArray(state.states) ? { states: replaced(state.states) } : {}),
    ...(isObject(state.parallel) && Array.isArray(state.parallel.states)
      ? { parallel: { ...state.parallel, states: replaced(state.parallel.states) } }
      : {}),
  };
  if (!needsLowering(state)) return { ...state, ...inner };
  const delays = transitionsOf(state).filter((transition) => delayOf(transition) !== undefined);
  const timers = delays.map((transition, place) => ({
    timer: delayEvent(state.name, place),
    duration: delayOf(transition) ?? 0,
  }));
  const ways = transitionsOf(state).flatMap((transition): Way[] => {
    const delayed = delays.indexOf(transition);
    const events = delayed < 0 ? eventsOf(transition) : [delayEvent(state.name, delayed)];
    return [{ transition: apart(transition), events }];
  });
  return {
    ...state,
    ...inner,
    transitions: spelledOut(ways),
    ...(timers.length === 0 ? {} : {
      onEntry: { actions: [...actionsOf(state.onEntry), ...timers.map((timerStart) => ({ timerStart }))] },
      onExit: { actions: [...actionsOf(state.onExit), ...timers.map(({ timer }) => ({ timerStop: timer }))] },
    }),
  };
}

/** A transition and the events that it waits for; none for an event-less one. */
interface Way {
  readonly transition: Transition;
  readonly events: readonly string[];
}

/**
 * One transition for each event. Of the events that a state names, the most specific one decides about an event: a
 * transition on a wildcard therefore stands also among those on each event that it takes, unless one before it always
 * takes the event.
 */
function spelledOut(ways: readonly Way[]): Transition[] {
  const named = new Set(ways.flatMap(({ events }) => events));
  const settled = new Set<string>();
  return ways.flatMap(({ transition, events }) => {
    const { events: _events, after: _after, event: _event, ...rest } = transition;
    if (events.length === 0) return [rest];
    const taken = [...named].filter((event) =>
      !events.includes(event) && !settled.has(event) &&
      events.some((pattern) => isWildcard(pattern) && matchesEvent(pattern, event))
    );
    if (conditionOf(transition) === undefined) { for (const event of events) settled.add(event); }
    return [...events, ...taken].map((event): Transition => ({ ...rest, event }));
  });
}
