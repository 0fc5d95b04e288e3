import { type Finding, LoomError, type StateMachineDefinition, walkStates } from "@loom/protocol";
import { lower } from "../lowering/lower.ts";
import { invocationsOf } from "../members.ts";
import { enrich, type EnrichedModel } from "../model.ts";
import { ConfigurationTable } from "../runtime/chart/configuration.ts";
import type { ChartTables } from "../runtime/chart/tables.ts";
import { asynchronous } from "../runtime/step/asynchronous.ts";
import type { StepperMaker } from "../runtime/step/instance.ts";
import { declaredDataOf } from "../typing/declared.ts";
import { initialDataOf } from "../typing/initial.ts";
import { FATAL_RULES, validate } from "../validate/mod.ts";
import { compileTables, nameOf } from "./compile.ts";

/** A definition that cannot run: it has fatal findings. */
export class MachineDefinitionError extends LoomError {
  /** The fatal findings. */
  readonly errors: readonly Finding[];

  /** Makes the error from the fatal findings. */
  constructor(errors: readonly Finding[]) {
    super(
      "machine_definition",
      errors.map(({ ruleId, message }) => `${ruleId}: ${message}`).join("; "),
    );
    this.name = "MachineDefinitionError";
    this.errors = errors;
  }
}

/** A definition compiled for running. */
export interface MachineProgram {
  /** The model it was compiled from. */
  readonly model: EnrichedModel;
  /** The findings that do not keep it from running. */
  readonly warnings: readonly Finding[];
  /** The machine's name. */
  readonly name: string;
}

/** A machine that a state invokes, with those that it invokes itself. */
export interface InvokedMachine {
  /** The machine, compiled. */
  readonly program: MachineProgram;
  /** The machines that its states invoke. */
  readonly machines: InvokedMachines;
}

/** Machines by the text of `machine`. */
export type InvokedMachines = Readonly<Record<string, InvokedMachine>>;

/** A program with the chart that its users need not see. */
interface CompiledProgram extends MachineProgram {
  readonly tables: ChartTables;
  /** Makes the declared first values of the context; undefined when none are declared. */
  readonly initialData: (() => Record<string, unknown>) | undefined;
  /** Takes the steps of an asynchronous machine; null in others. */
  readonly stepper: StepperMaker | null;
}

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
  const findings = validate(model, options.validate === false ? { only: FATAL_RULES } : {});
  const fatal = findings.filter((finding) => FATAL_RULES.has(finding.ruleId));
  if (fatal.length > 0) throw new MachineDefinitionError(fatal);
  const declared = declaredDataOf(model.definition.settings);
  return {
    model,
    warnings: findings,
    name: nameOf(model.definition),
    tables: compileTables(lowered(model)),
    initialData: declared && (() => initialDataOf(declared)),
    stepper: model.definition.settings?.asynchronous === true ? asynchronous : null,
  };
}

/** The model of what is to run. */
function lowered(model: EnrichedModel): EnrichedModel {
  const definition = lower(model.definition);
  return definition === model.definition ? model : enrich(definition);
}

// Documents may have any key: only values that JSON cannot have distinguish programs and models from definitions.
function isProgram(source: object): source is CompiledProgram {
  const { tables } = source as { readonly tables?: Partial<ChartTables> };
  return tables?.configurations instanceof ConfigurationTable;
}

function isModel(source: object): source is EnrichedModel {
  return "stateMap" in source && source.stateMap instanceof Map;
}

/** The texts of `machine` in the work that states of a machine invoke, in document order, without repeats. */
export function machinesInvokedBy(definition: StateMachineDefinition): string[] {
  const texts = new Set<string>();
  for (const { state } of walkStates(definition.state)) {
    for (const { source } of invocationsOf(state)) if ("machine" in source) texts.add(source.machine);
  }
  return [...texts];
}
