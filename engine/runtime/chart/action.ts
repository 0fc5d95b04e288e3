import { refusePromise } from "../../expression/promise.ts";
import type { ContextBase } from "../context_base.ts";
import type { Payload } from "../send_result.ts";
import type { RunningWork } from "../work_set.ts";

/**
 * One action of a state or transition.
 *
 * @typeParam C The context it works on.
 */
export type Action<C extends ContextBase = ContextBase> =
  | CodeAction<C>
  | StartTimerAction<C>
  | StopTimerAction
  | RaiseAction
  | InvokeAction<C>
  | BrokenAction
  | NoAction;

/** Runs statements. */
export interface CodeAction<C extends ContextBase = ContextBase> {
  /** Tells the kinds apart. */
  readonly kind: "code";
  /** The statements as written. */
  readonly text: string;
  /** Their compiled form. */
  run(context: C, payload: Payload | undefined): void;
  /** Each of several statements, for machines that wait between them. */
  readonly steps?: readonly CodeAction<C>["run"][];
  /** The actions inside, for machines that wait between them. */
  blocks?(context: C, payload: Payload | undefined): readonly InnerActions<C>[];
}

/** Actions inside another, with the payload that they see. */
export interface InnerActions<C extends ContextBase = ContextBase> {
  /** The actions. */
  readonly actions: readonly Action<C>[];
  /** The payload of the event, and the names that the other action gives to values. */
  readonly payload: Payload | undefined;
}

/** Starts a timer. */
export interface StartTimerAction<C extends ContextBase = ContextBase> {
  /** Tells the kinds apart. */
  readonly kind: "startTimer";
  /** The action in messages. */
  readonly text: string;
  /** The timer's name. */
  readonly timer: string;
  /** The event it sends. */
  readonly event: string;
  /** Milliseconds. */
  readonly duration: Milliseconds<C>;
  /** Milliseconds between further expiries. */
  readonly repeat: Milliseconds<C> | undefined;
  /** Starts it; gives the sentence that says why it cannot, or null. */
  start(context: C & EventTimers, payload: Payload | undefined): string | null;
}

/** The start of timers that send events. */
export interface EventTimers {
  /** Starts one. */
  startEventTimer(
    name: string,
    duration: number,
    event: string,
    repeat: number | undefined,
  ): void;
}

/** Stops a timer. */
export interface StopTimerAction {
  /** Tells the kinds apart. */
  readonly kind: "stopTimer";
  /** The action in messages. */
  readonly text: string;
  /** The timer's name. */
  readonly timer: string;
}

/** Raises an event. */
export interface RaiseAction {
  /** Tells the kinds apart. */
  readonly kind: "raise";
  /** The action in messages. */
  readonly text: string;
  /** The event's id. */
  readonly event: string;
}

/** Begins the work of a state. */
export interface InvokeAction<C extends ContextBase = ContextBase> {
  /** Tells the kinds apart. */
  readonly kind: "invoke";
  /** The action in messages. */
  readonly text: string;
  /** The name of the work. */
  readonly id: string;
  /** Begins it at the end of the step; gives the sentence that says why it cannot, or null. */
  start(context: C, payload: Payload | undefined): string | null;
  /** Begins what a snapshot says was running. */
  resume(context: C, running: RunningWork): void;
}

/** Fails: its text does not parse. */
export interface BrokenAction {
  /** Tells the kinds apart. */
  readonly kind: "broken";
  /** The text as written. */
  readonly text: string;
  /** Why it does not parse. */
  readonly error: string;
}

/** Does nothing. */
export interface NoAction {
  /** Tells the kinds apart. */
  readonly kind: "none";
  /** The action in messages. */
  readonly text: string;
}

/** A number of milliseconds, or the function that computes it. */
export type Milliseconds<C extends ContextBase = ContextBase> =
  | number
  | ((context: C, payload: Payload | undefined) => unknown);

/** An action that runs statements. */
export function code<C extends ContextBase>(text: string, run: CodeAction<C>["run"]): CodeAction<C> {
  return { kind: "code", text, run };
}

/** An action that runs several statements, in a machine that waits between them. */
export function statements<C extends ContextBase>(
  text: string,
  steps: readonly CodeAction<C>["run"][],
): CodeAction<C> {
  const run = (context: C, payload: Payload | undefined): void => {
    for (const step of steps) step(context, payload);
  };
  return { kind: "code", text, run, steps };
}

/** An action that starts a timer, which sends `event` after `duration` milliseconds, then every `repeat`. */
export function startTimer<C extends ContextBase>(
  timer: string,
  duration: Milliseconds<C>,
  event: string,
  repeat?: Milliseconds<C>,
): StartTimerAction<C> {
  // Here and not where actions run, so that generated code without timers does not load it.
  const start = (context: C & EventTimers, payload: Payload | undefined): string | null => {
    const ms = milliseconds(duration, context, payload);
    if (ms === null) {
      return `The duration of the timer "${timer}" is no number of milliseconds of 0 or more.`;
    }
    const interval = repeat === undefined ? undefined : milliseconds(repeat, context, payload);
    if (interval === null || interval === 0) {
      return `The repeat of the timer "${timer}" is no number of milliseconds above 0.`;
    }
    context.startEventTimer(timer, ms, event, interval);
    return null;
  };
  return { kind: "startTimer", text: `start timer ${timer}`, timer, event, duration, repeat, start };
}

/** An action that stops a timer. */
export function stopTimer(timer: string): StopTimerAction {
  return { kind: "stopTimer", text: `stop timer ${timer}`, timer };
}

/** An action that raises an event. */
export function raise(event: string): RaiseAction {
  return { kind: "raise", text: `raise ${event}`, event };
}

/** An action whose text does not parse, and why. */
export function broken(text: string, error: string): BrokenAction {
  return { kind: "broken", text, error };
}

/** The milliseconds, or null when there is no number of 0 or more. */
export function milliseconds<C extends ContextBase>(
  source: Milliseconds<C>,
  context: C,
  payload: Payload | undefined,
): number | null {
  const value = typeof source === "function" ? refusePromise(source(context, payload), "duration") : source;
  return isTime(value) ? value : null;
}

/** True for a finite number of 0 or more. */
export function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
