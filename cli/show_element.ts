import {
  didYouMean,
  type EventSource,
  oneLine,
  type StateMachineDefinition,
  toPointer,
  type Transition,
  walkStates,
} from "@loom/protocol";
import type { Context } from "./context.ts";
import { EXIT, type ExitCode } from "./exit_code.ts";
import type { LoadedMachine } from "./load_machine.ts";
import { eventIds, listOf } from "./lookup.ts";
import { transitionText } from "./op_text.ts";
import { NameError } from "./usage_error.ts";

/** A state, an event or a timer, and where it stands. */
interface Element {
  readonly type: "state" | "event" | "timer";
  readonly name: string;
  /** Its JSON pointer in the definition. */
  readonly path: string;
  /** The names of what it stands in, from the outside. */
  readonly inside: readonly string[];
  readonly value: object;
}

/**
 * Tells what a state, an event or a timer is: its place, the transitions that touch it, its JSON.
 *
 * @throws {NameError} When there is none of that name.
 */
export function showElement(context: Context, machine: LoadedMachine, name: string): ExitCode {
  const { definition } = machine;
  const element = findElement(definition, name);
  const touching = transitionsOf(definition, element);
  const place = machine.places([element.path]).get(element.path);
  if (context.json) {
    const { type, path, inside, value } = element;
    context.printJson({ type, name, path, ...place, inside, transitions: touching, value });
    return EXIT.done;
  }
  const { paint, print } = context;
  const where = place === undefined ? element.path : `${place.line}:${place.column}`;
  const trail = element.inside.length === 0
    ? ""
    : ` in ${element.inside.map((one) => oneLine(one)).join(" › ")}`;
  print(`${paint.strong(oneLine(name))}  ${paint.faint(`${element.type}${trail}`)}`);
  print(paint.faint(`${machine.path}:${where}`));
  if (touching.length > 0) print(["", ...touching.map((one) => `  ${one.text}`)]);
  print(["", JSON.stringify(element.value, null, 2)]);
  return EXIT.done;
}

function findElement(definition: StateMachineDefinition, name: string): Element {
  const found = findState(definition, name) ?? findEvent(definition, name);
  if (found) return found;
  const names = Array.from(walkStates(definition.state), (visit) => String(visit.state.name));
  throw new NameError(
    `There is no state, event or timer "${name}".${didYouMean(name, [...names, ...eventIds(definition)])}`,
  );
}

function findState(definition: StateMachineDefinition, name: string): Element | undefined {
  const trail: string[] = [];
  for (const { state, depth, path } of walkStates(definition.state)) {
    trail.length = depth;
    if (state.name === name) return { type: "state", name, path, inside: trail, value: state };
    trail.push(String(state.name));
  }
  return undefined;
}

function findEvent(definition: StateMachineDefinition, name: string): Element | undefined {
  for (const [index, source] of listOf<EventSource>(definition.events).entries()) {
    const inside = [String(source.name)];
    for (const list of ["events", "timers"] as const) {
      const members = listOf<{ id: string; name?: string }>(source[list]);
      const at = members.findIndex((one) => one.id === name || (list === "timers" && one.name === name));
      const value = members[at];
      if (!value) continue;
      const type = list === "events" ? "event" : "timer";
      return { type, name: value.id, path: toPointer(["events", index, list, at]), inside, value };
    }
  }
  return undefined;
}

/** The transitions that leave or reach a state, or that an event takes. */
function transitionsOf(definition: StateMachineDefinition, { type, name }: Element) {
  const found: { state: string; index: number; text: string }[] = [];
  for (const { state } of walkStates(definition.state)) {
    listOf<Transition>(state.transitions).forEach((transition, index) => {
      const touches = type === "state"
        ? state.name === name || transition.nextState === name
        : transition.event === name;
      if (touches) found.push({ state: state.name, index, text: transitionText(state.name, transition) });
    });
  }
  return found;
}
