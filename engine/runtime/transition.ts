import type { Action } from "./action.ts";
import type { ContextBase } from "./context_base.ts";
import type { Payload } from "./send_result.ts";

/**
 * A transition of a machine written in code.
 *
 * @typeParam C The context that its guard and actions get.
 */
export interface Transition<C extends ContextBase = ContextBase> {
  /** The name of the state it leads to; without one it is internal. */
  readonly target?: string;
  /** The guard's text, which observers are told. */
  readonly guard?: string;
  /** The compiled guard. */
  test?(context: C, payload: Payload | undefined): unknown;
  /** Why the guard's text means nothing: it never passes. */
  readonly error?: string;
  /** Actions of the transition. */
  readonly actions?: readonly Action<C>[];
}

/** A transition, for use in the lists of a state class. */
export function transition<C extends ContextBase>(parts: Transition<C>): Transition<C> {
  return parts;
}
