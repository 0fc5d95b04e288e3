import { refusePromiseOfCallback } from "../expression/promise.ts";
import { type CallbackArgs, type IObserver, ObserverNull } from "./observers/observer.ts";
import { type Clock, systemClock } from "./timers/clock.ts";
import { type RunningTimer, TimerSet } from "./timers/timers.ts";

/** Called when a machine has reached its end. */
export type EndHandler = (context: ContextBase) => void;

/** The base of every running machine: a name, an observer, end handlers and timers. */
export abstract class ContextBase {
  /** The name given to the observer. */
  readonly name: string;
  /** The clock its timers run on. */
  readonly clock: Clock;
  /** The transition being taken, `""` between transitions. */
  transitionName = "";
  // Created on first use: an idle machine stays small.
  #timers: TimerSet | null = null;
  #observer: IObserver = ObserverNull.instance();
  #endHandlers: EndHandler[] | null = null;
  #children: ContextBase[] | null = null;

  /** Makes a context; `clock` is the platform's unless given. */
  constructor(name = "Context", clock: Clock = systemClock) {
    this.name = name;
    this.clock = clock;
  }

  /** The observer, which is notified of everything that happens. */
  get observer(): IObserver {
    return this.#observer;
  }

  /** Calls a callback of the observer and catches its errors. */
  protected abstract notifyObserver<Callback extends keyof IObserver>(
    callback: Callback,
    ...args: CallbackArgs<Callback>
  ): void;

  /** Replaces the observer, in its children too. */
  setObserver(observer: IObserver): void {
    this.#observer = observer;
    for (const child of this.#children ?? []) child.setObserver(observer);
  }

  /** Adds a context that belongs to this one and shares its observer. */
  addChild(child: ContextBase): void {
    (this.#children ??= []).push(child);
    child.setObserver(this.#observer);
  }

  /** Adds a function to call at the end; they are called in the order they were added. */
  registerEndHandler(handler: EndHandler): void {
    (this.#endHandlers ??= []).push(handler);
  }

  /**
   * Calls the end handlers, all of them.
   *
   * @throws The first error of a handler, after all were called.
   */
  onEnd(): void {
    let failure: { readonly error: unknown } | null = null;
    for (const handler of this.#endHandlers ?? []) {
      try {
        refusePromiseOfCallback(handler(this));
      } catch (error) {
        failure ??= { error };
      }
    }
    if (failure) throw failure.error;
  }

  /** Starts a timer that calls `callback` after `ms` milliseconds; a running one of the name is stopped first. */
  startTimer(name: string, ms: number, callback: () => void): void {
    this.timers.start(name, ms, callback);
  }

  /** Stops a timer if it runs. */
  stopTimer(name: string): void {
    this.#timers?.stop(name);
  }

  /** Stops every running timer. */
  stopAllTimers(): void {
    this.#timers?.stopAll();
  }

  /** The running timers, in the order they were started. */
  runningTimers(): RunningTimer[] {
    return this.#timers?.running() ?? [];
  }

  /** The timers. */
  protected get timers(): TimerSet {
    return this.#timers ??= new TimerSet(this.clock, {
      started: (timer, duration) => this.notifyObserver("onTimerStart", timer, duration),
      stopped: (timer) => this.notifyObserver("onTimerStop", timer),
    });
  }

  /** Drops every timer without notifying the observer. */
  protected dropTimers(): void {
    this.#timers?.drop();
  }

  /** Enters the initial configuration. */
  abstract enterInitialState(): void;

  /** Goes to the named state without exits, entries or actions. */
  abstract setState(name: string): void;

  /** The state, as plain JSON. */
  abstract serialize(): { state: string | null };

  /** Goes to the state that {@linkcode serialize} gave; nothing happens when it is null or empty. */
  deserialize(data: { state?: string | null }): void {
    if (data.state) this.setState(data.state);
  }
}
