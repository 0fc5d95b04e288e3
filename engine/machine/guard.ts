import type { Scope } from "../expression/mod.ts";
import type { CompiledGuard } from "./program.ts";
import type { Payload } from "./send_result.ts";

/** Decides a guard by its text. */
export type GuardFn = (
  condition: string,
  payload: Payload | undefined,
  context: Record<string, unknown>,
) => boolean;

/** Decides the guard it is registered for. */
export type RegisteredGuard = (payload: Payload | undefined, context: Record<string, unknown>) => boolean;

/** Who decides guards beside the expressions themselves. */
export interface GuardHost {
  /** Decides every guard. */
  readonly evaluator: GuardFn | null;
  /** Decide the guard with their whole text. */
  readonly registered: Readonly<Record<string, RegisteredGuard>> | null;
}

/** Whether a guard passes: true, false, or the sentence that says why it cannot be evaluated. */
export function passes(guard: CompiledGuard, scope: Scope, host: GuardHost): boolean | string {
  try {
    return decide(guard, scope, host);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function decide(guard: CompiledGuard, scope: Scope, host: GuardHost): boolean | string {
  const { text } = guard;
  const { context } = scope;
  if (host.evaluator) return Boolean(host.evaluator(text, scope.payload, context));
  if (host.registered && Object.hasOwn(host.registered, text)) {
    return Boolean(host.registered[text]?.(scope.payload, context));
  }
  if (!guard.isPlainName && Object.hasOwn(context, text)) return Boolean(context[text]);
  return guard.test ? guard.test(scope) : guard.error;
}
