import { type Action, milliseconds } from "./action.ts";
import type { Context } from "./context.ts";
import type { Payload } from "./send_result.ts";

/** The machine's functions for actions, beside its context. */
export interface ActionHost {
  /** Starts a timer that sends `event`. */
  startEventTimer(name: string, duration: number, event: string, repeat: number | undefined): void;
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
export function runAction(
  action: Action,
  context: Context,
  payload: Payload | undefined,
  host: ActionHost,
): string | null {
  try {
    return perform(action, context, payload, host);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function perform(
  action: Action,
  context: Context,
  payload: Payload | undefined,
  host: ActionHost,
): string | null {
  switch (action.kind) {
    case "code":
      if (!runRegistered(action.text, context, payload)) action.run(context, payload);
      return null;
    case "broken":
      return runRegistered(action.text, context, payload) ? null : action.error;
    case "startTimer":
      return startTimer(action, context, payload, host);
    case "stopTimer":
      host.stopTimer(action.timer);
      return null;
    case "raise":
      host.raise(action.event);
      return null;
    case "none":
      return null;
  }
}

function runRegistered(text: string, context: Context, payload: Payload | undefined): boolean {
  const { registeredActions } = context;
  if (!registeredActions || !Object.hasOwn(registeredActions, text)) return false;
  registeredActions[text]?.(payload, context.data as Record<string, unknown>);
  return true;
}

function startTimer(
  action: Extract<Action, { kind: "startTimer" }>,
  context: Context,
  payload: Payload | undefined,
  host: ActionHost,
): string | null {
  const { timer, event } = action;
  const duration = milliseconds(action.duration, context, payload);
  if (duration === null) {
    return `The duration of the timer "${timer}" is no number of milliseconds of 0 or more.`;
  }
  const repeat = action.repeat === undefined ? undefined : milliseconds(action.repeat, context, payload);
  if (repeat === null || repeat === 0) {
    return `The repeat of the timer "${timer}" is no number of milliseconds above 0.`;
  }
  host.startEventTimer(timer, duration, event, repeat);
  return null;
}
