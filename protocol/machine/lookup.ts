import { isObject } from "../json/value.ts";
import { type StateVisit, walkStates } from "./tree.ts";
import type { Event, EventSource, StateMachineDefinition, Timer, Transition } from "./types.ts";

/** The entries of a list, with an empty object for each that is not an object; `[]` for a value that is not a list. */
export function objectsIn<Item extends object>(value: unknown): Item[] {
  return Array.isArray(value) ? value.map((item) => (isObject(item) ? item : {}) as Item) : [];
}

/** All timers, source by source. */
export function timersIn(definition: StateMachineDefinition): Timer[] {
  return objectsIn<EventSource>(definition.events).flatMap((source) => objectsIn<Timer>(source.timers));
}

/**
 * The ids that transitions may name: those of events, then those of timers.
 *
 * @example
 * ```ts
 * import { triggerIds } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const events = [{ name: "Hand", events: [{ id: "press" }], timers: [{ id: "late", name: "Wait" }] }];
 * const lamp = { settings: { namespace: "n", asynchronous: false }, events, state: { name: "Lamp" } };
 * assertEquals(triggerIds(lamp), ["press", "late"]);
 * ```
 */
export function triggerIds(definition: StateMachineDefinition): string[] {
  const events = objectsIn<EventSource>(definition.events).flatMap((source) =>
    objectsIn<Event>(source.events)
  );
  return [...events, ...timersIn(definition)].map((one) => String(one.id));
}

/** A transition and where it is declared. */
export interface DeclaredTransition {
  /** The name of the state that declares it. */
  readonly state: string;
  /** Its index there. */
  readonly index: number;
  /** The transition itself: part of the document, not a copy. */
  readonly transition: Transition;
}

/** All transitions, in document order. */
export function transitionsIn(definition: StateMachineDefinition): DeclaredTransition[] {
  return Array.from(walkStates(definition.state), declaredBy).flat();
}

/** The transitions from outside that lead to a state or into it, in document order. */
export function transitionsInto(
  definition: StateMachineDefinition,
  { state: target, path }: Pick<StateVisit, "state" | "path">,
): DeclaredTransition[] {
  const inside = new Set(Array.from(walkStates(target), (visit) => visit.state.name));
  return Array.from(walkStates(definition.state))
    .filter((visit) => visit.path !== path && !visit.path.startsWith(`${path}/`))
    .flatMap(declaredBy)
    .filter(({ transition }) => targetsIn(transition).some((name) => inside.has(name)));
}

/** The names of all targets of a transition. */
export function targetsIn({ nextState, nextStates }: Transition): string[] {
  return namesIn([nextState, ...Array.isArray(nextStates) ? nextStates : []]);
}

/** The ids of all events that a transition waits for. */
export function eventsIn({ event, events }: Transition): string[] {
  return namesIn([event, ...Array.isArray(events) ? events : []]);
}

function namesIn(names: readonly unknown[]): string[] {
  return names.filter((name) => typeof name === "string").filter((name) => name !== "");
}

function declaredBy({ state }: StateVisit): DeclaredTransition[] {
  return objectsIn<Transition>(state.transitions).map((transition, index) => ({
    state: state.name,
    index,
    transition,
  }));
}
