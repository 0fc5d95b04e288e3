/**
 * Actions of machines with work: its begin and end, outputs, and events that are sent later or to another machine.
 *
 * @module
 */
import { EvaluationError } from "../../expression/errors.ts";
import { Suspension } from "../../expression/call_record.ts";
import { isPromise, promiseRefusal } from "../../expression/promise.ts";
import {
  code,
  type CodeAction,
  type InvokeAction,
  type Milliseconds,
  milliseconds,
} from "../chart/action.ts";
import { payloadOf, type ValueOf } from "../chart/structured.ts";
import type { ContextBase } from "../context_base.ts";
import { reasonOf } from "../problem.ts";
import { Work, type WorkSource } from "./work.ts";

/** Settings of an event that is sent later, or to another machine. */
export interface SendSettings<C extends ContextBase> {
  /** The payload. */
  readonly data?: ValueOf<C>;
  /** Milliseconds until it is sent. */
  readonly delay?: Milliseconds<C>;
  /** The name by which it is cancelled. */
  readonly id?: string;
  /** The machine that gets it: the id of an invoked one, or `parent`. */
  readonly to?: string;
}

/** An action that sends an event later, or to another machine, which gets it when the step is over. */
export function sendAway<C extends ContextBase>(
  event: string,
  { data, delay, id, to }: SendSettings<C>,
): CodeAction<C> {
  const text = to === undefined ? `send ${event}` : `send ${event} to ${to}`;
  return code(text, (context, payload) => {
    const sent = payloadOf(text, data, context, payload);
    if (delay === undefined) return workOf(context).sendAway(to ?? "", event, sent);
    const ms = milliseconds(delay, context, payload);
    if (ms === null) throw new EvaluationError("the delay is no number of milliseconds of 0 or more", text);
    workOf(context).delay(id, ms, {
      event,
      ...(sent === undefined ? {} : { payload: sent }),
      ...(to === undefined ? {} : { to }),
    });
  });
}

/** An action of a final state: the output of what it completes. */
export function giveOutput<C extends ContextBase>(
  state: string,
  text: string,
  value: ValueOf<C>,
): CodeAction<C> {
  return code(`output ${text}`, (context, payload) => workOf(context).give(state, value(context, payload)));
}

/** An action that begins work: a task of the host, or a child machine. */
export function invoke<C extends ContextBase>(
  id: string,
  source: WorkSource,
  input?: ValueOf<C>,
): InvokeAction<C> {
  return {
    kind: "invoke",
    id,
    text: `invoke ${id}`,
    start(context, payload) {
      const work = workOf(context);
      try {
        const value = input?.(context, payload);
        if (isPromise(value)) throw new EvaluationError(promiseRefusal(value, "its input"), `invoke ${id}`);
        work.begin(id, source, value);
        return null;
      } catch (error) {
        if (error instanceof Suspension) throw error;
        work.fail(id, error);
        return reasonOf(error);
      }
    },
    resume(context, running) {
      workOf(context).begin(id, source, running.input, running.snapshot);
    },
  };
}

/** An action that cancels work. */
export function stopInvoke<C extends ContextBase>(id: string): CodeAction<C> {
  return code(`stop ${id}`, (context) => workOf(context).stop(id));
}

/** The work of a machine; its chart says that it has some. */
function workOf(context: ContextBase): Work {
  const { workSet } = context as ContextBase & { readonly workSet?: unknown };
  if (workSet instanceof Work) return workSet;
  throw new TypeError(`The chart of "${context.name}" has no work: give it "work: workSets".`);
}
