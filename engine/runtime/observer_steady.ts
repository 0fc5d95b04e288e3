import type { IObserver } from "./observer.ts";

/** Told what the observer threw in a callback. */
export type ObserverFailed = (callback: keyof IObserver, error: unknown) => void;

/** Stands between a machine and its observer: what the observer throws is told, and does not reach the step. */
export class ObserverSteady implements Required<IObserver> {
  readonly #observer: IObserver;
  readonly #failed: ObserverFailed;

  /** Stands before an observer. */
  constructor(observer: IObserver, failed: ObserverFailed) {
    this.#observer = observer;
    this.#failed = failed;
  }

  // Those of every step are written out: to pass their arguments on takes half as long again.
  onEntry(contextName: string, stateName: string): void {
    try {
      this.#observer.onEntry(contextName, stateName);
    } catch (error) {
      this.#failed("onEntry", error);
    }
  }
  onExit(contextName: string, stateName: string): void {
    try {
      this.#observer.onExit(contextName, stateName);
    } catch (error) {
      this.#failed("onExit", error);
    }
  }
  onTransitionBegin(contextName: string, statePrev: string, stateNext: string, transitionName: string): void {
    try {
      this.#observer.onTransitionBegin(contextName, statePrev, stateNext, transitionName);
    } catch (error) {
      this.#failed("onTransitionBegin", error);
    }
  }
  onTransitionEnd(contextName: string, statePrev: string, stateNext: string, transitionName: string): void {
    try {
      this.#observer.onTransitionEnd(contextName, statePrev, stateNext, transitionName);
    } catch (error) {
      this.#failed("onTransitionEnd", error);
    }
  }
  onTimerStart(contextName: string, timerName: string, duration: number): void {
    this.#tell("onTimerStart", contextName, timerName, duration);
  }
  onTimerStop(contextName: string, timerName: string): void {
    this.#tell("onTimerStop", contextName, timerName);
  }
  onUnhandled(contextName: string, event: string, reason: string): void {
    this.#tell("onUnhandled", contextName, event, reason);
  }
  onGuardRefused(contextName: string, stateName: string, condition: string, error?: string): void {
    // An observer may count its arguments: one that is not there is not passed on.
    if (error === undefined) this.#tell("onGuardRefused", contextName, stateName, condition);
    else this.#tell("onGuardRefused", contextName, stateName, condition, error);
  }
  onInternalTransition(contextName: string, stateName: string, transitionName: string): void {
    this.#tell("onInternalTransition", contextName, stateName, transitionName);
  }
  onTimerExpired(contextName: string, timerName: string): void {
    this.#tell("onTimerExpired", contextName, timerName);
  }
  onActionFailed(contextName: string, stateName: string, action: string, error: string): void {
    this.#tell("onActionFailed", contextName, stateName, action, error);
  }
  onDone(contextName: string): void {
    this.#tell("onDone", contextName);
  }
  onStateSet(contextName: string, statePrev: string, stateNext: string): void {
    this.#tell("onStateSet", contextName, statePrev, stateNext);
  }
  onError(contextName: string, message: string): void {
    this.#tell("onError", contextName, message);
  }

  #tell<Callback extends keyof IObserver>(
    callback: Callback,
    ...args: Parameters<Required<IObserver>[Callback]>
  ): void {
    try {
      // The arguments are those of the callback, which the compiler cannot tell for all callbacks at once.
      (this.#observer[callback] as ((...args: unknown[]) => void) | undefined)?.apply(this.#observer, args);
    } catch (error) {
      this.#failed(callback, error);
    }
  }
}
