/**
 * The data of one running machine: what the published algorithm of SCXML (W3C, 2015, appendix D) calls its global
 * variables. The functions of this folder work on it; `engine/SEMANTICS.md` describes them in words.
 *
 * @module
 */
import type { EventTimers } from "../chart/action.ts";
import { type Configuration, sameConfiguration } from "../chart/configuration.ts";
import type { StateNode } from "../chart/node.ts";
import type { ChartTables } from "../chart/tables.ts";
import type { ContextBase } from "../context_base.ts";
import type { IObserver } from "../observers/observer.ts";
import type { Payload, SendResult, WaitingEvent } from "../send_result.ts";
import type { WorkSet } from "../work_set.ts";

/** Number of visited states kept. */
export const MOST_VISITED = 1000;

// Bit flags of an instance. While any of them is set, the fast path does not apply.
/** A step is running. */
export const BUSY = 1;
/** There is an observer. */
export const OBSERVED = 2;
/** The machine has reached its end or was stopped. */
export const DONE = 4;
/** The states visited are kept. */
export const TRACKED = 8;
/** The host decides guards or runs actions in place of the chart. */
export const OVERRULED = 16;
/** The machine was stopped. */
export const STOPPED = 32;
/** The machine waits for its actions. */
export const ASYNCHRONOUS = 64;

/** Decides a guard by its text. */
export type GuardFn = (
  condition: string,
  payload: Payload | undefined,
  context: Record<string, unknown>,
) => boolean;

/** Decides the guard it is registered for. */
export type RegisteredGuard = (payload: Payload | undefined, context: Record<string, unknown>) => boolean;

/** Runs instead of the action it is registered for. In an asynchronous machine a promise that it returns is awaited. */
export type RegisteredAction = (payload: Payload | undefined, context: Record<string, unknown>) => unknown;

/** Takes the steps of a machine that waits for its actions; `asynchronous.ts` is the implementation. */
export interface Stepper {
  /** Enters the initial configuration. */
  start(): void;
  /** Begins work again and processes the waiting events. */
  resume(): void;
  /** Sends an event to a machine that rests. The result is `queued` when an action has to be awaited. */
  send(event: string, payload: Payload | undefined): SendResult;
  /** Sends an event; the promise gives its result when its macro step is over. */
  sendAsync(event: string, payload: Payload | undefined): Promise<SendResult>;
  /** Runs the expiry of a timer now, or when the running step is over. */
  expire(run: () => void): void;
  /** Answers the events that the end has dropped. */
  dropWaiting(): void;
  /** Resolves when no step is running. */
  idle(): Promise<void>;
}

/** Makes the stepper of a machine from its instance. */
export type StepperMaker = (instance: never) => Stepper;

/** The context that guards, actions and hooks get. */
export interface Host extends ContextBase, EventTimers {
  readonly data: object;
  readonly registeredGuards: Readonly<Record<string, RegisteredGuard>> | null;
  readonly registeredActions: Readonly<Record<string, RegisteredAction>> | null;
  readonly guardEvaluator: GuardFn | null;
}

/** An event on the internal queue that has a payload. */
export type RaisedEvent = readonly [event: number, payload: Payload];

/** One running machine. All have the same hidden class, whatever the class of their host: shared code stays fast. */
export interface Instance {
  /** The sum of its flags. */
  flags: number;
  /** The active states. */
  active: Configuration;
  readonly tables: ChartTables;
  readonly host: Host;
  /** The observer; null without one. */
  observer: IObserver | null;
  /** Records of the history states. */
  history: Map<StateNode, readonly StateNode[]> | null;
  /** The internal queue: raised events and completions, by number; with their payload, where they have one. */
  internal: (number | RaisedEvent)[] | null;
  /** The external queue: events that wait for the running step to end. */
  external: WaitingEvent[] | null;
  /** The states visited, oldest first; null when they are not kept. The last {@linkcode MOST_VISITED} count. */
  visited: string[] | null;
  /** The work of its states, its delayed events and its output; null in machines that have no such parts. */
  work: WorkSet | null;
  /** Takes the steps of an asynchronous machine; null in others. */
  stepper: Stepper | null;
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
    observer: null,
    history: null,
    internal: null,
    external: null,
    visited: null,
    work: null,
    stepper: null,
    payload: undefined,
    wasRefused: false,
    problem: null,
    failure: null,
  };
}

/** Puts an event on the internal queue. */
export function raiseEvent(instance: Instance, event: number, payload?: Payload): void {
  (instance.internal ??= []).push(payload === undefined ? event : [event, payload]);
}

/** Sets a machine to done or running. */
export function setEnd(instance: Instance, isDone: boolean, isStopped = false): void {
  instance.flags = instance.flags & ~(DONE | STOPPED) |
    (isDone ? DONE : 0) | (isStopped ? STOPPED : 0);
}

/** Keeps the next state as visited when it differs from the one before. */
export function noteVisited({ visited }: Instance, next: Configuration, before: Configuration): void {
  if (visited !== null && !sameConfiguration(next, before)) addVisited(visited, next.state);
}

/** Adds a state; the oldest are removed many at a time, which is cheaper. */
export function addVisited(visited: string[], state: string): void {
  if (visited.push(state) >= 2 * MOST_VISITED) visited.splice(0, MOST_VISITED);
}
