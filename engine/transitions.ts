import type { StateMachineDefinition, Transition } from "@loom/protocol";
import { conditionOf, delayOf, eventsOf, furtherTargetsOf, targetOf, transitionsOf } from "./members.ts";
import { enrich } from "./model.ts";

/** One transition as an edge between two named states. */
export interface TransitionEdge {
  /** The name of the state that declares it. */
  readonly from: string;
  /** The first event's id; `""` for an event-less or a delayed transition. */
  readonly event: string;
  /** The ids of further events, if there are any. */
  readonly events?: readonly string[];
  /** The delay in place of an event, if there is one. */
  readonly after?: string | number;
  /** The name of the target as the definition gives it; for an internal transition the same as `from`. */
  readonly to: string;
  /** The names of further targets, if there are any. */
  readonly further?: readonly string[];
  /** True when it has no target. */
  readonly internal: boolean;
  /** The guard's text, if there is one. */
  readonly condition?: string;
  /** Why it is there, if the definition says so. */
  readonly description?: string;
}

/**
 * All transitions of a definition in document order, those of composites, regions and the root included. A target
 * stays the one declared: a composite is not resolved to the leaf that is entered.
 *
 * @example
 * ```ts
 * import { listTransitions } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const edges = listTransitions({
 *   settings: { namespace: "Home", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "push" }] }],
 *   state: {
 *     name: "Door",
 *     states: [{ name: "Closed", transitions: [{ event: "push", nextState: "Open" }] }, { name: "Open" }],
 *   },
 * });
 * assertEquals(edges, [{ from: "Closed", event: "push", to: "Open", internal: false }]);
 * ```
 */
export function listTransitions(definition: StateMachineDefinition): TransitionEdge[] {
  const edges: TransitionEdge[] = [];
  for (const state of enrich(definition).allStates) {
    for (const transition of transitionsOf(state)) edges.push(toEdge(state.name, transition));
  }
  return edges;
}

function toEdge(from: string, transition: Transition): TransitionEdge {
  const target = targetOf(transition);
  const condition = conditionOf(transition);
  const [event = "", ...events] = eventsOf(transition);
  const [after, further] = [delayOf(transition), furtherTargetsOf(transition)];
  const { description } = transition;
  return {
    from,
    event,
    ...(events.length === 0 ? {} : { events }),
    ...(after === undefined ? {} : { after }),
    to: target ?? from,
    ...(further.length === 0 ? {} : { further }),
    internal: target === undefined,
    ...(condition === undefined ? {} : { condition }),
    ...(typeof description === "string" ? { description } : {}),
  };
}
