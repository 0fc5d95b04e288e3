import type { Clock } from "./clock.ts";
import { type Chart, NO_CHART } from "./chart.ts";
import { type Configuration, sameConfiguration } from "./configuration.ts";
import type { EndHandler } from "./context_base.ts";
import { MachineRuntimeError } from "./errors.ts";
import { type GuardFn, type RegisteredAction, type RegisteredGuard, verdictOf } from "./guard.ts";
import { type GuardedWays, guardedWays } from "./guarded_ways.ts";
import type { IObserver } from "./observer.ts";
import { planOf } from "./plan.ts";
import { refusal, sentence } from "./refusal.ts";
import type { Payload, SendResult } from "./send_result.ts";
import { configurationOf } from "./set_state.ts";
import { type MachineSnapshot, readSnapshot, writeSnapshot } from "./snapshot.ts";
import { HandWritten } from "./hand_written.ts";
import { GATE } from "./gate.ts";
import type { Refusal } from "./stepping.ts";
import type { ChartTables, Guard } from "./tables.ts";
import { VisitedStates } from "./visited.ts";

/** A function that guards and actions may call by its name. */
export type HostFunction = (...args: never[]) => unknown;

/** Options of a {@linkcode Context}. */
export interface ContextOptions<Data extends object = Record<string, unknown>> {
  /** The data of guards and actions, read live. */
  data?: Data;
  /** Told what happens, from the initial entry on. */
  observer?: IObserver;
  /** The clock for timers; default: the platform's. */
  clock?: Clock;
  /** Decides every guard by its text, instead of the chart. */
  guard?: GuardFn;
  /** Decide the guard with their whole text. */
  guards?: Readonly<Record<string, RegisteredGuard>>;
  /** Run instead of the `code` with their whole text. */
  actions?: Readonly<Record<string, RegisteredAction>>;
  /** Functions that guards and actions may call. */
  functions?: Readonly<Record<string, HostFunction>>;
  /** Called at the end, an end at the initial entry included. */
  onEnd?: EndHandler;
  /** The snapshot to continue from; `enterInitialState` is not called then. */
  snapshot?: MachineSnapshot;
  /** True to keep the states visited; default: no. */
  keepVisited?: boolean;
}

const NO_FUNCTIONS: Readonly<Record<string, HostFunction>> = Object.freeze({});

/**
 * Runs a chart: the base of every generated context, and of the interpreter. `engine/SEMANTICS.md` tells how.
 *
 * Without a chart it is the base of machines written by hand with `TransitionHelper`.
 *
 * @typeParam Data What guards and actions read and write by name.
 */
export class Context<Data extends object = Record<string, unknown>> extends HandWritten {
  /** The data of guards and actions. */
  readonly data: Data;
  /** The functions that guards and actions may call. */
  readonly functions: Readonly<Record<string, HostFunction>>;
  /** Decide the guard with their whole text. */
  readonly registeredGuards: Readonly<Record<string, RegisteredGuard>> | null;
  /** Run instead of the `code` with their whole text. */
  readonly registeredActions: Readonly<Record<string, RegisteredAction>> | null;
  /** Decides every guard by its text. */
  readonly guardEvaluator: GuardFn | null;
  #isStopped = false;

  /**
   * Makes a machine; {@linkcode Context.enterInitialState} sets it going.
   *
   * @param name The name given to the observer.
   * @param chart The chart it runs.
   * @param options How to make it.
   * @throws {MachineRuntimeError} With code `bad_snapshot`, when the snapshot is of another machine.
   */
  constructor(
    name = "Context",
    chart: Chart | ChartTables | null = null,
    options: ContextOptions<Data> = {},
  ) {
    super(name, tablesOf(chart), options.clock);
    this.data = options.data ?? {} as Data;
    this.functions = options.functions ?? NO_FUNCTIONS;
    this.registeredGuards = options.guards ?? null;
    this.registeredActions = options.actions ?? null;
    this.guardEvaluator = options.guard ?? null;
    if (this.registeredGuards || this.guardEvaluator) this.gate |= GATE.overruled;
    if (options.keepVisited) this.keepVisited();
    if (options.observer) this.setObserver(options.observer);
    if (options.onEnd) this.registerEndHandler(options.onEnd);
    if (options.snapshot) this.restore(options.snapshot);
  }

  /** The active leaf's name; with regions, the leaves' names in document order, joined by `|`. */
  get state(): string {
    return this.active.state;
  }

  /** The names of all active states, in document order. */
  get configuration(): string[] {
    return this.active.active.map((node) => node.name);
  }

  /** The names from the root to the leaf; with regions, those of all active states. */
  get path(): string[] {
    return this.configuration;
  }

  /** True when it has reached its end or was stopped. */
  get done(): boolean {
    return (this.gate & GATE.done) !== 0;
  }

  /** The states it was in, oldest first, the present one last; at most the last 1000, none when they are not kept. */
  get visited(): string[] {
    return this.visitedStates?.list() ?? [];
  }

  /** Keeps the states visited from now on. */
  protected keepVisited(): void {
    this.visitedStates ??= new VisitedStates();
    this.gate |= GATE.tracked;
  }

  /**
   * Sends an event and runs to completion.
   *
   * @param event The event's id.
   * @param payload The data that guards and actions see by name.
   * @returns What became of it. Never throws for what the chart holds.
   */
  send(event: string, payload?: Payload): SendResult {
    const before = this.active;
    if ((this.gate & (GATE.done | GATE.busy)) !== 0) return this.#turnAway(event, payload);
    this.gate |= GATE.busy;
    try {
      const refused = this.macroStep(this.tables.eventNumbers.get(event), event, payload);
      return refused === null ? this.#handled(event, before) : this.#unhandled(event, before, refused);
    } finally {
      this.gate &= ~GATE.busy;
    }
  }

  /**
   * Sends an event by its number, which generated code knows, without a result to tell of it.
   *
   * @returns Whether it was handled.
   */
  protected fire(event: number, payload?: Payload): boolean {
    if (this.gate === 0) {
      const { active } = this;
      const next = active.quick[event];
      if (next !== undefined) {
        this.active = next;
        return true;
      }
      const ways = active.guarded[event];
      if (ways !== undefined && ways !== null) return this.#followGuards(ways, payload);
    }
    return this.#fireSlowly(event, payload);
  }

  /** True when `send` would handle the event now; guards are evaluated, nothing changes. */
  can(event: string, payload?: Payload): boolean {
    const number = this.tables.eventNumbers.get(event);
    return number !== undefined && !this.done && this.selects(number, payload);
  }

  /**
   * The events with a transition from the active states, leaf first, without repeats, without completions; guards
   * are not evaluated. Empty after the end.
   */
  availableEvents(): string[] {
    const events = new Set<string>();
    if (this.done) return [];
    for (const leaf of this.active.leaves) {
      for (let node: typeof leaf | null = leaf; node; node = node.parent) {
        for (const edge of node.transitions) {
          const event = this.tables.events[edge.event];
          if (event !== undefined && !event.startsWith("done.state.")) events.add(event);
        }
      }
    }
    return [...events];
  }

  /**
   * Goes to a state without exits, entries or actions; timers stop.
   *
   * @param name A state (a composite leads to its initial leaf), or several leaves joined by `|`.
   * @throws {MachineRuntimeError} With code `unknown_state`, or `in_step` while a step is running.
   */
  override setState(name: string): void {
    this.#refuseInStep("setState");
    const { configuration, ends } = configurationOf(this.tables, name, this.history ?? new Map());
    const before = this.active;
    this.stopAllTimers();
    this.active = configuration;
    this.gate = ends ? this.gate | GATE.done : this.gate & ~GATE.done;
    this.#isStopped = false;
    const visited = this.visitedStates;
    if (visited && visited.last !== configuration.state) visited.add(configuration.state);
    this.listener?.onStateSet?.(this.name, before.state, configuration.state);
  }

  /** Ends it where it stands, without exits: timers stop, end handlers run. Nothing happens when it is done. */
  stop(): void {
    if (this.done) return;
    this.#isStopped = true;
    this.finish();
  }

  /** Enters the initial configuration, without leaving the present one. */
  override enterInitialState(): void {
    this.#refuseInStep("enterInitialState");
    if (this.tables === NO_CHART) {
      throw new MachineRuntimeError("no_chart", `"${this.name}" has no chart: override enterInitialState.`);
    }
    this.#isStopped = false;
    this.visitedStates?.reset([]);
    this.start();
  }

  /**
   * Everything needed to go on later, as plain JSON: functions and host objects in the data stay out.
   *
   * @throws {MachineRuntimeError} With code `in_step`, while a step is running; with code `snapshot_too_large`, when
   * the data holds more than a million values.
   */
  snapshot(): MachineSnapshot {
    this.#refuseInStep("snapshot");
    return writeSnapshot({
      active: this.active,
      history: this.history,
      waiting: this.waiting,
      timers: this.runningTimers(),
      data: this.data as Record<string, unknown>,
      visited: this.visited,
      isDone: this.done,
      isStopped: this.#isStopped,
    });
  }

  /**
   * Goes on from a snapshot: no action runs, no observer is told, timers run on with the time they had left.
   *
   * @throws {MachineRuntimeError} With code `bad_snapshot`, when it does not fit this machine; then nothing changes.
   */
  restore(snapshot: MachineSnapshot): void {
    this.#refuseInStep("restore");
    const { active, history, waiting } = readSnapshot(
      snapshot,
      this.tables,
      this.data as Record<string, unknown>,
    );
    this.active = active;
    this.history = history;
    this.waiting = waiting;
    this.gate = snapshot.done ? this.gate | GATE.done : this.gate & ~GATE.done;
    this.#isStopped = snapshot.stopped === true;
    this.visitedStates?.reset(snapshot.visited);
    this.dropTimers();
    if (snapshot.timers.length > 0) {
      this.timers.resume(snapshot.timers, (name) => this.expire(name, this.tables.timerEvent(name)));
    }
    if (waiting.length > 0) this.#whileBusy(() => this.drain());
  }

  /** A timer has expired: the observer is told, then the event is sent. */
  protected override expire(timer: string, event: string): void {
    this.listener?.onTimerExpired?.(this.name, timer);
    const result = this.send(event);
    if (result.handled && result.error !== undefined) this._tellError(result.error);
  }

  #followGuards({ guards, nexts }: GuardedWays, payload: Payload | undefined): boolean {
    this.gate = GATE.busy;
    let way = 0;
    while (way < guards.length && !this.#lets(guards[way]!, payload)) way++; // `way` is within bounds
    this.gate &= ~GATE.busy;
    const next = nexts[way];
    if (next !== undefined) this.active = next;
    if (this.waiting !== null && this.waiting.length > 0) this.#whileBusy(() => this.drain());
    return next !== undefined;
  }

  #lets(guard: Guard | null, payload: Payload | undefined): boolean {
    if (guard === null) return true;
    try {
      const verdict = verdictOf(guard, this as unknown as Context, payload);
      return verdict === true;
    } catch {
      return false; // A guard that cannot be evaluated does not pass; without an observer nobody asks why.
    }
  }

  #fireSlowly(event: number, payload: Payload | undefined): boolean {
    const id = this.tables.events[event] ?? "";
    if ((this.gate & (GATE.done | GATE.busy)) !== 0) return this.#turnAway(id, payload).handled;
    this.gate |= GATE.busy;
    try {
      const { active } = this;
      const refused = this.macroStep(event, id, payload);
      if (active.guarded[event] === undefined) {
        active.guarded[event] = guardedWays(this.tables, active, planOf(active, event));
      }
      this.drain();
      return refused === null;
    } finally {
      this.gate &= ~GATE.busy;
    }
  }

  #turnAway(event: string, payload: Payload | undefined): SendResult {
    if (this.done) {
      const reason = this.#isStopped ? "stopped" : "machine is done";
      this.listener?.onUnhandled?.(this.name, event, reason);
      return refusal(event, this.state, reason);
    }
    (this.waiting ??= []).push(payload === undefined ? { event } : { event, payload });
    return { ...refusal(event, this.state, "queued"), queued: true };
  }

  #handled(event: string, before: Configuration): SendResult {
    if (this.waiting !== null && this.waiting.length > 0) this.drain();
    const after = this.active;
    const changed = after !== before && !sameConfiguration(after, before);
    if (this.problem === null) {
      return { handled: true, changed, from: before.state, to: after.state, event };
    }
    return { handled: true, changed, from: before.state, to: after.state, event, error: this.problem };
  }

  #unhandled(event: string, before: Configuration, reason: Refusal): SendResult {
    // What the observer threw is no reason why the event was not handled.
    const problem = this.problem === this._failure ? null : this.problem;
    if (this.waiting !== null && this.waiting.length > 0) this.drain();
    const after = this.active;
    return {
      handled: false,
      changed: !sameConfiguration(after, before),
      from: before.state,
      to: after.state,
      event,
      reason,
      error: sentence(event, before.state, reason, problem),
    };
  }

  #whileBusy(work: () => void): void {
    this.gate |= GATE.busy;
    try {
      work();
    } finally {
      this.gate &= ~GATE.busy;
    }
  }

  #refuseInStep(what: string): void {
    if ((this.gate & GATE.busy) === 0) return;
    throw new MachineRuntimeError(
      "in_step",
      `Cannot call ${what} while a step is running: wait until send returns.`,
    );
  }
}

function tablesOf(chart: Chart | ChartTables | null): ChartTables {
  if (chart === null) return NO_CHART;
  return "tables" in chart ? chart.tables : chart;
}
