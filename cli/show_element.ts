import {
  didYouMean,
  findElement,
  type MachineElement,
  oneLine,
  type StateMachineDefinition,
  transitionsTouching,
  triggerIds,
  walkStates,
} from "@loom/protocol";
import type { Context } from "./context.ts";
import { EXIT, type ExitCode } from "./exit_code.ts";
import type { LoadedMachine } from "./load_document.ts";
import { NameError } from "./usage_error.ts";

/**
 * Tells what a state, an event or a timer is: its place, the transitions that touch it, its JSON.
 *
 * @throws {NameError} When there is none of that name.
 */
export function showElement(context: Context, machine: LoadedMachine, name: string): ExitCode {
  const { definition } = machine;
  const element = elementCalled(definition, name);
  const touching = transitionsTouching(definition, element);
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

function elementCalled(definition: StateMachineDefinition, name: string): MachineElement {
  const found = findElement(definition, name);
  if (found) return found;
  const names = Array.from(walkStates(definition.state), (visit) => String(visit.state.name));
  const hint = didYouMean(name, [...names, ...triggerIds(definition)]);
  throw new NameError(
    `There is no state, event or timer "${name}"${
      hint === "" ? ': "loom list states" and "loom list events" show all.' : `.${hint}`
    }`,
  );
}
