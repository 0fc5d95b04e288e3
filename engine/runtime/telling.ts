import { ContextBase } from "./context_base.ts";
import { GATE } from "./gate.ts";
import type { IObserver } from "./observer.ts";
import { ObserverNull } from "./observer_null.ts";
import { ObserverSteady } from "./observer_steady.ts";
import { endProblem, observerProblem } from "./problem.ts";

/**
 * Tells the observer what happens, and of what went wrong; whatever the observer does, the step goes on. The members that
 * begin with `_` are for the classes above it alone: so they take no name from what a generated context is given.
 */
export abstract class Telling extends ContextBase {
  /** Flags that force the slow path; see {@linkcode GATE}. */
  protected gate = 0;
  /** The first thing that went wrong in the step that runs or ran last. */
  protected problem: string | null = null;
  /** The first error of an observer or end handler in the step; reported after the step. */
  protected _failure: string | null = null;
  #steady: ObserverSteady | null = null;

  /** Puts another observer in place. */
  override setObserver(observer: IObserver): void {
    super.setObserver(observer);
    const isNobody = observer === ObserverNull.instance();
    this.#steady = isNobody
      ? null
      : new ObserverSteady(observer, (...failed) => this.#observerFailed(...failed));
    if (isNobody) this.gate &= ~GATE.observed;
    else this.gate |= GATE.observed;
  }

  /** The observer behind a wrapper that catches its errors; null while nobody observes. */
  protected override get listener(): IObserver | null {
    return (this.gate & GATE.observed) === 0 ? null : this.#steady;
  }

  /** Tells what went wrong where no result does, unless the observer knows. */
  protected _tellError(problem: string): void {
    if (problem !== this._failure) this.listener?.onError?.(this.name, problem);
  }

  /** Tells, once a step is over, what the observer or an end handler threw in it. */
  protected _tellFailure(): void {
    if (this._failure !== null) this.listener?.onError?.(this.name, this._failure);
  }

  /**
   * Calls the end handlers and tells the observer of the end.
   *
   * @throws What an end handler threw, when no step is running: then whoever stopped the machine is there to be told.
   */
  protected _tellEnd(): void {
    let thrown: { readonly error: unknown } | null = null;
    try {
      this.onEnd();
    } catch (error) {
      if ((this.gate & GATE.busy) === 0) thrown = { error };
      else this.#noteFailure(endProblem(error));
    }
    this.listener?.onDone?.(this.name);
    if (thrown !== null) throw thrown.error;
  }

  #observerFailed(callback: keyof IObserver, error: unknown): void {
    if (callback === "onError") return; // Nobody is left to be told.
    const failure = observerProblem(callback, error);
    if ((this.gate & GATE.busy) === 0) this.listener?.onError?.(this.name, failure);
    else this.#noteFailure(failure);
  }

  /** The step goes on; what was thrown is told when it is over. */
  #noteFailure(failure: string): void {
    this.problem ??= failure;
    this._failure ??= failure;
  }
}
