import { refusePromiseOfCallback } from "../../expression/promise.ts";
import type { IObserver } from "./observer.ts";

/** Receives the error of a callback. */
export type ObserverFailed = (callback: keyof IObserver, error: unknown) => void;

/** Passes callbacks on to an observer and catches its errors, so that none reaches the step. */
export class SafeObserver implements Required<IObserver> {
  readonly #observer: IObserver;
  readonly #failed: ObserverFailed;

  /** Wraps an observer. */
  constructor(observer: IObserver, failed: ObserverFailed) {
    this.#observer = observer;
    this.#failed = failed;
  }

  // The callbacks of every step are written out: the generic `#call` takes half as long again.
  onEntry(contextName: string, stateName: string): void {
    try {
      refusePromiseOfCallback(this.#observer.onEntry(contextName, stateName));
    } catch (error) {
      this.#failed("onEntry", error);
    }
  }
  onExit(contextName: string, stateName: string): void {
    try {
      refusePromiseOfCallback(this.#observer.onExit(contextName, stateName));
    } catch (error) {
      this.#failed("onExit", error);
    }
  }
  onTransitionBegin(contextName: string, statePrev: string, stateNext: string, transitionName: string): void {
    try {
      refusePromiseOfCallback(
        this.#observer.onTransitionBegin(contextName, statePrev, stateNext, transitionName),
      );
    } catch (error) {
      this.#failed("onTransitionBegin", error);
    }
  }
  onTransitionEnd(contextName: string, statePrev: string, stateNext: string, transitionName: string): void {
    try {
      refusePromiseOfCallback(
        this.#observer.onTransitionEnd(contextName, statePrev, stateNext, transitionName),
      );
    } catch (error) {
      this.#failed("onTransitionEnd", error);
    }
  }
  onTimerStart(contextName: string, timerName: string, duration: number): void {
    this.#call("onTimerStart", contextName, timerName, duration);
  }
  onTimerStop(contextName: string, timerName: string): void {
    this.#call("onTimerStop", contextName, timerName);
  }
  onUnhandled(contextName: string, event: string, reason: string): void {
    this.#call("onUnhandled", contextName, event, reason);
  }
  onGuardRefused(contextName: string, stateName: string, condition: string, error?: string): void {
    // An observer may count its arguments: an absent one is not passed on.
    if (error === undefined) this.#call("onGuardRefused", contextName, stateName, condition);
    else this.#call("onGuardRefused", contextName, stateName, condition, error);
  }
  onInternalTransition(contextName: string, stateName: string, transitionName: string): void {
    this.#call("onInternalTransition", contextName, stateName, transitionName);
  }
  onTimerExpired(contextName: string, timerName: string): void {
    this.#call("onTimerExpired", contextName, timerName);
  }
  onActionFailed(contextName: string, stateName: string, action: string, error: string): void {
    this.#call("onActionFailed", contextName, stateName, action, error);
  }
  onDone(contextName: string): void {
    this.#call("onDone", contextName);
  }
  onStateSet(contextName: string, statePrev: string, stateNext: string): void {
    this.#call("onStateSet", contextName, statePrev, stateNext);
  }
  onError(contextName: string, message: string): void {
    this.#call("onError", contextName, message);
  }

  #call<Callback extends keyof IObserver>(
    callback: Callback,
    ...args: Parameters<Required<IObserver>[Callback]>
  ): void {
    try {
      // The parameter types guarantee the arguments; the compiler cannot match them for all callbacks at once.
      const method = this.#observer[callback] as ((...args: unknown[]) => unknown) | undefined;
      refusePromiseOfCallback(method?.apply(this.#observer, args));
    } catch (error) {
      this.#failed(callback, error);
    }
  }
}
