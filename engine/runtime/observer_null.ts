import type { IObserver } from "./observer.ts";

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
