/**
 * The interpreter. `engine/SEMANTICS.md` says how a machine runs.
 *
 * @module
 */
export type { RegisteredAction } from "./action.ts";
export { compileMachine, type CompileOptions } from "./compile.ts";
export { MachineDefinitionError, MachineRuntimeError } from "./errors.ts";
export type { GuardFn, RegisteredGuard } from "./guard.ts";
export { type HostFunction, Machine, type MachineOptions } from "./machine.ts";
export type { MachineProgram } from "./program.ts";
export type { Payload, SendReason, SendResult } from "./send_result.ts";
export type { MachineSnapshot } from "./snapshot.ts";
export { MICROSTEP_LIMIT, type WaitingEvent } from "./stepper.ts";
