/**
 * The interpreter. `engine/SEMANTICS.md` says how a machine runs.
 *
 * @module
 */
export { Machine, type MachineOptions } from "./machine.ts";
export {
  compileMachine,
  type CompileOptions,
  MachineDefinitionError,
  type MachineProgram,
} from "./program.ts";
