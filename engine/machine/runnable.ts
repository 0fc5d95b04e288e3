import { type Finding, LoomError, type StateMachineDefinition, walkStates } from "@loom/protocol";
import { lower } from "../lowering/lower.ts";
import { invocationsOf } from "../members.ts";
import { enrich, type EnrichedModel } from "../model.ts";
import type { ChartTables } from "../runtime/chart/tables.ts";
import { asynchronous } from "../runtime/step/asynchronous.ts";
import type { StepperMaker } from "../runtime/step/instance.ts";
import { declaredDataOf } from "../typing/declared.ts";
import { initialDataOf } from "../typing/initial.ts";
import { FATAL_RULES } from "../validate/fatal_rules.ts";
import { fatalFindings } from "../validate/findings_of.ts";
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
export interface CompiledProgram extends MachineProgram {
  readonly tables: ChartTables;
  /** Makes the declared first values of the context; undefined when none are declared. */
  readonly initialData: (() => Record<string, unknown>) | undefined;
  /** Takes the steps of an asynchronous machine; null in others. */
  readonly stepper: StepperMaker | null;
}

/**
 * Compiles a definition as `compileMachine` does, but applies only the rules whose findings keep it from running: a page
 * that has its findings from elsewhere does not load the others.
 *
 * @throws {MachineDefinitionError} When the definition has a finding of V001, V002 or V006.
 */
export function compileRunnable(source: StateMachineDefinition): MachineProgram {
  const model = enrich(source);
  return compileModel(model, fatalFindings(model));
}

/** Compiles a model with its findings. */
export function compileModel(model: EnrichedModel, findings: readonly Finding[]): CompiledProgram {
  const fatal = findings.filter(({ ruleId }) => FATAL_RULES.some(({ id }) => id === ruleId));
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

/** The texts of `machine` in the work that states of a machine invoke, in document order, without repeats. */
export function machinesInvokedBy(definition: StateMachineDefinition): string[] {
  const texts = new Set<string>();
  for (const { state } of walkStates(definition.state)) {
    for (const { source } of invocationsOf(state)) if ("machine" in source) texts.add(source.machine);
  }
  return [...texts];
}
