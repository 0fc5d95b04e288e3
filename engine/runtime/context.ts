import { type Chart, NO_CHART } from "./chart/chart.ts";
import { isWithin } from "./chart/node.ts";
import type { State } from "./chart/state.ts";
import { eventNumber } from "./chart/tables.ts";
import { ContextBase, type EndHandler } from "./context_base.ts";
import type { CallbackArgs, IObserver } from "./observers/observer.ts";
import { MachineRuntimeError } from "./problem.ts";
import type { Payload, SendResult } from "./send_result.ts";
import { configurationOf } from "./snapshot/set_state.ts";
import { readSnapshot, writeSnapshot } from "./snapshot/snapshot.ts";
import { resume, send, start } from "./step/event_loop.ts";
import { fire } from "./step/fast_path.ts";
import {
  addVisited,
  BUSY,
  DONE,
  type GuardFn,
  type Instance,
  MOST_VISITED,
  newInstance,
  OVERRULED,
  type RegisteredAction,
  type RegisteredGuard,
  setEnd,
  type Stepper,
  type StepperMaker,
  STOPPED,
  TRACKED,
} from "./step/instance.ts";
import { finish } from "./step/micro_step.ts";
import { notify, notifyProblem, observe } from "./step/notify.ts";
import { raiseNamed } from "./step/run_action.ts";
import { selectsAny } from "./step/select.ts";
import type { Clock } from "./timers/clock.ts";
import type { Turn } from "./timers/timers.ts";
import type { MachineSnapshot, WorkLinks, WorkSet } from "./work_set.ts";

/** A function that guards and actions may call by its name. */
export type HostFunction = (...args: never[]) => unknown;

/** Options of a {@linkcode Context}. */
export interface ContextOptions<Data extends object = Record<string, unknown>> extends WorkLinks {
  /** The data of guards and actions, read live. */
  data?: Data;
  /** Notified of what happens, from the initial entry on. */
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
 * Runs a chart: the base of every generated context, and of the interpreter. It holds the data of one running machine;
 * the functions of `runtime/step/` are the algorithm. `engine/SEMANTICS.md` describes it.
 *
 * Without a chart it is the base of machines written by hand with `TransitionHelper`.
 *
 * @typeParam Data What guards and actions read and write by name.
 */
export class Context<Data extends object = Record<string, unknown>> extends ContextBase {
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
  /** For machines written by hand: the source of the running transition. */
  statePrevious: State | null = null;
  /** For machines written by hand: the target of the running transition. */
  stateNext: State | null = null;
  /** For machines written by hand: the state that {@linkcode Context.saveState} saved. */
  stateHistory: State | null = null;
  /** The work of its states, its delayed events and its output; null in machines that have no such parts. */
  readonly workSet: WorkSet | null;
  readonly #instance: Instance;
  /** The states that a machine written by hand set. */
  #current: State | null = null;

  /**
   * Makes a machine; {@linkcode Context.enterInitialState} starts it.
   *
   * @param name The name given to the observer.
   * @param chart The chart it runs.
   * @param options How to make it.
   * @param stepper Takes the steps of an asynchronous machine.
   * @throws {MachineRuntimeError} With code `bad_snapshot`, when the snapshot is of another machine.
   */
  constructor(
    name = "Context",
    chart: Pick<Chart, "tables"> | null = null,
    options: ContextOptions<Data> = {},
    stepper: StepperMaker | null = null,
  ) {
    super(name, options.clock);
    this.data = options.data ?? {} as Data;
    this.functions = options.functions ?? NO_FUNCTIONS;
    this.registeredGuards = options.guards ?? null;
    this.registeredActions = options.actions ?? null;
    this.guardEvaluator = options.guard ?? null;
    const instance = this.#instance = newInstance(chart?.tables ?? NO_CHART, this);
    // Its parameter is the instance, whose type is not public.
    if (stepper) instance.stepper = stepper(instance as never);
    this.workSet = instance.work = instance.tables.work?.(this, options) ?? null;
    if (this.registeredGuards || this.guardEvaluator) instance.flags |= OVERRULED;
    if (options.keepVisited) {
      instance.visited = [];
      instance.flags |= TRACKED;
    }
    if (options.observer) this.setObserver(options.observer);
    if (options.onEnd) this.registerEndHandler(options.onEnd);
    if (options.snapshot) this.restore(options.snapshot);
  }

  /** The active leaf's name; with regions, the leaves' names in document order, joined by `|`. */
  get state(): string {
    return this.#instance.active.state;
  }

  /** The names of all active states, in document order. */
  get configuration(): string[] {
    return this.#instance.active.active.map((node) => node.name);
  }

  /** The names from the root to the leaf; with regions, those of all active states. */
  get path(): string[] {
    return this.configuration;
  }

  /** True when it has reached its end or was stopped. */
  get done(): boolean {
    return (this.#instance.flags & DONE) !== 0;
  }

  /** The states it was in, oldest first, the present one last; at most the last 1000, none when they are not kept. */
  get visited(): string[] {
    return this.#instance.visited?.slice(-MOST_VISITED) ?? [];
  }

  /** The tags of the active states, in document order, without repeats. */
  get tags(): string[] {
    return [...new Set(this.#instance.active.active.flatMap(({ state }) => state?.tags ?? []))];
  }

  /** True when an active state has a tag. */
  hasTag(tag: string): boolean {
    return this.tags.includes(tag);
  }

  /** Meta data of the active states, by name. */
  get meta(): Record<string, unknown> {
    const states = this.#instance.active.active.filter(({ state }) => state?.meta !== undefined);
    return Object.fromEntries(states.map(({ name, state }) => [name, state?.meta]));
  }

  /** True when the named state is active. */
  isActive(name: string): boolean {
    const { tables, active } = this.#instance;
    const node = tables.nodeByName.get(name);
    return node !== undefined && active.leaves.some((leaf) => isWithin(leaf, node));
  }

  /**
   * Sends an event and runs to completion.
   *
   * @param event The event's id.
   * @param payload The data that guards and actions see by name.
   * @returns What became of it. Never throws for what the chart holds.
   */
  send(event: string, payload?: Payload): SendResult {
    return send(this.#instance, event, payload);
  }

  /**
   * Sends an event by its number, which generated code knows, without a result object.
   *
   * @returns Whether it was handled.
   */
  protected fire(event: number, payload?: Payload): boolean {
    return fire(this.#instance, event, payload);
  }

  /** Puts an event on the internal queue. */
  raise(event: string, payload?: Payload): void {
    raiseNamed(this.#instance, event, payload);
  }

  /** True when `send` would handle the event now; guards are evaluated, nothing changes. */
  can(event: string, payload?: Payload): boolean {
    const number = eventNumber(this.#instance.tables, event);
    return number !== undefined && !this.done && selectsAny(this.#instance, number, payload);
  }

  /**
   * The events with a transition from the active states, leaf first, without repeats, without completions; guards
   * are not evaluated. Empty after the end.
   */
  availableEvents(): string[] {
    const events = new Set<string>();
    if (this.done) return [];
    const { tables, active } = this.#instance;
    for (const leaf of active.leaves) {
      for (let node: typeof leaf | null = leaf; node; node = node.parent) {
        for (const edge of node.transitions) {
          const event = tables.events[edge.event];
          if (event !== undefined && !isUnsent(event)) events.add(event);
        }
      }
    }
    return [...events];
  }

  /** Replaces the observer, in its children too. */
  override setObserver(observer: IObserver): void {
    super.setObserver(observer);
    observe(this.#instance, observer);
  }

  /** Calls a callback of the observer and catches its errors. */
  protected override notifyObserver<Callback extends keyof IObserver>(
    callback: Callback,
    ...args: CallbackArgs<Callback>
  ): void {
    notify(this.#instance, callback, ...args);
  }

  /** Starts a timer that sends `event` when it expires, then every `repeat` milliseconds. */
  startEventTimer(name: string, duration: number, event: string, repeat: number | undefined): void {
    this.stopTimer(name); // First: its observer may stop the machine.
    if (this.done) return; // Stopped in the current step.
    this.timers.start(name, duration, () => this.expire(name, event), repeat, this.timerTurn);
  }

  /** Stops every running timer and cancels all work. */
  override stopAllTimers(): void {
    super.stopAllTimers();
    this.workSet?.clear();
  }

  /** Runs the expiry of a timer when it is its turn; default: at once. */
  protected get timerTurn(): Turn | undefined {
    return undefined;
  }

  /** A timer has expired: notifies the observer, then sends the event. */
  protected expire(timer: string, event: string): void {
    notify(this.#instance, "onTimerExpired", timer);
    const result = this.workSet?.expire(timer) ?? this.send(event);
    if (result.handled && result.error !== undefined) notifyProblem(this.#instance, result.error);
  }

  /** Enters the initial configuration, without leaving the present one. */
  override enterInitialState(): void {
    const instance = this.#atRest("enterInitialState");
    if (instance.tables === NO_CHART) {
      throw new MachineRuntimeError("no_chart", `"${this.name}" has no chart: override enterInitialState.`);
    }
    if (instance.visited) instance.visited = [];
    start(instance);
  }

  /** Ends it where it is, without exits: timers stop, end handlers run. Nothing happens when it is done. */
  stop(): void {
    if (this.done) return;
    this.#instance.flags |= STOPPED;
    finish(this.#instance);
  }

  /**
   * Goes to a state without exits, entries or actions; timers stop.
   *
   * @param name A state (a composite leads to its initial leaf), or several leaves joined by `|`.
   * @throws {MachineRuntimeError} With code `unknown_state`, or `in_step` while a step is running.
   */
  override setState(name: string): void {
    const instance = this.#atRest("setState");
    const { configuration, ends } = configurationOf(instance.tables, name, instance.history);
    const before = this.state;
    this.stopAllTimers();
    this.workSet?.restore({}, []); // No action has given an output.
    instance.active = configuration;
    setEnd(instance, ends);
    const { visited, active: { state } } = instance;
    if (visited && visited.at(-1) !== state) addVisited(visited, state);
    notify(instance, "onStateSet", before, state);
  }

  /**
   * Everything needed to go on later, as plain JSON: functions and host objects in the data stay out.
   *
   * @throws {MachineRuntimeError} With code `in_step`, while a step is running; with code `snapshot_too_large`, when
   * the data holds more than a million values.
   */
  snapshot(): MachineSnapshot {
    return writeSnapshot(this.#atRest("snapshot"), this.runningTimers());
  }

  /**
   * Goes on from a snapshot: no action runs, the observer is not notified, timers run on with the time they had left.
   *
   * @throws {MachineRuntimeError} With code `bad_snapshot`, when it does not fit this machine; then nothing changes.
   */
  restore(snapshot: MachineSnapshot): void {
    const instance = this.#atRest("restore");
    const { active, history, waiting } = readSnapshot(snapshot, instance);
    instance.active = active;
    instance.history = history;
    instance.external = waiting;
    setEnd(instance, snapshot.done, snapshot.stopped === true);
    if (instance.visited) instance.visited = snapshot.visited.slice(-MOST_VISITED);
    this.dropTimers();
    if (snapshot.timers.length > 0) {
      this.timers.resume(
        snapshot.timers,
        (name) => this.expire(name, instance.tables.timerEvent(name)),
        this.timerTurn,
      );
    }
    this.workSet?.restore(snapshot, active.active);
    resume(instance);
  }

  /** The state as plain JSON. A snapshot holds more. */
  override serialize(): { state: string | null; history?: string } {
    const state = (this.state || this.#current?.name) ?? null;
    return this.stateHistory ? { state, history: this.stateHistory.name } : { state };
  }

  /** Takes the steps of an asynchronous machine; null in others. */
  protected get stepper(): Stepper | null {
    return this.#instance.stepper;
  }

  /** The active leaf of a chart, or what a machine written by hand set. */
  get stateCurrent(): State | null {
    return this.#current ?? this.#instance.active.leaves[0]?.state ?? null;
  }
  set stateCurrent(state: State | null) {
    this.#current = state;
  }

  /** For machines written by hand: exits the current state and all states above it. */
  leaveCurrentState(): void {
    for (let state = this.stateCurrent; state; state = state.parent) {
      this.observer.onExit(this.name, state.name);
      state.onExit(this);
    }
  }

  /** For machines written by hand: remembers the current state in {@linkcode Context.stateHistory}. */
  saveState(): void {
    this.stateHistory = this.stateCurrent;
  }

  /** The instance, if no step is running. */
  #atRest(method: string): Instance {
    if ((this.#instance.flags & BUSY) === 0) return this.#instance;
    throw new MachineRuntimeError(
      "in_step",
      `Cannot call ${method} while a step is running: wait until send returns.`,
    );
  }
}

/** True for events that come from inside a machine, and for wildcards, which are none. */
function isUnsent(event: string): boolean {
  return /^(done\.(state|invoke)\.|error\.(invoke\.|action$)|after\.)|(^|\.)\*$/.test(event);
}
