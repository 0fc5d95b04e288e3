/**
 * What running machines share: observers, clocks, timers.
 *
 * @module
 */
export { type Clock, systemClock } from "./clock.ts";
export { ContextBase, type EndHandler } from "./context_base.ts";
export type { IObserver } from "./observer.ts";
export { ObserverConsole } from "./observer_console.ts";
export { type LineLevel, ObserverLines } from "./observer_lines.ts";
export { type Logger, ObserverLogger } from "./observer_logger.ts";
export { ObserverNull } from "./observer_null.ts";
export { ObserverTrace, type TraceEvent, type TraceType } from "./observer_trace.ts";
export { SimulatedClock } from "./simulated_clock.ts";
export { type RunningTimer, type TimerListener, TimerSet } from "./timers.ts";
