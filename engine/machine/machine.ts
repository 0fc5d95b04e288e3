import type { StateMachineDefinition } from "@loom/protocol";
import type { ChildFactory } from "../runtime/work_set.ts";
import { programOf } from "./program.ts";
import { ProgramMachine, type ProgramOptions } from "./program_machine.ts";
import type { MachineProgram } from "./runnable.ts";

/** Options of a machine. */
export interface MachineOptions extends Omit<ProgramOptions, "machines"> {
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
export class Machine extends ProgramMachine {
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
    const { machines, validate: _validate, ...others } = options;
    super(programOf(source, options), {
      ...others,
      ...(machines ? { machines: factoriesOf(machines) } : {}),
    });
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
