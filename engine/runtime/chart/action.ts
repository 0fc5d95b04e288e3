import { refusePromise } from "../../expression/promise.ts";
import type { ContextBase } from "../context_base.ts";
import type { Payload } from "../send_result.ts";

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
}

/** Starts a timer. */
export interface StartTimerAction<C extends ContextBase = ContextBase> {
  /** Tells the kinds apart. */
  readonly kind: "startTimer";
  /** The timer's name. */
  readonly timer: string;
  /** The event it sends. */
  readonly event: string;
  /** Milliseconds. */
  readonly duration: Milliseconds<C>;
  /** Milliseconds between further expiries. */
  readonly repeat: Milliseconds<C> | undefined;
}

/** Stops a timer. */
export interface StopTimerAction {
  /** Tells the kinds apart. */
  readonly kind: "stopTimer";
  /** The timer's name. */
  readonly timer: string;
}

/** Raises an event. */
export interface RaiseAction {
  /** Tells the kinds apart. */
  readonly kind: "raise";
  /** The event's id. */
  readonly event: string;
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
}

/** A number of milliseconds, or the function that computes it. */
export type Milliseconds<C extends ContextBase = ContextBase> =
  | number
  | ((context: C, payload: Payload | undefined) => unknown);

/** An action that runs statements. */
export function code<C extends ContextBase>(text: string, run: CodeAction<C>["run"]): CodeAction<C> {
  return { kind: "code", text, run };
}

/** An action that starts a timer, which sends `event` after `duration` milliseconds, then every `repeat`. */
export function startTimer<C extends ContextBase>(
  timer: string,
  duration: Milliseconds<C>,
  event: string,
  repeat?: Milliseconds<C>,
): StartTimerAction<C> {
  return { kind: "startTimer", timer, event, duration, repeat };
}

/** An action that stops a timer. */
export function stopTimer(timer: string): StopTimerAction {
  return { kind: "stopTimer", timer };
}

/** An action that raises an event. */
export function raise(event: string): RaiseAction {
  return { kind: "raise", event };
}

/** An action whose text does not parse, and why. */
export function broken(text: string, error: string): BrokenAction {
  return { kind: "broken", text, error };
}

/** The text of an action in messages. */
export function actionText(action: Action): string {
  switch (action.kind) {
    case "code":
    case "broken":
      return action.text;
    case "startTimer":
      return `start timer ${action.timer}`;
    case "stopTimer":
      return `stop timer ${action.timer}`;
    case "raise":
      return `raise ${action.event}`;
    case "none":
      return "";
  }
}

/** The milliseconds, or null when there is no number of 0 or more. */
export function milliseconds<C extends ContextBase>(
  source: Milliseconds<C>,
  context: C,
  payload: Payload | undefined,
): number | null {
  const value = typeof source === "function" ? refusePromise(source(context, payload), "duration") : source;
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}
