/**
 * The interpreter. `engine/SEMANTICS.md` says how a machine runs.
 *
 * @module
 */
export { Machine, type MachineOptions } from "./machine.ts";
export {
  compileMachine,
  type CompileOptions,
  type InvokedMachine,
  type InvokedMachines,
  MachineDefinitionError,
  type MachineProgram,
  machinesInvokedBy,
} from "./program.ts";
