/**
 * Notifies the observer and the end handlers. Whatever they throw, the step goes on.
 *
 * @module
 */
import { type IObserver, ObserverNull } from "../observers/observer.ts";
import { SafeObserver } from "../observers/safe_observer.ts";
import { endProblem, observerProblem } from "../problem.ts";
import { FLAG, type Instance } from "./instance.ts";

/** Replaces the observer. */
export function setListener(instance: Instance, observer: IObserver): void {
  if (observer === ObserverNull.instance()) {
    instance.listener = null;
    instance.flags &= ~FLAG.observed;
  } else {
    instance.listener = new SafeObserver(
      observer,
      (callback, error) => observerFailed(instance, callback, error),
    );
    instance.flags |= FLAG.observed;
  }
}

/** Reports a problem that no result carries, unless it is a failure of the observer, which is reported anyway. */
export function notifyProblem(instance: Instance, problem: string): void {
  if (problem !== instance.failure) instance.listener?.onError?.(instance.host.name, problem);
}

/** Reports, after a step, the first error of the observer or an end handler in it. */
export function notifyFailure(instance: Instance): void {
  if (instance.failure !== null) instance.listener?.onError?.(instance.host.name, instance.failure);
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
    if ((instance.flags & FLAG.busy) === 0) thrown = { error };
    else noteFailure(instance, endProblem(error));
  }
  instance.listener?.onDone?.(instance.host.name);
  if (thrown !== null) throw thrown.error;
}

function observerFailed(instance: Instance, callback: keyof IObserver, error: unknown): void {
  if (callback === "onError") return; // There is nobody left to notify.
  const failure = observerProblem(callback, error);
  if ((instance.flags & FLAG.busy) === 0) instance.listener?.onError?.(instance.host.name, failure);
  else noteFailure(instance, failure);
}

function noteFailure(instance: Instance, failure: string): void {
  instance.problem ??= failure;
  instance.failure ??= failure;
}
