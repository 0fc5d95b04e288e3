/**
 * The interpreter. `engine/SEMANTICS.md` says how a machine runs.
 *
 * @module
 */
export { Machine, type MachineOptions } from "./machine.ts";
export { compileMachine, type CompileOptions } from "./program.ts";
export { ProgramMachine, type ProgramOptions } from "./program_machine.ts";
export {
  compileRunnable,
  type InvokedMachine,
  type InvokedMachines,
  MachineDefinitionError,
  type MachineProgram,
  machinesInvokedBy,
} from "./runnable.ts";
