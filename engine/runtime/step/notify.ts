/**
 * Notifies the observer and the end handlers. Whatever they throw, the step goes on.
 *
 * @module
 */
import { refusePromiseOfCallback } from "../../expression/promise.ts";
import { type CallbackArgs, type IObserver, ObserverNull } from "../observers/observer.ts";
import { endProblem, observerProblem } from "../problem.ts";
import { BUSY, type Instance, OBSERVED } from "./instance.ts";

/** Replaces the observer. */
export function observe(instance: Instance, observer: IObserver): void {
  const isNull = observer === ObserverNull.instance();
  instance.observer = isNull ? null : observer;
  instance.flags = instance.flags & ~OBSERVED | (isNull ? 0 : OBSERVED);
}

/** Calls a callback of the observer, if there is one, and catches its errors, so that none reaches the step. */
export function notify<Callback extends keyof IObserver>(
  instance: Instance,
  callback: Callback,
  ...args: CallbackArgs<Callback>
): void {
  const { observer, host } = instance;
  if (observer === null) return;
  try {
    // The parameter types guarantee the arguments; the compiler cannot match them for all callbacks at once.
    const method = observer[callback] as ((...args: readonly unknown[]) => unknown) | undefined;
    refusePromiseOfCallback(method?.call(observer, host.name, ...args));
  } catch (error) {
    observerFailed(instance, callback, error);
  }
}

/** Calls a callback of every step likewise. Call sites of their own make it fast. */
export function notifyStep(
  instance: Instance,
  callback: "onEntry" | "onExit" | "onTransitionBegin" | "onTransitionEnd",
  state: string,
  next = "",
  transition = "",
): void {
  const { observer, host: { name } } = instance;
  if (observer === null) return;
  try {
    refusePromiseOfCallback(
      callback === "onEntry"
        ? observer.onEntry(name, state)
        : callback === "onExit"
        ? observer.onExit(name, state)
        : callback === "onTransitionBegin"
        ? observer.onTransitionBegin(name, state, next, transition)
        : observer.onTransitionEnd(name, state, next, transition),
    );
  } catch (error) {
    observerFailed(instance, callback, error);
  }
}

function observerFailed(instance: Instance, callback: keyof IObserver, error: unknown): void {
  if (callback !== "onError") noteFailure(instance, observerProblem(callback, error));
}

/** Reports a problem that no result carries, unless it is a failure of the observer, which is reported anyway. */
export function notifyProblem(instance: Instance, problem: string): void {
  if (problem !== instance.failure) notify(instance, "onError", problem);
}

/** Reports, after a step, the first error of the observer or an end handler in it. */
export function notifyFailure(instance: Instance): void {
  if (instance.failure !== null) notify(instance, "onError", instance.failure);
}

/**
 * Calls the end handlers and notifies the observer of the end.
 *
 * @throws The error of an end handler, when no step is running: then the caller of `stop` gets it.
 */
export function notifyEnd(instance: Instance): void {
  let thrown: { readonly error: unknown } | null = null;
  try {
    instance.host.onEnd();
  } catch (error) {
    if ((instance.flags & BUSY) === 0) thrown = { error };
    else noteFailure(instance, endProblem(error));
  }
  notify(instance, "onDone");
  if (thrown !== null) throw thrown.error;
}

/** Keeps a failure until the step is over; without a step, it is reported at once. */
function noteFailure(instance: Instance, failure: string): void {
  if ((instance.flags & BUSY) === 0) notify(instance, "onError", failure);
  else {
    instance.problem ??= failure;
    instance.failure ??= failure;
  }
}
