import {
  collectStateNames,
  didYouMean,
  type EventSource,
  isObject,
  objectsIn,
  type StateMachineDefinition,
  type StateVisit,
  timersIn,
  triggerIds,
  walkStates,
} from "@loom/protocol";
import { ToolError } from "../tool.ts";

/** How many names an error lists. */
const MOST_NAMES = 12;

/**
 * Finds a state by its name.
 *
 * @throws {ToolError} `unknown_name` with what there is; `ambiguous_name` when several are called so.
 */
export function stateNamed(machine: StateMachineDefinition, name: string): StateVisit {
  const found = Array.from(walkStates(machine.state)).filter((visit) => visit.state.name === name);
  const [first, ...others] = found;
  if (first === undefined) throw unknownName("state", name, collectStateNames(machine.state), "list_states");
  if (others.length === 0) return first;
  throw new ToolError(
    "ambiguous_name",
    `${found.length} states are called "${name}" (${
      someOf(found.map(({ path }) => path))
    }): call rename_state, which takes the first, and then this again.`,
  );
}

/** The first of some texts, with commas between. */
export function someOf(texts: readonly string[]): string {
  return texts.slice(0, MOST_NAMES).join(", ") + (texts.length > MOST_NAMES ? ", …" : "");
}

/** The first state of that name, or the error that {@linkcode stateNamed} would give. */
export function firstStateNamed(machine: StateMachineDefinition, name: string): StateVisit {
  return walkStates(machine.state).find((visit) => visit.state.name === name) ?? stateNamed(machine, name);
}

/** The parent that a parameter names; without one, the root. */
export function parentNamed(machine: StateMachineDefinition, name: string | undefined): StateVisit {
  if (!isObject(machine.state)) {
    throw new ToolError("no_root", "The machine has no root state: call load_definition with one that has.");
  }
  const root = walkStates(machine.state).next().value as StateVisit;
  if (name === undefined || name === root.state.name) return root;
  return stateNamed(machine, name);
}

/** Refuses the name of a new state that cannot be one, or is taken. */
export function checkNewState(machine: StateMachineDefinition, name: string): void {
  checkName("state", name);
  const visit = walkStates(machine.state).find((one) => one.state.name === name);
  if (visit === undefined) return;
  const where = visit.parent === null ? "it is the root" : `inside "${visit.parent.name}"`;
  throw new ToolError(
    "duplicate",
    `There is a state "${name}" already (${where}): choose another name, or call update_state.`,
  );
}

/** Refuses the id of a new event or timer that cannot be one, or is taken. */
export function checkNewTrigger(machine: StateMachineDefinition, id: string): void {
  checkName("event", id);
  if (!triggerIds(machine).includes(id)) return;
  const source = objectsIn<EventSource>(machine.events).find((one) =>
    [...objectsIn<{ id: string }>(one.events), ...objectsIn<{ id: string }>(one.timers)].some((it) =>
      it.id === id
    )
  );
  throw new ToolError(
    "duplicate",
    `There is an event "${id}" already (source "${
      source?.name ?? ""
    }"): choose another id, or call update_event.`,
  );
}

/** Refuses what cannot be a name. */
export function checkName(what: string, name: string): void {
  if (name.trim() !== "" && name === name.trim() && !/\p{Cc}/u.test(name)) return;
  throw new ToolError(
    "bad_name",
    `${
      JSON.stringify(name)
    } cannot name a new ${what}: give a word without blanks around it and without line ends.`,
  );
}

/** Refuses a target that is no state. */
export function checkTarget(
  machine: StateMachineDefinition,
  name: string | undefined,
  allowUnknown = false,
): void {
  if (name === undefined || name === "" || allowUnknown) return;
  const names = collectStateNames(machine.state);
  if (!names.includes(name)) {
    throw unknownName(
      "state",
      name,
      names,
      "list_states",
      "Call add_state first, or give allow_unknown: true.",
    );
  }
}

/** Refuses what no transition can wait for. The completion of a state is declared by the state. */
export function checkTrigger(
  machine: StateMachineDefinition,
  id: string | undefined,
  allowUnknown = false,
): void {
  if (id === undefined || id === "" || allowUnknown) return;
  const ids = triggerIds(machine);
  if (ids.includes(id)) return;
  const completed = /^done\.state\.(.+)$/.exec(id)?.[1];
  if (completed !== undefined) return void stateNamed(machine, completed);
  throw unknownName("event", id, ids, "list_events", "Call add_event first, or give allow_unknown: true.");
}

/**
 * Where an event or a timer is declared.
 *
 * @throws {ToolError} `unknown_name` with what there is.
 */
export function triggerNamed(machine: StateMachineDefinition, id: string): "event" | "timer" {
  const isTimer = timersIn(machine).some((timer) => timer.id === id);
  const ids = triggerIds(machine);
  if (!ids.includes(id)) throw unknownName("event", id, ids, "list_events", "Call add_event to add it.");
  return isTimer ? "timer" : "event";
}

/**
 * The index of an event source; without a name, of the first.
 *
 * @returns -1 when there is none of that name, or none at all: it is to be made.
 */
export function sourceNamed(machine: StateMachineDefinition, name: string | undefined): number {
  const sources = objectsIn<EventSource>(machine.events);
  if (name === undefined) return sources.length === 0 ? -1 : 0;
  return sources.findIndex((source) => source.name === name);
}

/** The error of a name that is not there: what there is, the nearest, and what to call. */
export function unknownName(
  what: string,
  name: string,
  names: readonly string[],
  lister: string,
  next = "",
): ToolError {
  const hint = didYouMean(name, names);
  const shown = names.slice(0, MOST_NAMES).map((one) => JSON.stringify(one)).join(", ");
  const there = names.length === 0
    ? "There are none."
    : names.length > MOST_NAMES
    ? `There are ${names.length}: ${lister} shows them.`
    : `There ${names.length === 1 ? "is" : "are"} ${shown}.`;
  const sentences = [`There is no ${what} ${JSON.stringify(name)}.${hint}`, there, next].filter((text) =>
    text !== ""
  );
  return new ToolError("unknown_name", sentences.join(" "));
}

/**
 * Refuses a place that a list does not have.
 *
 * @param last The last place there is.
 */
export function checkPlace(index: number | undefined, last: number, where: string): void {
  if (index === undefined || index <= last) return;
  throw new ToolError(
    "out_of_range",
    `There is no place ${index} ${where}: give ${
      last === 0 ? "0" : `0 to ${last}`
    }, or leave it out for the end.`,
  );
}
