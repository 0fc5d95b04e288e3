/**
 * The calls of a statement that is evaluated again when the promise of one of them is settled. Only asynchronous machines
 * load this.
 *
 * @module
 */
import { recording } from "./invoke.ts";
import { isPromise } from "./promise.ts";

/** Thrown by a call that gave a promise which is awaited: it ends the evaluation. */
export class Suspension {
  /** The promise. */
  readonly promise: PromiseLike<unknown>;

  /** Makes the signal. */
  constructor(promise: PromiseLike<unknown>) {
    this.promise = promise;
  }
}

/** The values of the calls of a statement, in order. */
export class CallRecord {
  readonly #values: unknown[] = [];
  #next = 0;

  /**
   * Evaluates a statement; calls that were made already are not made again.
   *
   * @throws {Suspension} When a call gives a promise.
   */
  evaluate<T>(evaluate: () => T): T {
    this.#next = 0;
    return withCalls(this, evaluate);
  }

  /** Adds what a promise gave. */
  add(value: unknown): void {
    this.#values.push(value);
  }

  /** The value of a call: that of the last time, or what the function returns now. */
  valueOf(call: () => unknown): unknown {
    if (this.#next === this.#values.length) {
      const value = withCalls(null, call);
      if (isPromise(value)) throw new Suspension(value);
      this.#values.push(value);
    }
    return this.#values[this.#next++];
  }
}

function withCalls<T>(calls: typeof recording.calls, evaluate: () => T): T {
  const outer = recording.calls;
  recording.calls = calls;
  try {
    return evaluate();
  } finally {
    recording.calls = outer;
  }
}
