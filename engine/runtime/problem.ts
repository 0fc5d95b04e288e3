/**
 * Failures while a machine runs: the error class, and the sentences for what a step reports.
 *
 * @module
 */
import { LoomError } from "@loom/protocol/error";
import type { IObserver } from "./observers/observer.ts";

/**
 * A call that a machine refuses. Codes: `unknown_state`, `no_root`, `microstep_limit`, `in_step`,
 * `bad_snapshot`, `snapshot_too_large`, `no_chart`, `stopped`.
 */
export class MachineRuntimeError extends LoomError {
  /** Makes the error from its code and its sentence. */
  constructor(code: string, message: string) {
    super(code, message);
    this.name = "MachineRuntimeError";
  }
}

/** A guard cannot be evaluated. */
export function guardProblem(condition: string, state: string, reason: string): string {
  return `The guard "${condition}" of "${state}" could not be evaluated: ${reason}`;
}

/** An action failed. */
export function actionProblem(action: string, state: string, reason: string): string {
  return `The action "${action}" of "${state}" failed: ${reason}`;
}

/** A macro step does not end. */
export function loopProblem(limit: number, loop: readonly string[]): string {
  const states = [...new Set(loop)].map((state) => `"${state}"`).join(", ");
  return `The machine took ${limit} steps without coming to rest, around ${states}: ` +
    `give one of their event-less transitions or raised events a guard that ends the loop.`;
}

/** A callback of the observer threw. */
export function observerProblem(callback: keyof IObserver, error: unknown): string {
  // In words that hold for every language: `onTransitionBegin` is `on_transition_begin` elsewhere.
  const words = callback.slice(2).replace(/\B[A-Z]/g, " $&").toLowerCase();
  return `The observer failed when it was told of "${words}": ${reasonOf(error)}`;
}

/** An end handler threw. */
export function endProblem(error: unknown): string {
  return `An end handler failed: ${reasonOf(error)}`;
}

/** The message of an exception. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
