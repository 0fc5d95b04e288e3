import { refusePromise } from "../../expression/promise.ts";
import { type Action, milliseconds } from "../chart/action.ts";
import { reasonOf } from "../problem.ts";
import type { Payload } from "../send_result.ts";
import { type Host, type Instance, raiseEvent } from "./instance.ts";

/**
 * Runs one action.
 *
 * @returns The sentence that says why it failed, or null.
 */
export function runAction(action: Action, instance: Instance): string | null {
  try {
    return perform(action, instance);
  } catch (error) {
    return reasonOf(error);
  }
}

function perform(action: Action, instance: Instance): string | null {
  const { host, payload } = instance;
  switch (action.kind) {
    case "code":
      if (!runRegistered(action.text, host, payload)) refusePromise(action.run(host, payload), action.text);
      return null;
    case "broken":
      return runRegistered(action.text, host, payload) ? null : action.error;
    case "startTimer":
      return startTimer(action, host, payload);
    case "stopTimer":
      host.stopTimer(action.timer);
      return null;
    case "raise":
      raiseNamed(instance, action.event);
      return null;
    case "none":
      return null;
  }
}

/** Puts an event on the internal queue, if the chart knows it. */
export function raiseNamed(instance: Instance, event: string): void {
  const number = instance.tables.eventNumbers.get(event);
  if (number !== undefined) raiseEvent(instance, number);
}

function runRegistered(text: string, host: Host, payload: Payload | undefined): boolean {
  const { registeredActions } = host;
  if (!registeredActions || !Object.hasOwn(registeredActions, text)) return false;
  refusePromise(registeredActions[text]?.(payload, host.data as Record<string, unknown>), text);
  return true;
}

function startTimer(
  action: Extract<Action, { kind: "startTimer" }>,
  host: Host,
  payload: Payload | undefined,
): string | null {
  const { timer, event } = action;
  const duration = milliseconds(action.duration, host, payload);
  if (duration === null) {
    return `The duration of the timer "${timer}" is no number of milliseconds of 0 or more.`;
  }
  const repeat = action.repeat === undefined ? undefined : milliseconds(action.repeat, host, payload);
  if (repeat === null || repeat === 0) {
    return `The repeat of the timer "${timer}" is no number of milliseconds above 0.`;
  }
  host.startEventTimer(timer, duration, event, repeat);
  return null;
}
