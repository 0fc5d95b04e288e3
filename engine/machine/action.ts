import type { Scope } from "../expression/mod.ts";
import type { CompiledAction, DurationSource } from "./program.ts";
import type { Payload } from "./send_result.ts";

/** Runs instead of the action it is registered for. */
export type RegisteredAction = (payload: Payload | undefined, context: Record<string, unknown>) => void;

/** What actions act on. */
export interface ActionHost {
  /** Run instead of the `code` with their whole text. */
  readonly registered: Readonly<Record<string, RegisteredAction>> | null;
  /** Starts a timer that sends `event`. */
  startTimer(name: string, duration: number, repeat: number | undefined, event: string): void;
  /** Stops a timer. */
  stopTimer(name: string): void;
  /** Puts an event on the internal queue. */
  raise(event: string): void;
}

/**
 * Runs one action.
 *
 * @returns The sentence that says why it failed, or null.
 */
export function runAction(action: CompiledAction, scope: Scope, host: ActionHost): string | null {
  try {
    return perform(action, scope, host);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function perform(action: CompiledAction, scope: Scope, host: ActionHost): string | null {
  const { effect } = action;
  switch (effect.kind) {
    case "code":
      return runCode(action, effect.code, scope, host);
    case "timerStart":
      return startTimer(action, effect.timer, scope, host);
    case "timerStop":
      host.stopTimer(effect.timer);
      return null;
    case "raise":
      host.raise(effect.event);
      return null;
    case "none":
      return null;
  }
}

function runCode(action: CompiledAction, code: string, scope: Scope, host: ActionHost): string | null {
  if (host.registered && Object.hasOwn(host.registered, code)) {
    host.registered[code]?.(scope.payload, scope.context);
    return null;
  }
  if (!action.run) return action.error;
  action.run(scope);
  return null;
}

function startTimer(action: CompiledAction, timer: string, scope: Scope, host: ActionHost): string | null {
  if (action.error !== "") return action.error;
  const duration = milliseconds(action.duration, scope);
  if (duration === null) {
    return `The duration of the timer "${timer}" is no number of milliseconds of 0 or more.`;
  }
  const repeat = action.repeat === null ? undefined : milliseconds(action.repeat, scope);
  if (repeat === null || repeat === 0) {
    return `The repeat of the timer "${timer}" is no number of milliseconds above 0.`;
  }
  host.startTimer(timer, duration, repeat, action.event);
  return null;
}

function milliseconds(source: DurationSource | null, scope: Scope): number | null {
  const value = typeof source === "function" ? source(scope) : source;
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}
