/**
 * Structured actions: choices and loops over other actions, events that are sent, and lines for the observer. Only machines
 * that have some load this.
 *
 * @module
 */
import { isTruthy } from "../../expression/values.ts";
import { EvaluationError } from "../../expression/errors.ts";
import { refusePromise } from "../../expression/promise.ts";
import type { ContextBase } from "../context_base.ts";
import type { IObserver } from "../observers/observer.ts";
import type { Payload } from "../send_result.ts";
import { type Action, code, type CodeAction, type EventTimers } from "./action.ts";

/** A value from the context and the payload. */
export type ValueOf<C extends ContextBase> = (context: C, payload: Payload | undefined) => unknown;

/** The members of a context that actions inside others need. */
interface ActingContext extends ContextBase, EventTimers {
  readonly observer: IObserver;
  readonly data: object;
  readonly registeredActions:
    | Readonly<Record<string, (payload: Payload | undefined, context: Record<string, unknown>) => void>>
    | null;
  raise(event: string, payload?: Payload): void;
  send(event: string, payload?: Payload): unknown;
}

/** An action that runs one list of actions or another. */
export function chooseActions<C extends ContextBase>(
  text: string,
  test: ValueOf<C>,
  then: readonly Action<C>[],
  otherwise: readonly Action<C>[] = [],
): CodeAction<C> {
  return structured(text, (context, payload) => [
    { actions: isTruthy(test(context, payload)) ? then : otherwise, payload },
  ]);
}

/**
 * An action that runs actions once for each item of a list. They see the item and its index like members of the payload.
 */
export function eachItem<C extends ContextBase>(
  text: string,
  list: ValueOf<C>,
  item: string,
  index: string,
  actions: readonly Action<C>[],
): CodeAction<C> {
  return structured(text, (context, payload) => {
    const items = list(context, payload);
    if (!Array.isArray(items)) throw new EvaluationError("the value is no list", text);
    return Array.from(items, (value: unknown, place) => ({
      actions,
      payload: { ...payload, [item]: value, ...(index === "" ? {} : { [index]: place }) },
    }));
  });
}

function structured<C extends ContextBase>(
  text: string,
  blocks: NonNullable<CodeAction<C>["blocks"]>,
): CodeAction<C> {
  const run = (context: C, given: Payload | undefined): void => {
    for (const { actions, payload } of blocks(context, given)) runAll(actions, context, payload);
  };
  return { ...code(text, run), blocks };
}

/** An action that sends an event to the machine itself: it waits until the step is over. */
export function sendEvent<C extends ContextBase>(event: string, data?: ValueOf<C>): CodeAction<C> {
  const text = `send ${event}`;
  return code(text, (context, payload) => {
    acting(context).send(event, payloadOf(text, data, context, payload));
  });
}

/** An action that raises an event with a payload. */
export function raiseWith<C extends ContextBase>(event: string, data: ValueOf<C>): CodeAction<C> {
  const text = `raise ${event}`;
  return code(text, (context, payload) => {
    acting(context).raise(event, payloadOf(text, data, context, payload));
  });
}

/** The payload of an event that is sent: an object, or nothing. */
export function payloadOf<C extends ContextBase>(
  text: string,
  data: ValueOf<C> | undefined,
  context: C,
  payload: Payload | undefined,
): Payload | undefined {
  const value = data?.(context, payload) ?? undefined;
  if (value !== undefined && (typeof value !== "object" || Array.isArray(value))) {
    throw new EvaluationError("the data of an event is an object", text);
  }
  return value as Payload | undefined;
}

/** An action that gives a value to the observer. */
export function logText<C extends ContextBase>(text: string, value: ValueOf<C>): CodeAction<C> {
  return code(`log ${text}`, (context, payload) => {
    const said = value(context, payload) ?? null;
    const { observer, name } = acting(context);
    observer.onLog?.(name, typeof said === "string" ? said : JSON.stringify(said));
  });
}

function acting(context: ContextBase): ActingContext {
  return context as ActingContext;
}

/** Runs actions until one fails. */
function runAll<C extends ContextBase>(
  actions: readonly Action<C>[],
  context: C,
  payload: Payload | undefined,
): void {
  for (const action of actions) {
    const host = acting(context);
    switch (action.kind) {
      case "code":
        if (!runRegistered(host, action.text, payload)) {
          refusePromise(action.run(context, payload), action.text);
        }
        break;
      case "broken":
        if (!runRegistered(host, action.text, payload)) throw new Error(action.error);
        break;
      case "startTimer": {
        const failure = action.start(context as C & EventTimers, payload);
        if (failure !== null) throw new Error(failure);
        break;
      }
      case "stopTimer":
        host.stopTimer(action.timer);
        break;
      case "raise":
        host.raise(action.event);
        break;
      case "invoke":
        action.start(context, payload);
    }
  }
}

function runRegistered(
  { registeredActions, data }: ActingContext,
  text: string,
  payload: Payload | undefined,
): boolean {
  if (!registeredActions || !Object.hasOwn(registeredActions, text)) return false;
  refusePromise(registeredActions[text]?.(payload, data as Record<string, unknown>), text);
  return true;
}
