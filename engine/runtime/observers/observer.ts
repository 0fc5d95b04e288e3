/**
 * Callbacks of a running machine. All arguments are names; the context name comes first.
 *
 * The first six callbacks are always called; the others are optional. A callback may call `send`: the event
 * then waits until the step is over. A callback that throws stops nothing: `onError` gets the error when the step is
 * over, and the result of `send` carries it.
 *
 * @example
 * ```ts
 * import { type IObserver, ObserverNull } from "@loom/engine";
 * class Entries extends ObserverNull implements IObserver {
 *   readonly names: string[] = [];
 *   override onEntry(_context: string, state: string): void {
 *     this.names.push(state);
 *   }
 * }
 * ```
 */
export interface IObserver {
  /** A state is entered; called before its entry actions. */
  onEntry(contextName: string, stateName: string): void;
  /** A state is left; called before its exit actions. */
  onExit(contextName: string, stateName: string): void;
  /** A transition begins: the exits are done, its actions are not. */
  onTransitionBegin(contextName: string, statePrev: string, stateNext: string, transitionName: string): void;
  /** A transition ends: the entries are done. */
  onTransitionEnd(contextName: string, statePrev: string, stateNext: string, transitionName: string): void;
  /** A timer starts; `duration` is in milliseconds. */
  onTimerStart(contextName: string, timerName: string, duration: number): void;
  /** A running timer is stopped. */
  onTimerStop(contextName: string, timerName: string): void;
  /** An event changed nothing; `reason` is that of the send result. */
  onUnhandled?(contextName: string, event: string, reason: string): void;
  /** A guard did not pass; with `error` when it could not be evaluated. */
  onGuardRefused?(contextName: string, stateName: string, condition: string, error?: string): void;
  /** A transition without a target ran its actions. */
  onInternalTransition?(contextName: string, stateName: string, transitionName: string): void;
  /** A timer ran out; its event follows. */
  onTimerExpired?(contextName: string, timerName: string): void;
  /** An action failed and its rest was skipped. */
  onActionFailed?(contextName: string, stateName: string, action: string, error: string): void;
  /** The machine has reached its end. */
  onDone?(contextName: string): void;
  /** The machine was put into another state without a transition. */
  onStateSet?(contextName: string, statePrev: string, stateNext: string): void;
  /** An action logs a text. */
  onLog?(contextName: string, text: string): void;
  /** Something went wrong where no result of `send` can tell. */
  onError?(contextName: string, message: string): void;
}

/** The arguments of a callback behind the context name. */
export type CallbackArgs<Callback extends keyof IObserver> = Parameters<Required<IObserver>[Callback]> extends
  [string, ...infer Args] ? Args : never;

let singleton: ObserverNull | undefined;

/** An observer that ignores everything; also a base class for observers that want only some callbacks. */
export class ObserverNull implements IObserver {
  /** The shared instance, which a machine recognises and does not call at all. */
  static instance(): ObserverNull {
    return singleton ??= new ObserverNull();
  }

  /** Ignores the entry. */
  onEntry(_contextName: string, _stateName: string): void {}
  /** Ignores the exit. */
  onExit(_contextName: string, _stateName: string): void {}
  /** Ignores the begin. */
  onTransitionBegin(
    _contextName: string,
    _statePrev: string,
    _stateNext: string,
    _transition: string,
  ): void {}
  /** Ignores the end. */
  onTransitionEnd(_contextName: string, _statePrev: string, _stateNext: string, _transition: string): void {}
  /** Ignores the timer start. */
  onTimerStart(_contextName: string, _timerName: string, _duration: number): void {}
  /** Ignores the timer stop. */
  onTimerStop(_contextName: string, _timerName: string): void {}
}
