import {
  collectStateNames,
  didYouMean,
  findState,
  type State,
  type StateMachineDefinition,
} from "@loom/protocol";
import { ToolError } from "../tool.ts";

/** The most names in an error. */
const MOST_NAMES = 12;

/**
 * The first state of a name.
 *
 * @throws {ToolError} `unknown_name`, with the names that exist.
 */
export function firstStateNamed(machine: StateMachineDefinition, name: string): State {
  const state = findState(machine.state, name);
  if (state !== undefined) return state;
  throw unknownName("state", name, collectStateNames(machine.state), "list_states");
}

/** The error of an unknown name: the names that exist, the nearest, and the tool that lists them. */
export function unknownName(
  what: string,
  name: string,
  names: readonly string[],
  lister: string,
): ToolError {
  const shown = names.slice(0, MOST_NAMES).map((one) => JSON.stringify(one)).join(", ");
  const there = names.length === 0
    ? "There are none."
    : names.length > MOST_NAMES
    ? `There are ${names.length}: ${lister} shows them.`
    : `There ${names.length === 1 ? "is" : "are"} ${shown}.`;
  return new ToolError(
    "unknown_name",
    `There is no ${what} ${JSON.stringify(name)}.${didYouMean(name, names)} ${there}`,
  );
}
