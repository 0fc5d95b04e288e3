import { EvaluationError } from "../expression/errors.ts";
import type { Context } from "./context.ts";
import type { Payload } from "./send_result.ts";
import type { Guard } from "./tables.ts";
import { truthy } from "./values.ts";

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

/** True when a guard passes: true, false, or the sentence that says why it cannot be evaluated. */
export function passes(guard: Guard, context: Context, payload: Payload | undefined): boolean | string {
  try {
    return decide(guard, context, payload);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function decide(guard: Guard, context: Context, payload: Payload | undefined): boolean | string {
  const { registeredGuards } = context;
  const data = context.data as Record<string, unknown>;
  if (context.guardEvaluator) return Boolean(context.guardEvaluator(guard.text, payload, data));
  if (registeredGuards && Object.hasOwn(registeredGuards, guard.text)) {
    return Boolean(registeredGuards[guard.text]?.(payload, data));
  }
  return verdictOf(guard, context, payload);
}

/** The same where nobody but the context and the guard itself decides. */
export function verdictOf(guard: Guard, context: Context, payload: Payload | undefined): boolean | string {
  if (!guard.isPlainName) {
    // Reading what is not there is much quicker than asking whether it is.
    const named = (context.data as Record<string, unknown>)[guard.text];
    if (named !== undefined && Object.hasOwn(context.data, guard.text)) return Boolean(named);
  }
  if (!guard.test) return guard.error;
  const value = guard.test(context, payload);
  return typeof value === "boolean" ? value : isAccepting(value);
}

/** True when the value of a guard lets its transition through. */
function isAccepting(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  // A promise would be true before it is known.
  if (value instanceof Promise) {
    throw new EvaluationError("the guard gave a promise: a guard must answer at once");
  }
  return truthy(value);
}
