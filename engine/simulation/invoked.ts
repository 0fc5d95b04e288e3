import { type StateMachineDefinition, walkStates } from "@loom/protocol";
import type { MachineProgram } from "../machine/program.ts";
import { invocationsOf } from "../members.ts";

/** A machine that a state invokes, with those that it invokes itself. */
export interface InvokedMachine {
  /** The machine, compiled. */
  readonly program: MachineProgram;
  /** The machines that its states invoke. */
  readonly machines: InvokedMachines;
}

/** Machines by the text of `machine`. */
export type InvokedMachines = Readonly<Record<string, InvokedMachine>>;

/** The texts of `machine` in the work that states of a machine invoke, in document order, without repeats. */
export function machinesInvokedBy(definition: StateMachineDefinition): string[] {
  const texts = new Set<string>();
  for (const { state } of walkStates(definition.state)) {
    for (const { source } of invocationsOf(state)) if ("machine" in source) texts.add(source.machine);
  }
  return [...texts];
}
