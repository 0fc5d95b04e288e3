import { didYouMean, type StateMachineDefinition, timersIn, triggerIds, walkStates } from "@loom/protocol";
import { NameError } from "./usage_error.ts";

/** The names that a change uses; what is absent or empty names nothing. */
export interface UsedNames {
  /** A state to lead to. */
  readonly state?: unknown;
  /** The id of an event or a timer. */
  readonly event?: unknown;
  /** The name of a timer. */
  readonly timer?: unknown;
}

/**
 * Refuses names that the document does not have.
 *
 * @throws {NameError} Names what was probably meant.
 */
export function refuseUnknownNames(
  definition: StateMachineDefinition,
  { state, event, timer }: UsedNames,
): void {
  refuse("state", state, () => Array.from(walkStates(definition.state), (visit) => String(visit.state.name)));
  // The completion of a state is declared by the state.
  const isCompletion = typeof event === "string" && event.startsWith("done.state.");
  if (!isCompletion) refuse("event", event, () => triggerIds(definition));
  refuse("timer", timer, () => timersIn(definition).map((one) => String(one.name)));
}

function refuse(what: string, name: unknown, namesOf: () => readonly string[]): void {
  if (typeof name !== "string" || name === "") return;
  const names = namesOf();
  if (names.includes(name)) return;
  const hint = didYouMean(name, names);
  const advice = hint === "" ? ": add it first, or give --allow-unknown." : `.${hint}`;
  throw new NameError(`There is no ${what} "${name}"${advice}`);
}
