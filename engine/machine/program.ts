import type { StateMachineDefinition } from "@loom/protocol";
import { enrich, type EnrichedModel } from "../model.ts";
import { ConfigurationTable } from "../runtime/chart/configuration.ts";
import type { ChartTables } from "../runtime/chart/tables.ts";
import { fatalFindings, validate } from "../validate/mod.ts";
import { type CompiledProgram, compileModel, type MachineProgram } from "./runnable.ts";

/** Options of compilation. */
export interface CompileOptions {
  /** True to run all rules (the default), or only those whose findings keep a machine from running. */
  validate?: boolean;
}

/**
 * Compiles a definition once, so that many machines can run it.
 *
 * @param source The definition, or its enriched model. It must not change afterwards.
 * @returns The program, to give to `new Machine` in place of the definition.
 * @throws {MachineDefinitionError} When the definition has a finding of V001, V002 or V006.
 *
 * @example
 * ```ts
 * import { compileMachine, Machine } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const program = compileMachine({
 *   settings: { namespace: "Home", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "push" }] }],
 *   state: {
 *     name: "Door",
 *     states: [
 *       { name: "Closed", transitions: [{ event: "push", nextState: "Open" }] },
 *       { name: "Open", transitions: [{ event: "push", nextState: "Closed" }] },
 *     ],
 *   },
 * });
 * const doors = [new Machine(program), new Machine(program)];
 * doors[0]?.send("push");
 * assertEquals(doors.map((door) => door.state), ["Open", "Closed"]);
 * ```
 */
export function compileMachine(
  source: StateMachineDefinition | EnrichedModel,
  options: CompileOptions = {},
): MachineProgram {
  return compileProgram(source, options);
}

/** The program of a machine's source, compiled now unless it is one already. */
export function programOf(
  source: StateMachineDefinition | MachineProgram,
  options: CompileOptions,
): CompiledProgram {
  return isProgram(source) ? source : compileProgram(source as StateMachineDefinition, options);
}

function compileProgram(
  source: StateMachineDefinition | EnrichedModel,
  options: CompileOptions,
): CompiledProgram {
  const model = isModel(source) ? source : enrich(source);
  return compileModel(model, options.validate === false ? fatalFindings(model) : validate(model));
}

// Documents may have any key: only values that JSON cannot have distinguish programs and models from definitions.
function isProgram(source: object): source is CompiledProgram {
  const { tables } = source as { readonly tables?: Partial<ChartTables> };
  return tables?.configurations instanceof ConfigurationTable;
}

function isModel(source: object): source is EnrichedModel {
  return "stateMap" in source && source.stateMap instanceof Map;
}
