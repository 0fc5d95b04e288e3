import type { State, StateMachineDefinition } from "@loom/protocol";
import { enrich } from "../model.ts";
import { validate } from "./validate.ts";

/** A machine with the event `go` and the timer `Late`, whose root has the given members. */
export function machine(root: object, more: object = {}): StateMachineDefinition {
  return {
    settings: { namespace: "N", asynchronous: false },
    events: [{ name: "S", events: [{ id: "go" }] }],
    state: { name: "Root", ...root } as State,
    ...more,
  };
}

/** A clean pair of states that use the event; `a` and `b` are more members of each. */
export function pair(a: object = {}, b: object = {}): State[] {
  return [
    { name: "A", transitions: [{ event: "go", nextState: "B" }], ...a },
    { name: "B", transitions: [{ event: "go", nextState: "A" }], ...b },
  ];
}

/** The findings, each as `rule element path`. */
export function findingsOf(definition: unknown): string[] {
  return validate(enrich(definition as StateMachineDefinition))
    .map(({ ruleId, element, path }) => `${ruleId} ${element ?? "-"} ${path}`);
}
