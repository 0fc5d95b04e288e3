import { toPointer } from "../json/pointer.ts";
import { objectsIn, transitionsIn } from "./lookup.ts";
import { transitionText } from "./text.ts";
import { walkStates } from "./tree.ts";
import type { Event, EventSource, StateMachineDefinition, Timer } from "./types.ts";

/** A state, an event or a timer, with its place. */
export interface MachineElement {
  /** The element. */
  readonly type: "state" | "event" | "timer";
  /** A state's name, an event's or a timer's id. */
  readonly name: string;
  /** Its JSON pointer in the definition. */
  readonly path: string;
  /** The names of its containers, outermost first. */
  readonly inside: readonly string[];
  /** The element itself: part of the document, not a copy. */
  readonly value: object;
}

/** A transition that has to do with an element. */
export interface TouchingTransition {
  /** The state that declares it. */
  readonly state: string;
  /** Its index there. */
  readonly index: number;
  /** A one-line description. */
  readonly text: string;
}

/**
 * Finds a state by its name, or an event by its id, or a timer by either; a state comes first.
 *
 * @param types What to look for. Default: everything.
 *
 * @example
 * ```ts
 * import { findElement } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const lamp = {
 *   settings: { namespace: "n", asynchronous: false },
 *   events: [{ name: "Clock", timers: [{ id: "late", name: "Wait" }] }],
 *   state: { name: "Lamp" },
 * };
 * assertEquals(findElement(lamp, "Lamp")?.path, "/state");
 * assertEquals(findElement(lamp, "Wait")?.path, "/events/0/timers/0");
 * assertEquals(findElement(lamp, "Wait", ["state", "event"]), undefined);
 * ```
 */
export function findElement(
  definition: StateMachineDefinition,
  name: string,
  types: readonly MachineElement["type"][] = ["state", "event", "timer"],
): MachineElement | undefined {
  const state = types.includes("state") ? findStateElement(definition, name) : undefined;
  return state ?? findDeclared(definition, name, types);
}

function findStateElement(definition: StateMachineDefinition, name: string): MachineElement | undefined {
  const trail: string[] = [];
  for (const { state, depth, path } of walkStates(definition.state)) {
    trail.length = depth;
    if (state.name === name) return { type: "state", name, path, inside: trail, value: state };
    trail.push(String(state.name));
  }
  return undefined;
}

function findDeclared(
  definition: StateMachineDefinition,
  name: string,
  types: readonly string[],
): MachineElement | undefined {
  for (const [sourceIndex, source] of objectsIn<EventSource>(definition.events).entries()) {
    for (const [type, list] of [["event", "events"], ["timer", "timers"]] as const) {
      if (!types.includes(type)) continue;
      const members = objectsIn<Event | Timer>(source[list]);
      const index = members.findIndex((one) => one.id === name || (type === "timer" && one.name === name));
      const value = members[index];
      if (value === undefined) continue;
      const path = toPointer(["events", sourceIndex, list, index]);
      return { type, name: String(value.id), path, inside: [String(source.name)], value };
    }
  }
  return undefined;
}

/** The transitions that leave or reach a state, or that wait for an event or for the end of a timer. */
export function transitionsTouching(
  definition: StateMachineDefinition,
  { type, name }: Pick<MachineElement, "type" | "name">,
): TouchingTransition[] {
  return transitionsIn(definition).filter(({ state, transition }) =>
    type === "state" ? state === name || transition.nextState === name : transition.event === name
  ).map(({ state, index, transition }) => ({ state, index, text: transitionText(state, transition) }));
}
