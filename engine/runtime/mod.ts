/**
 * The runtime library: what the interpreter and generated code run on. `engine/RUNTIME.md` is its page.
 *
 * @module
 */
export {
  type Action,
  broken,
  type BrokenAction,
  code,
  type CodeAction,
  type Milliseconds,
  type NoAction,
  raise,
  type RaiseAction,
  startTimer,
  type StartTimerAction,
  stopTimer,
  type StopTimerAction,
} from "./action.ts";
export { Chart, type ChartOptions } from "./chart.ts";
export { type Clock, systemClock } from "./clock.ts";
export { Context, type ContextOptions, type HostFunction } from "./context.ts";
export { ContextAsync } from "./context_async.ts";
export { ContextBase, type EndHandler } from "./context_base.ts";
export { MachineRuntimeError } from "./errors.ts";
export type { GuardFn, RegisteredAction, RegisteredGuard } from "./guard.ts";
export type { HandWritten } from "./hand_written.ts";
export type { IObserver } from "./observer.ts";
export { ObserverConsole } from "./observer_console.ts";
export { type LineLevel, ObserverLines } from "./observer_lines.ts";
export { type Logger, ObserverLogger } from "./observer_logger.ts";
export { ObserverNull } from "./observer_null.ts";
export { ObserverTrace, type TraceEvent, type TraceType } from "./observer_trace.ts";
export type { Payload, SendReason, SendResult } from "./send_result.ts";
export { SimulatedClock } from "./simulated_clock.ts";
export type { MachineSnapshot } from "./snapshot.ts";
export { State, StateKind } from "./state.ts";
export { MICROSTEP_LIMIT, type Stepping, type WaitingEvent } from "./stepping.ts";
export type { Telling } from "./telling.ts";
export { type RunningTimer, type TimerListener, TimerSet } from "./timers.ts";
export { type Transition, transition } from "./transition.ts";
export { TransitionHelper } from "./transition_helper.ts";
export * from "./values.ts";
