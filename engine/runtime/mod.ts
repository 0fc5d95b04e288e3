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
  type EventTimers,
  type InnerActions,
  type InvokeAction,
  type Milliseconds,
  type NoAction,
  raise,
  type RaiseAction,
  startTimer,
  type StartTimerAction,
  statements,
  stopTimer,
  type StopTimerAction,
} from "./chart/action.ts";
export { Chart, type ChartOptions } from "./chart/chart.ts";
export { chooseActions, eachItem, logText, raiseWith, sendEvent, type ValueOf } from "./chart/structured.ts";
export { type WildcardFinder, wildcards } from "./chart/wildcard.ts";
export { State, StateKind, type Transition, transition } from "./chart/state.ts";
export { Context, type ContextOptions, type HostFunction } from "./context.ts";
export { ContextAsync } from "./context_async.ts";
export { ContextBase, type EndHandler } from "./context_base.ts";
export { type DataOptions, withInitial } from "./initial_data.ts";
export {
  type LineLevel,
  type Logger,
  ObserverConsole,
  ObserverLines,
  ObserverLogger,
} from "./observers/lines.ts";
export { type CallbackArgs, type IObserver, ObserverNull } from "./observers/observer.ts";
export { ObserverTrace, type TraceEvent, type TraceType } from "./observers/trace.ts";
export { MachineRuntimeError } from "./problem.ts";
export type { Payload, SendReason, SendResult, WaitingEvent } from "./send_result.ts";
export { MICROSTEP_LIMIT } from "./step/event_loop.ts";
export type { GuardFn, RegisteredAction, RegisteredGuard, Stepper, StepperMaker } from "./step/instance.ts";
export { type Clock, systemClock } from "./timers/clock.ts";
export { SimulatedClock } from "./timers/simulated_clock.ts";
export { type RunningTimer, type TimerListener, TimerSet, type Turn } from "./timers/timers.ts";
export { TransitionHelper } from "./transition_helper.ts";
export * from "./values.ts";
export { giveOutput, invoke, sendAway, type SendSettings, stopInvoke } from "./work/actions.ts";
export { workSets, type WorkSource } from "./work/work.ts";
export type {
  ActiveState,
  ChildFactory,
  ChildOptions,
  DelayedEvent,
  FinalState,
  MachineSnapshot,
  Receiver,
  RunningWork,
  Task,
  TaskTools,
  WorkHost,
  WorkLinks,
  WorkMaker,
  WorkSet,
  WorkSnapshot,
} from "./work_set.ts";
