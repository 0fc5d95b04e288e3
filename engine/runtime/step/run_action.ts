import { refusePromise } from "../../expression/promise.ts";
import type { Action } from "../chart/action.ts";
import { reasonOf } from "../problem.ts";
import { eventNumber } from "../chart/tables.ts";
import type { Payload } from "../send_result.ts";
import { type Host, type Instance, raiseEvent } from "./instance.ts";

/**
 * Runs one action.
 *
 * @returns The sentence that says why it failed, or null.
 */
export function runAction(action: Action, instance: Instance): string | null {
  try {
    return perform(action, instance, instance.payload);
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * Runs one action with a payload.
 *
 * @throws What it throws.
 */
export function perform(action: Action, instance: Instance, payload: Payload | undefined): string | null {
  const { host } = instance;
  switch (action.kind) {
    case "code":
      if (!runRegistered(action.text, host, payload)) refusePromise(action.run(host, payload), action.text);
      break;
    case "broken":
      return runRegistered(action.text, host, payload) ? null : action.error;
    case "startTimer":
    case "invoke":
      return action.start(host, payload);
    case "stopTimer":
      host.stopTimer(action.timer);
      break;
    case "raise":
      raiseNamed(instance, action.event);
  }
  return null;
}

/** Puts an event on the internal queue, if the chart knows it. */
export function raiseNamed(instance: Instance, event: string, payload?: Payload): void {
  const number = eventNumber(instance.tables, event);
  if (number !== undefined) raiseEvent(instance, number, payload);
}

function runRegistered(text: string, host: Host, payload: Payload | undefined): boolean {
  const { registeredActions } = host;
  if (!registeredActions || !Object.hasOwn(registeredActions, text)) return false;
  refusePromise(registeredActions[text]?.(payload, host.data as Record<string, unknown>), text);
  return true;
}
