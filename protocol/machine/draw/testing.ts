import type { State, StateMachineDefinition } from "../types.ts";

/** A definition with that root, or with a root called `Root` that holds the states. */
export function machine(
  states: readonly unknown[],
  root: Record<string, unknown> = {},
): StateMachineDefinition {
  return {
    settings: { namespace: "n", asynchronous: false, name: "M" },
    events: [],
    state: { name: "Root", states: states as State[], ...root },
  };
}
