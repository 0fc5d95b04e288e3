import { isObject, type StateMachineDefinition, walkStates } from "@loom/protocol";

/**
 * Active leaves: the active states in which no other one is active, in document order; one in each region.
 *
 * @param active The names of the active states.
 *
 * @example
 * ```ts
 * import { activeLeaves } from "@loom/designer/live";
 * import { assertEquals } from "@std/assert";
 *
 * const settings = { namespace: "Home", asynchronous: false };
 * const state = { name: "Root", states: [{ name: "Open", states: [{ name: "Wide" }] }] };
 * assertEquals(activeLeaves({ settings, events: [], state }, ["Root", "Open", "Wide"]), ["Wide"]);
 * ```
 */
export function activeLeaves({ state }: StateMachineDefinition, active: readonly string[]): string[] {
  if (!isObject(state)) return [];
  const names = new Set(active);
  const visits = [...walkStates(state)].filter((visit) => names.has(visit.state.name));
  const holders = new Set(visits.map(({ parent }) => parent));
  return visits.filter((visit) => !holders.has(visit.state)).map((visit) => visit.state.name);
}
