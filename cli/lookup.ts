import {
  type Action,
  didYouMean,
  type EventSource,
  objectsIn,
  type Parameter,
  pluralOf,
  type State,
  type StateMachineDefinition,
  type StateVisit,
  timersIn,
  type Transition,
  triggerIds,
  walkStates,
} from "@loom/protocol";
import { NameError } from "./usage_error.ts";

/**
 * Finds a state by its name.
 *
 * @throws {NameError} Names the state that was probably meant.
 */
export function stateCalled(definition: StateMachineDefinition, name: string): StateVisit {
  const names: string[] = [];
  for (const visit of walkStates(definition.state)) {
    if (visit.state.name === name) return visit;
    names.push(String(visit.state.name));
  }
  throw unknown("state", name, names);
}

/**
 * The index of a transition in its state: by its number, or by its event when only one has it.
 *
 * @throws {NameError} When there is none, or more than one.
 */
export function transitionIndex(state: State, which: string): number {
  const transitions = objectsIn<Transition>(state.transitions);
  const named = transitions.flatMap((one, index) =>
    (one.event ?? "") === (which === "-" ? "" : which) ? [index] : []
  );
  if (named.length === 1) return named[0] ?? 0;
  if (named.length > 1) {
    throw new NameError(
      `"${state.name}" has ${named.length} transitions on "${which}": say which by its number, ${
        orText(named)
      }.`,
      "ambiguous_transition",
    );
  }
  if (/^\d+$/.test(which) && Number(which) < transitions.length) return Number(which);
  if (transitions.length === 0) throw new NameError(`"${state.name}" has no transitions.`, "no_transition");
  const events = transitions.map((one) => one.event ?? "");
  throw new NameError(
    /^\d+$/.test(which)
      ? `"${state.name}" has no transition ${which}: they are numbered from 0 to ${transitions.length - 1}.`
      : `"${state.name}" has no transition on "${which}".${didYouMean(which, events)}`,
    "no_transition",
  );
}

/** The position of an event, a timer or a parameter. */
export interface Placed<Item> {
  /** The thing itself. */
  readonly item: Item;
  /** The index of its source, or of the parameter in its event. */
  readonly index: number;
}

/**
 * The index of an event source: by its name, or by its number.
 *
 * @throws {NameError} When there is none.
 */
export function sourceIndex(definition: StateMachineDefinition, which: string): number {
  const sources = objectsIn<EventSource>(definition.events);
  const named = sources.findIndex((source) => source.name === which);
  if (named >= 0) return named;
  if (/^\d+$/.test(which) && Number(which) < sources.length) return Number(which);
  throw unknown("event source", which, sources.map((source) => source.name));
}

/**
 * The source that an event stands in.
 *
 * @throws {NameError} When there is no such event.
 */
export function sourceOfEvent(definition: StateMachineDefinition, id: string): number {
  const sources = objectsIn<EventSource>(definition.events);
  const index = sources.findIndex((source) =>
    objectsIn<{ id: string }>(source.events).some((event) => event.id === id)
  );
  if (index >= 0) return index;
  throw unknown("event", id, triggerIds(definition));
}

/**
 * The id of a timer, by its id or its name.
 *
 * @throws {NameError} When there is none.
 */
export function timerId(definition: StateMachineDefinition, which: string): string {
  const timers = timersIn(definition);
  const found = timers.find((timer) => timer.id === which) ?? timers.find((timer) => timer.name === which);
  if (found) return found.id;
  throw unknown("timer", which, timers.flatMap((timer) => [timer.id, timer.name]));
}

/**
 * The index of a parameter of an event.
 *
 * @throws {NameError} When there is no such event or parameter.
 */
export function parameterIndex(definition: StateMachineDefinition, id: string, name: string): number {
  const source = objectsIn<EventSource>(definition.events)[sourceOfEvent(definition, id)];
  const event = objectsIn<{ id: string; parameters?: Parameter[] }>(source?.events).find((one) =>
    one.id === id
  );
  const names = objectsIn<Parameter>(event?.parameters).map((parameter) => parameter.name);
  const index = names.indexOf(name);
  if (index >= 0) return index;
  throw new NameError(`The event "${id}" has no parameter "${name}".${didYouMean(name, names)}`);
}

/** An action as the command line gives it: code, or an object as JSON. */
export function actionOf(text: string): Action {
  if (!text.trimStart().startsWith("{")) return { code: text };
  try {
    return JSON.parse(text) as Action;
  } catch {
    return { code: text };
  }
}

/** The error of a name that is not there: with the one that was probably meant, else with the way to all. */
export function unknown(what: string, name: string, names: readonly string[]): NameError {
  const hint = didYouMean(name, names);
  const list = what === "timer" || what === "event source" ? "events" : pluralOf(what);
  return new NameError(
    `There is no ${what} "${name}"${hint === "" ? `: "loom list ${list}" shows all.` : `.${hint}`}`,
  );
}

function orText(numbers: readonly number[]): string {
  return `${numbers.slice(0, -1).join(", ")} or ${numbers.at(-1)}`;
}
