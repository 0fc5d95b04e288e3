/**
 * The data of one running machine: what the published algorithm of SCXML (W3C, 2015, appendix D) calls its global
 * variables. The functions of this folder work on it; `engine/SEMANTICS.md` describes them in words.
 *
 * @module
 */
import { type Configuration, sameConfiguration } from "../chart/configuration.ts";
import type { StateNode } from "../chart/node.ts";
import type { ChartTables } from "../chart/tables.ts";
import type { ContextBase } from "../context_base.ts";
import type { IObserver } from "../observers/observer.ts";
import type { Payload, WaitingEvent } from "../send_result.ts";

/** Bit flags of an instance. While any of them is set, the fast path does not apply. */
export const FLAG = {
  /** A step is running. */
  busy: 1,
  /** There is an observer. */
  observed: 2,
  /** The machine has reached its end or was stopped. */
  done: 4,
  /** The states visited are kept. */
  tracked: 8,
  /** The host decides guards or runs actions in place of the chart. */
  overruled: 16,
  /** The machine was stopped. */
  stopped: 32,
} as const;

/** Decides a guard by its text. */
export type GuardFn = (
  condition: string,
  payload: Payload | undefined,
  context: Record<string, unknown>,
) => boolean;

/** Decides the guard it is registered for. */
export type RegisteredGuard = (payload: Payload | undefined, context: Record<string, unknown>) => boolean;

/** Runs instead of the action it is registered for. */
export type RegisteredAction = (payload: Payload | undefined, context: Record<string, unknown>) => void;

/** The context that guards, actions and hooks get. */
export interface Host extends ContextBase {
  readonly data: object;
  readonly registeredGuards: Readonly<Record<string, RegisteredGuard>> | null;
  readonly registeredActions: Readonly<Record<string, RegisteredAction>> | null;
  readonly guardEvaluator: GuardFn | null;
  startEventTimer(name: string, duration: number, event: string, repeat: number | undefined): void;
}

/** One running machine. All have the same hidden class, whatever the class of their host: shared code stays fast. */
export interface Instance {
  /** The sum of its {@linkcode FLAG}s. */
  flags: number;
  /** The active states. */
  active: Configuration;
  readonly tables: ChartTables;
  readonly host: Host;
  /** The observer behind a wrapper that catches its errors; null without one. */
  listener: IObserver | null;
  /** Records of the history states. */
  history: Map<StateNode, readonly StateNode[]> | null;
  /** The internal queue: raised events and completions, by number. */
  internal: number[] | null;
  /** The external queue: events that wait for the running step to end. */
  external: WaitingEvent[] | null;
  visited: VisitedStates | null;
  /** The payload of the event that is processed. */
  payload: Payload | undefined;
  /** True when a guard refused in the current selection. */
  wasRefused: boolean;
  /** The first thing that went wrong in the current or last step. */
  problem: string | null;
  /** The first error of an observer or end handler in that step; reported after the step. */
  failure: string | null;
}

/** An instance of a chart in no state. */
export function newInstance(tables: ChartTables, host: Host): Instance {
  return {
    flags: 0,
    active: tables.configurations.of([]),
    tables,
    host,
    listener: null,
    history: null,
    internal: null,
    external: null,
    visited: null,
    payload: undefined,
    wasRefused: false,
    problem: null,
    failure: null,
  };
}

/** Puts an event on the internal queue. */
export function raiseEvent(instance: Instance, event: number): void {
  (instance.internal ??= []).push(event);
}

/** Sets a machine to done or running. */
export function setEnd(instance: Instance, isDone: boolean, isStopped = false): void {
  instance.flags = instance.flags & ~(FLAG.done | FLAG.stopped) |
    (isDone ? FLAG.done : 0) | (isStopped ? FLAG.stopped : 0);
}

/** Keeps the next state as visited when it differs from the one before. */
export function noteVisited({ visited }: Instance, next: Configuration, before: Configuration): void {
  if (visited !== null && !sameConfiguration(next, before)) visited.add(next.state);
}

/** Number of states kept. */
const MOST_VISITED = 1000;

/** The last states a machine was in: a ring buffer of bounded size. */
export class VisitedStates {
  readonly #states: string[] = [];
  #oldest = 0;

  /** Adds a state. */
  add(state: string): void {
    if (this.#states.length < MOST_VISITED) {
      this.#states.push(state);
      return;
    }
    this.#states[this.#oldest] = state;
    this.#oldest = this.#oldest + 1 === MOST_VISITED ? 0 : this.#oldest + 1;
  }

  /** The last state added. */
  get last(): string | undefined {
    return this.#states.at(this.#oldest - 1);
  }

  /** The states, oldest first. */
  list(): string[] {
    return [...this.#states.slice(this.#oldest), ...this.#states.slice(0, this.#oldest)];
  }

  /** Replaces the states. */
  reset(states: readonly string[]): void {
    this.#states.length = 0;
    this.#oldest = 0;
    for (const state of states.slice(-MOST_VISITED)) this.#states.push(state);
  }
}
