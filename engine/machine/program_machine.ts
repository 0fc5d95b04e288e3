import type { Finding, State, StateMachineDefinition } from "@loom/protocol";
import type { EnrichedModel } from "../model.ts";
import { Context, type ContextOptions } from "../runtime/context.ts";
import { addMissing } from "../runtime/initial_data.ts";
import type { Payload, SendResult } from "../runtime/send_result.ts";
import type { Turn } from "../runtime/timers/timers.ts";
import type { MachineScope } from "./compile_text.ts";
import type { CompiledProgram, MachineProgram } from "./runnable.ts";

/** Options of a machine that runs a program. */
export interface ProgramOptions extends Omit<ContextOptions, "data" | "keepVisited"> {
  /** The name given to the observer; default: `settings.name`, else `Machine`. */
  name?: string;
  /**
   * The data and host objects that guards and actions work on; read live. It gets the members that `settings.data`
   * declares and it lacks.
   */
  context?: Record<string, unknown>;
}

/** Runs a compiled definition. Unlike a `Machine` it brings no compiler and no rules with it. */
export class ProgramMachine extends Context {
  /** The findings that did not keep it from running. */
  readonly warnings: readonly Finding[];
  /** The definition with its indexes. */
  readonly model: EnrichedModel;
  /**
   * The data of guards and actions.
   *
   * @ignore
   */
  readonly scope: MachineScope;

  /**
   * Makes a machine and enters its initial configuration.
   *
   * @param source A program made by `compileMachine` or `compileRunnable`.
   * @param options How to make it.
   */
  constructor(source: MachineProgram, options: ProgramOptions = {}) {
    // Every program is made by `compileModel`, which makes all of it.
    const program = source as CompiledProgram;
    const { context: given = {}, snapshot, ...others } = options;
    const { initialData } = program;
    const context = initialData ? addMissing(given, initialData()) : given;
    super(
      options.name ?? program.name,
      program,
      { ...others, data: context, keepVisited: true },
      program.stepper,
    );
    this.warnings = program.warnings;
    this.model = program.model;
    this.scope = {
      payload: undefined,
      context,
      functions: this.functions,
      inState: (name) => this.isActive(name),
    };
    if (snapshot) this.restore(snapshot);
    else this.enterInitialState();
  }

  /** True when `send` would handle the event now; guards are evaluated, nothing changes. */
  override can(event: string, payload?: Payload): boolean {
    // A function that a guard or an action calls may ask: what called it goes on with the payload it had.
    const { payload: outer } = this.scope;
    try {
      return super.can(event, payload);
    } finally {
      this.scope.payload = outer;
    }
  }

  /**
   * Sends an event now, or when the running step is over. Where `settings.asynchronous` is true, its actions are awaited.
   *
   * @returns The promise of its result; it is never rejected.
   */
  sendAsync(event: string, payload?: Payload): Promise<SendResult> {
    return this.stepper?.sendAsync(event, payload) ?? Promise.resolve(this.send(event, payload));
  }

  /** Ends it where it is, without exits: timers stop, end handlers run. Nothing happens when it is done. */
  override stop(): void {
    super.stop();
    this.stepper?.dropWaiting();
  }

  /** True when actions are awaited: an expiry waits for the running step. */
  protected override get timerTurn(): Turn | undefined {
    const { stepper } = this;
    return stepper === null ? undefined : (expire) => stepper.expire(expire);
  }

  /** Waits until no step is running, for example the initial entry, and no event waits. */
  idle(): Promise<void> {
    return this.stepper?.idle() ?? Promise.resolve();
  }

  /** The output of the final state that it ended in; undefined before and without one. */
  get output(): unknown {
    return this.workSet?.output;
  }

  /** The tags of the active states, in document order, without repeats. */
  override get tags(): string[] {
    const tags = this.#active().flatMap(({ tags }) => Array.isArray(tags) ? tags : []);
    return [...new Set(tags.filter((tag) => typeof tag === "string"))];
  }

  /** `meta` of the active states, by name. */
  override get meta(): Record<string, unknown> {
    const states = this.#active().filter(({ meta }) => meta !== undefined && meta !== null);
    return Object.fromEntries(states.map(({ name, meta }) => [name, meta]));
  }

  #active(): State[] {
    return this.configuration.map((name) => this.model.stateMap.get(name)).filter((state) =>
      state !== undefined
    );
  }

  /** The definition it runs. */
  get definition(): StateMachineDefinition {
    return this.model.definition;
  }

  /** The data and host objects that guards and actions work on. */
  get context(): Record<string, unknown> {
    return this.data;
  }
}
