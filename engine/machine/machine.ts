import type { Finding, State, StateMachineDefinition } from "@loom/protocol";
import type { EnrichedModel } from "../model.ts";
import { Context, type ContextOptions } from "../runtime/context.ts";
import { addMissing } from "../runtime/initial_data.ts";
import type { Payload, SendResult } from "../runtime/send_result.ts";
import type { Turn } from "../runtime/timers/timers.ts";
import type { ChildFactory } from "../runtime/work_set.ts";
import type { MachineScope } from "./compile_text.ts";
import { type MachineProgram, programOf } from "./program.ts";

/** Options of a machine. */
export interface MachineOptions extends Omit<ContextOptions, "data" | "keepVisited" | "machines"> {
  /** The name given to the observer; default: `settings.name`, else `Machine`. */
  name?: string;
  /**
   * The data and host objects that guards and actions work on; read live. It gets the members that `settings.data`
   * declares and it lacks.
   */
  context?: Record<string, unknown>;
  /** The machines that states invoke, by the text of `machine`: definitions, programs or functions that make machines. */
  machines?: Readonly<Record<string, StateMachineDefinition | MachineProgram | ChildFactory>>;
  /** False to run only the rules that keep a machine from running; default: true. */
  validate?: boolean;
}

/**
 * Runs a definition. `engine/SEMANTICS.md` describes how.
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
export class Machine extends Context {
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
   * @param source The definition, or a program made from one by `compileMachine`.
   * @param options How to make it.
   * @throws {MachineDefinitionError} When the definition has a finding of V001, V002 or V006.
   * @throws {MachineRuntimeError} With code `microstep_limit`, when the initial entry does not come to rest; with
   * code `bad_snapshot`, when the snapshot is of another machine.
   */
  constructor(source: StateMachineDefinition | MachineProgram, options: MachineOptions = {}) {
    const program = programOf(source, options);
    const { context: given = {}, snapshot, machines, ...others } = options;
    const { initialData } = program;
    const context = initialData ? addMissing(given, initialData()) : given;
    super(options.name ?? program.name, program, {
      ...others,
      ...(machines ? { machines: factoriesOf(machines) } : {}),
      data: context,
      keepVisited: true,
    }, program.stepper);
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

/** Functions that make the machines which states invoke; a definition is compiled on its first use. */
function factoriesOf(machines: Required<MachineOptions>["machines"]): Record<string, ChildFactory> {
  return Object.fromEntries(
    Object.entries(machines).map(([path, source]) => [path, factoryOf(source)]),
  );
}

function factoryOf(source: StateMachineDefinition | MachineProgram | ChildFactory): ChildFactory {
  if (typeof source === "function") return source;
  let program: MachineProgram | undefined;
  return ({ data, ...options }) =>
    new Machine(program ??= programOf(source, {}), { ...options, context: data });
}
