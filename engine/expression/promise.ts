/**
 * The refusal of promises: a step runs to completion at once, so that nothing can wait for one. Only the actions of
 * asynchronous machines wait.
 *
 * @module
 */
import { EvaluationError } from "./errors.ts";

/** True for a promise and for whatever else `await` waits for. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" &&
    typeof (value as Partial<PromiseLike<unknown>> | null)?.then === "function";
}

/**
 * The sentence that refuses a promise, without a full stop. Its rejection counts as handled from then on: unhandled, it
 * would end the process.
 *
 * @param subject What returned it.
 */
export function promiseRefusal(promise: PromiseLike<unknown>, subject: string): string {
  Promise.resolve(promise).catch(() => {});
  return `${subject} returned a promise, which nothing waits for: make it synchronous, or let it start the work, ` +
    "return nothing and send an event when the work is done (settings.asynchronous makes actions wait)";
}

/**
 * Returns what a function of the host returned.
 *
 * @param text The guard or action that the function is registered for or belongs to.
 * @throws {EvaluationError} When it is a promise.
 */
export function refusePromise(value: unknown, text: string): unknown {
  if (isPromise(value)) throw new EvaluationError(promiseRefusal(value, "its function"), text);
  return value;
}

/**
 * Checks what a callback of the host returned: an observer, an end handler or a hook of a state.
 *
 * @throws {TypeError} When it is a promise.
 */
export function refusePromiseOfCallback(value: unknown): void {
  if (isPromise(value)) throw new TypeError(`${promiseRefusal(value, "it")}.`);
}
