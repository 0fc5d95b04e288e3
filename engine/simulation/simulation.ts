import { LoomError } from "@loom/protocol";
import { ProgramMachine, type ProgramOptions } from "../machine/program_machine.ts";
import type { InvokedMachines, MachineProgram } from "../machine/runnable.ts";
import { ObserverNull } from "../runtime/observers/observer.ts";
import type { SendResult } from "../runtime/send_result.ts";
import { type Clock, systemClock } from "../runtime/timers/clock.ts";
import { SimulatedClock } from "../runtime/timers/simulated_clock.ts";
import type { MachineSnapshot } from "../runtime/work_set.ts";
import { standInsFor, standInWork, stubbedFunctions } from "./stand_ins.ts";
import { type SeenInStep, StepLog } from "./step_log.ts";

/** One input of a running machine. */
export type SimulationStep =
  | { readonly kind: "event"; readonly event: string; readonly payload?: Readonly<Record<string, unknown>> }
  | { readonly kind: "advance"; readonly milliseconds: number };

/** A timer that expired, and the states before and after. */
export interface TimerExpiry {
  /** The timer's name. */
  readonly timer: string;
  /** When, in milliseconds from the start. */
  readonly at: number;
  /** The state before. */
  readonly from: string;
  /** The state afterwards. */
  readonly to: string;
}

/** The result of one step. */
export interface SimulationOutcome {
  /** The input of the step; a timer of the real clock expires by itself. */
  readonly cause: SimulationStep | { readonly kind: "start" } | { readonly kind: "timer" };
  /** The state before. */
  readonly from: string;
  /** The state afterwards. */
  readonly to: string;
  /** The active states afterwards. */
  readonly configuration: readonly string[];
  /** True when the machine has reached its end. */
  readonly done: boolean;
  /** The result of the event, if it was one. */
  readonly result?: SendResult;
  /** The timers that expired. */
  readonly expiries: readonly TimerExpiry[];
  /** The log of the step. */
  readonly seen: SeenInStep;
  /** All events of the machine. */
  readonly declared: readonly string[];
}

/** Options of a simulation. */
export interface SimulationOptions extends Pick<ProgramOptions, "guard" | "guards" | "snapshot"> {
  /** The data that guards and actions work on, beside the stubs of host objects. */
  readonly context?: Record<string, unknown>;
  /**
   * The results of functions and tasks by name, such as `cart.total` or `isOpen`; a `StubFailure` is thrown. Default: null
   * for functions; tasks run on.
   */
  readonly stubs?: Readonly<Record<string, unknown>>;
  /** The machines that states invoke. Default: machines that take every event and do nothing. */
  readonly machines?: InvokedMachines;
  /** True when timers run on the real clock. */
  readonly realTime?: boolean;
  /** Called when a timer of the real clock has expired. */
  readonly onTimer?: (outcome: SimulationOutcome) => void;
  /** The clock to run on instead of the real one. */
  readonly clock?: Clock;
  /** Number of steps that can be undone; each keeps a snapshot. Default: 0. */
  readonly undoLimit?: number;
  /** Limit of expiries in one step of the simulated clock, past which the step throws. Default: none. */
  readonly mostExpiries?: number;
}

/** Limit of expiries that {@linkcode Simulation.finish} waits for; a repeating timer would never end. */
export const MOST_EXPIRIES = 1000;

/** A machine that is run step by step. */
export class Simulation {
  /** The result of the start. */
  readonly start: SimulationOutcome;
  /** The machine. */
  readonly machine: ProgramMachine;
  readonly #log = new StepLog();
  readonly #simulated: SimulatedClock | undefined;
  readonly #clock: Clock;
  readonly #began: number;
  readonly #onTimer: ((outcome: SimulationOutcome) => void) | undefined;
  readonly #undo: MachineSnapshot[] = [];
  readonly #undoLimit: number;
  readonly #mostExpiries: number;
  readonly #declared: readonly string[];
  #expiries: TimerExpiry[] = [];
  #waiting = 0;
  #idle: (() => void) | undefined;

  /**
   * Starts a machine.
   *
   * @throws {LoomError} When the machine cannot start.
   */
  constructor(program: MachineProgram, options: SimulationOptions = {}) {
    this.#simulated = options.realTime ? undefined : new SimulatedClock();
    this.#clock = this.#simulated ?? options.clock ?? systemClock;
    this.#began = this.#clock.now();
    this.#onTimer = options.onTimer;
    this.#undoLimit = options.undoLimit ?? 0;
    this.#mostExpiries = options.mostExpiries ?? Infinity;
    this.#declared = [...program.model.eventMap.keys()];
    const notify = (call: string) => this.#log.note(`call ${call}`);
    this.machine = new ProgramMachine(program, {
      // No name: the observer's lines then begin with the text of the log.
      name: "",
      observer: this.#log,
      clock: { now: () => this.#clock.now(), schedule: (callback, delay) => this.#schedule(callback, delay) },
      ...(options.guard === undefined ? {} : { guard: options.guard }),
      ...(options.guards === undefined ? {} : { guards: options.guards }),
      ...(options.snapshot === undefined ? {} : { snapshot: options.snapshot }),
      functions: stubbedFunctions(notify, options.stubs ?? {}),
      ...standInWork(program.model.definition, notify, options.stubs ?? {}, options.machines),
      context: {
        ...standInsFor(program.model.definition, notify, options.stubs),
        ...options.context,
      },
    });
    this.start = this.#outcome({ kind: "start" }, this.machine.state);
  }

  /**
   * Performs a step.
   *
   * @throws {LoomError} With code `too_many_expiries` past the limit; with code `time_stands_still`, when timers keep
   * expiring without time moving on.
   */
  perform(step: SimulationStep): SimulationOutcome {
    this.#keepUndo();
    const from = this.machine.state;
    if (step.kind === "advance") {
      this.#simulated?.advance(step.milliseconds);
      return this.#outcome(step, from);
    }
    const result = this.machine.send(step.event, step.payload);
    // An unhandled event changed nothing: nothing to undo.
    if (!result.handled) this.#undo.pop();
    return this.#outcome(step, from, result);
  }

  /** Undoes the last step, but not the time on the clock. */
  undo(): boolean {
    const snapshot = this.#undo.pop();
    if (snapshot === undefined) return false;
    this.machine.restore(snapshot);
    this.#log.take();
    return true;
  }

  /** The milliseconds until the next timer expires; `undefined` when none runs, or on the real clock. */
  get untilNextTimer(): number | undefined {
    return this.#simulated?.untilNext;
  }

  /** Lets time pass until no timer runs or `signal` is aborted; returns the outcomes. */
  async finish(signal: AbortSignal): Promise<SimulationOutcome[]> {
    const outcomes: SimulationOutcome[] = [];
    if (this.#simulated === undefined) {
      await this.#untilIdle(signal);
      return outcomes;
    }
    for (let count = 0; count < MOST_EXPIRIES && this.untilNextTimer !== undefined; count++) {
      outcomes.push(this.perform({ kind: "advance", milliseconds: this.untilNextTimer }));
    }
    return outcomes;
  }

  /** Ends it: no timer expires any more. */
  close(): void {
    this.machine.setObserver(ObserverNull.instance());
    this.machine.stop();
  }

  #keepUndo(): void {
    if (this.#undoLimit === 0) return;
    this.#undo.push(this.machine.snapshot());
    if (this.#undo.length > this.#undoLimit) this.#undo.shift();
  }

  #schedule(callback: () => void, delay: number): () => void {
    this.#waiting++;
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      this.#waiting--;
      if (this.#waiting === 0) this.#idle?.();
    };
    const cancel = this.#clock.schedule(() => {
      const from = this.machine.state;
      callback();
      over();
      this.#expired(from);
    }, delay);
    return () => {
      cancel();
      over();
    };
  }

  #expired(from: string): void {
    const timer = this.#log.expired.at(-1);
    if (timer !== undefined) {
      this.#expiries.push({ timer, at: this.#clock.now() - this.#began, from, to: this.machine.state });
    }
    if (this.#expiries.length > this.#mostExpiries) throw this.#tooManyExpiries();
    if (this.#simulated === undefined) this.#onTimer?.(this.#outcome({ kind: "timer" }, from));
  }

  #tooManyExpiries(): LoomError {
    this.#expiries = [];
    return new LoomError(
      "too_many_expiries",
      `More than ${this.#mostExpiries} timers expired in one step: let less time pass at once.`,
    );
  }

  #untilIdle(signal: AbortSignal): Promise<void> {
    if (this.#waiting === 0 || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      // A repeating timer is scheduled again while it expires: after the step, some timer still waits.
      this.#idle = resolve;
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  #outcome(cause: SimulationOutcome["cause"], from: string, result?: SendResult): SimulationOutcome {
    const { state: to, configuration, done } = this.machine;
    const expiries = this.#expiries;
    this.#expiries = [];
    const seen = this.#log.take();
    return {
      cause,
      from,
      to,
      configuration,
      done,
      expiries,
      seen,
      declared: this.#declared,
      ...(result === undefined ? {} : { result }),
    };
  }
}
