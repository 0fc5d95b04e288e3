import type { ContextBase } from "../context_base.ts";
import type { Payload } from "../send_result.ts";

/** Decides a guard by its text. */
export type GuardFn = (
  condition: string,
  payload: Payload | undefined,
  context: Record<string, unknown>,
) => boolean;

/** Decides the guard it is registered for. */
export type RegisteredGuard = (payload: Payload | undefined, context: Record<string, unknown>) => boolean;

/** Runs instead of the action it is registered for. */
export type RegisteredAction = (payload: Payload | undefined, context: Record<string, unknown>) => void;

/** The context that guards, actions and hooks get. */
export interface Host extends ContextBase {
  readonly data: object;
  readonly registeredGuards: Readonly<Record<string, RegisteredGuard>> | null;
  readonly registeredActions: Readonly<Record<string, RegisteredAction>> | null;
  readonly guardEvaluator: GuardFn | null;
  startEventTimer(name: string, duration: number, event: string, repeat: number | undefined): void;
}
