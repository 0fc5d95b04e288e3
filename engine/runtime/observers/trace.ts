import type { IObserver } from "./observer.ts";

/** One record of an {@linkcode ObserverTrace}. */
export interface TraceEvent {
  /** Its number, from 1. */
  sequence: number;
  /** The time, by the trace's clock. */
  timestamp: string;
  /** The event. */
  type: TraceType;
  /** The name of the machine. */
  contextName: string;
  /** The state entered, left, or concerned. */
  stateName?: string;
  /** The state before a transition. */
  statePrev?: string;
  /** The state after a transition. */
  stateNext?: string;
  /** The transition's name. */
  transitionName?: string;
  /** The timer's name. */
  timerName?: string;
  /** The timer's duration in milliseconds. */
  duration?: number;
  /** The event that was not handled. */
  event?: string;
  /** The guard's or action's text. */
  text?: string;
  /** Why it was not handled, or what went wrong. */
  reason?: string;
}

/** The kinds of record in a trace. */
export type TraceType =
  | "entry"
  | "exit"
  | "transition_begin"
  | "transition_end"
  | "timer_start"
  | "timer_stop"
  | "unhandled"
  | "guard_refused"
  | "internal_transition"
  | "timer_expired"
  | "action_failed"
  | "done"
  | "state_set"
  | "error";

type Details = Omit<TraceEvent, "sequence" | "timestamp" | "type" | "contextName">;

/**
 * An observer that keeps a record of every callback.
 *
 * @example
 * ```ts
 * import { ObserverTrace } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const trace = new ObserverTrace(() => "2026-01-01T00:00:00Z");
 * trace.onEntry("Door", "Open");
 * assertEquals(trace.events[0]?.stateName, "Open");
 * ```
 */
export class ObserverTrace implements IObserver {
  /** The records so far, oldest first. */
  readonly events: TraceEvent[] = [];
  readonly #now: () => string;

  /** Makes a trace; `now` gives the time stamps, by default the current time in ISO 8601. */
  constructor(now: () => string = () => new Date().toISOString()) {
    this.#now = now;
  }

  /** Copies of the records so far. */
  snapshot(): TraceEvent[] {
    return this.events.map((event) => ({ ...event }));
  }

  /** Forgets all records and counts from 1 again. */
  clear(): void {
    this.events.length = 0;
  }

  #record(type: TraceType, contextName: string, details: Details): void {
    const sequence = this.events.length + 1;
    this.events.push({ sequence, timestamp: this.#now(), type, contextName, ...details });
  }

  /** Records an entry. */
  onEntry(context: string, stateName: string): void {
    this.#record("entry", context, { stateName });
  }
  /** Records an exit. */
  onExit(context: string, stateName: string): void {
    this.#record("exit", context, { stateName });
  }
  /** Records the begin of a transition. */
  onTransitionBegin(context: string, statePrev: string, stateNext: string, transitionName: string): void {
    this.#record("transition_begin", context, { statePrev, stateNext, transitionName });
  }
  /** Records the end of a transition. */
  onTransitionEnd(context: string, statePrev: string, stateNext: string, transitionName: string): void {
    this.#record("transition_end", context, { statePrev, stateNext, transitionName });
  }
  /** Records the start of a timer. */
  onTimerStart(context: string, timerName: string, duration: number): void {
    this.#record("timer_start", context, { timerName, duration });
  }
  /** Records the stop of a timer. */
  onTimerStop(context: string, timerName: string): void {
    this.#record("timer_stop", context, { timerName });
  }
  /** Records an unhandled event. */
  onUnhandled(context: string, event: string, reason: string): void {
    this.#record("unhandled", context, { event, reason });
  }
  /** Records a refused guard. */
  onGuardRefused(context: string, stateName: string, text: string, error?: string): void {
    this.#record("guard_refused", context, {
      stateName,
      text,
      ...(error === undefined ? {} : { reason: error }),
    });
  }
  /** Records an internal transition. */
  onInternalTransition(context: string, stateName: string, transitionName: string): void {
    this.#record("internal_transition", context, { stateName, transitionName });
  }
  /** Records the expiry of a timer. */
  onTimerExpired(context: string, timerName: string): void {
    this.#record("timer_expired", context, { timerName });
  }
  /** Records a failed action. */
  onActionFailed(context: string, stateName: string, text: string, reason: string): void {
    this.#record("action_failed", context, { stateName, text, reason });
  }
  /** Records the end. */
  onDone(context: string): void {
    this.#record("done", context, {});
  }
  /** Records a state that was set. */
  onStateSet(context: string, statePrev: string, stateNext: string): void {
    this.#record("state_set", context, { statePrev, stateNext });
  }
  /** Records an error. */
  onError(context: string, reason: string): void {
    this.#record("error", context, { reason });
  }
}
