import type { Finding, StateMachineDefinition } from "@loom/protocol";
import type { EnrichedModel } from "../model.ts";
import type { Clock } from "../runtime/clock.ts";
import { ContextBase, type EndHandler } from "../runtime/context_base.ts";
import type { IObserver } from "../runtime/observer.ts";
import { ObserverNull } from "../runtime/observer_null.ts";
import type { RegisteredAction } from "./action.ts";
import { programOf } from "./compile.ts";
import { type Configuration, sameConfiguration } from "./configuration.ts";
import { MachineRuntimeError } from "./errors.ts";
import type { GuardFn, RegisteredGuard } from "./guard.ts";
import type { MachineProgram } from "./program.ts";
import { refusal, sentence } from "./refusal.ts";
import type { Payload, SendResult } from "./send_result.ts";
import { configurationOf } from "./set_state.ts";
import { type MachineSnapshot, readSnapshot, writeSnapshot } from "./snapshot.ts";
import { type MachineScope, type Refusal, Stepper } from "./stepper.ts";

/** A function that guards and actions may call by its name. */
export type HostFunction = (...args: never[]) => unknown;

/** How to make a machine. */
export interface MachineOptions {
  /** The name given to the observer; default: `settings.name`, else `Machine`. */
  name?: string;
  /** Told what happens, from the initial entry on. */
  observer?: IObserver;
  /** The data and host objects that guards and actions work on; read live. */
  context?: Record<string, unknown>;
  /** Decides every guard by its text, instead of the expressions. */
  guard?: GuardFn;
  /** Decide the guard with their whole text. */
  guards?: Readonly<Record<string, RegisteredGuard>>;
  /** Run instead of the `code` with their whole text. */
  actions?: Readonly<Record<string, RegisteredAction>>;
  /** Functions that guards and actions may call. */
  functions?: Readonly<Record<string, HostFunction>>;
  /** Whether to run all rules (the default); with `false` only those that keep a machine from running. */
  validate?: boolean;
  /** The clock for timers; default: the platform's. */
  clock?: Clock;
  /** Called at the end, an end at construction included. */
  onEnd?: EndHandler;
  /** Where to go on, instead of entering the initial configuration. */
  snapshot?: MachineSnapshot;
}

/**
 * Runs a definition. `engine/SEMANTICS.md` tells how.
 *
 * @example
 * ```ts
 * import { Machine } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const door = new Machine({
 *   settings: { namespace: "Home", name: "Door", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "open" }, { id: "close" }] }],
 *   state: {
 *     name: "Root",
 *     states: [
 *       { name: "Closed", transitions: [{ event: "open", nextState: "Open", condition: "not locked" }] },
 *       { name: "Open", transitions: [{ event: "close", nextState: "Closed" }] },
 *     ],
 *   },
 * }, { context: { locked: false } });
 * const result = door.send("open");
 * assertEquals([result.handled, door.state], [true, "Open"]);
 * ```
 */
export class Machine extends ContextBase {
  /** The findings that did not keep it from running. */
  readonly warnings: readonly Finding[];
  /** The data and host objects that guards and actions work on. */
  readonly context: Record<string, unknown>;
  readonly #stepper: Stepper;
  #isStopped = false;

  /**
   * Makes a machine and enters its initial configuration.
   *
   * @param source The definition, or a program made from one by `compileMachine`.
   * @param options How to make it.
   * @throws {MachineDefinitionError} When the definition has a finding of V001, V002 or V006.
   * @throws {MachineRuntimeError} With code `microstep_limit`, when the initial entry does not come to rest; with
   * code `bad_snapshot`, when the snapshot is of another machine.
   */
  constructor(source: StateMachineDefinition | MachineProgram, options: MachineOptions = {}) {
    const program = programOf(source, options);
    super(options.name ?? program.name, options.clock);
    this.warnings = program.warnings;
    this.context = options.context ?? {};
    this.#stepper = new Stepper({
      program,
      host: this,
      guards: { evaluator: options.guard ?? null, registered: options.guards ?? null },
      actions: {
        registered: options.actions ?? null,
        startTimer: (name, ms, repeat, event) =>
          this.timers.start(name, ms, () => this.#expire(name, event), repeat),
        stopTimer: (name) => this.timers.stop(name),
        raise: (event) => this.#stepper.raise(event),
      },
      scope: this.#scope(options.functions ?? {}),
    });
    if (options.observer) this.setObserver(options.observer);
    if (options.onEnd) this.registerEndHandler(options.onEnd);
    if (options.snapshot) this.restore(options.snapshot);
    else this.enterInitialState();
  }

  /** The definition it runs. */
  get definition(): StateMachineDefinition {
    return this.#stepper.program.model.definition;
  }

  /** The definition with its indexes. */
  get model(): EnrichedModel {
    return this.#stepper.program.model;
  }

  /** The active leaf's name; with regions, the leaves' names in document order, joined by `|`. */
  get state(): string {
    return this.#stepper.configuration.state;
  }

  /** The names of all active states, in document order. */
  get configuration(): string[] {
    return this.#stepper.configuration.active.map((node) => node.name);
  }

  /** The names from the root to the leaf; with regions, those of all active states. */
  get path(): string[] {
    return this.configuration;
  }

  /** Whether it has reached its end or was stopped. */
  get done(): boolean {
    return this.#stepper.isDone;
  }

  /** The states it was in, oldest first, the present one last; at most the last 1000. */
  get visited(): string[] {
    return this.#stepper.visited.list();
  }

  /** Puts another observer in place. */
  override setObserver(observer: IObserver): void {
    super.setObserver(observer);
    this.#stepper.observer = observer === ObserverNull.instance() ? null : observer;
  }

  /**
   * Sends an event and runs to completion.
   *
   * @param event The event's id.
   * @param payload The data that guards and actions see by name.
   * @returns What became of it. Never throws for what the definition holds.
   */
  send(event: string, payload?: Payload): SendResult {
    const stepper = this.#stepper;
    const before = stepper.configuration;
    if (stepper.isDone) {
      const result = refusal(event, before.state, this.#isStopped ? "stopped" : "machine is done");
      stepper.observer?.onUnhandled?.(this.name, event, result.reason ?? "");
      return result;
    }
    if (stepper.isBusy) return this.#queue(event, payload);
    stepper.isBusy = true;
    try {
      const refused = stepper.macroStep(event, payload);
      return refused === null ? this.#handled(event, before) : this.#unhandled(event, before, refused);
    } finally {
      stepper.isBusy = false;
    }
  }

  /** Whether `send` would handle the event now; guards are evaluated, nothing changes. */
  can(event: string, payload?: Payload): boolean {
    const stepper = this.#stepper;
    return !stepper.isDone && event !== "" && stepper.knows(event) && stepper.selects(event, payload);
  }

  /**
   * The events with a transition from the active states, leaf first, without repeats, without completions; guards
   * are not evaluated. Empty after the end.
   */
  availableEvents(): string[] {
    const events = new Set<string>();
    if (this.done) return [];
    for (const leaf of this.#stepper.configuration.leaves) {
      for (let node: typeof leaf | null = leaf; node; node = node.parent) {
        for (const { event } of node.transitions) {
          if (event !== "" && !event.startsWith("done.state.")) events.add(event);
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
    const stepper = this.#stepper;
    const { configuration, ends } = configurationOf(stepper.program, name, stepper.history);
    const before = stepper.configuration;
    this.stopAllTimers();
    stepper.configuration = configuration;
    stepper.isDone = ends;
    this.#isStopped = false;
    if (stepper.visited.last !== configuration.state) stepper.visited.add(configuration.state);
    stepper.observer?.onStateSet?.(this.name, before.state, configuration.state);
  }

  /** Ends it where it stands, without exits: timers stop, end handlers run. Nothing happens when it is done. */
  stop(): void {
    if (this.done) return;
    this.#isStopped = true;
    this.#stepper.finish();
  }

  /** Enters the initial configuration anew, without leaving the present one. The constructor does it once. */
  override enterInitialState(): void {
    this.#refuseInStep("enterInitialState");
    this.#isStopped = false;
    this.#stepper.visited.reset([]);
    this.#stepper.start();
  }

  /** The state as plain JSON. {@linkcode Machine.snapshot} holds more. */
  override serialize(): { state: string | null } {
    return { state: this.state === "" ? null : this.state };
  }

  /**
   * Everything needed to go on later, as plain JSON: functions and host objects in the context stay out.
   *
   * @throws {MachineRuntimeError} With code `in_step`, while a step is running; with code `snapshot_too_large`, when
   * the context holds more than a million values.
   */
  snapshot(): MachineSnapshot {
    this.#refuseInStep("snapshot");
    return writeSnapshot({
      stepper: this.#stepper,
      timers: this.timers.running(),
      context: this.context,
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
    const stepper = this.#stepper;
    readSnapshot(snapshot, stepper, this.context);
    this.#isStopped = snapshot.stopped === true;
    this.timers.drop();
    this.timers.resume(snapshot.timers, (name) => this.#expire(name, stepper.program.timerEvent(name)));
    this.#drain();
  }

  #scope(functions: Readonly<Record<string, HostFunction>>): MachineScope {
    return {
      payload: undefined,
      context: this.context,
      functions,
      inState: (name) => this.#stepper.isActive(name),
    };
  }

  #handled(event: string, before: Configuration): SendResult {
    const stepper = this.#stepper;
    if (stepper.waiting.length > 0) stepper.drain();
    const after = stepper.configuration;
    const changed = after !== before && !sameConfiguration(after, before);
    if (stepper.problem === null) {
      return { handled: true, changed, from: before.state, to: after.state, event };
    }
    return { handled: true, changed, from: before.state, to: after.state, event, error: stepper.problem };
  }

  #unhandled(event: string, before: Configuration, reason: Refusal): SendResult {
    const stepper = this.#stepper;
    const { problem } = stepper;
    if (stepper.waiting.length > 0) stepper.drain();
    const after = stepper.configuration;
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

  #queue(event: string, payload: Payload | undefined): SendResult {
    this.#stepper.waiting.push(payload === undefined ? { event } : { event, payload });
    return { ...refusal(event, this.state, "queued"), queued: true };
  }

  #drain(): void {
    this.#stepper.isBusy = true;
    try {
      this.#stepper.drain();
    } finally {
      this.#stepper.isBusy = false;
    }
  }

  #expire(name: string, event: string): void {
    this.#stepper.observer?.onTimerExpired?.(this.name, name);
    const result = this.send(event);
    if (result.handled && result.error !== undefined) {
      this.#stepper.observer?.onError?.(this.name, result.error);
    }
  }

  #refuseInStep(what: string): void {
    if (!this.#stepper.isBusy) return;
    throw new MachineRuntimeError(
      "in_step",
      `Cannot call ${what} while a step is running: wait until send returns.`,
    );
  }
}
