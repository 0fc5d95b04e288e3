/**
 * The interpreter. `engine/SEMANTICS.md` says how a machine runs.
 *
 * @module
 */
export { compileMachine, type CompileOptions, type MachineProgram } from "./compile.ts";
export { MachineDefinitionError } from "./errors.ts";
export { Machine, type MachineOptions } from "./machine.ts";
