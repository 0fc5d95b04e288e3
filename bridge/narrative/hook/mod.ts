/**
 * The hook: takes deliveries to the bridge from a program that must not wait and must not fail.
 *
 * @module
 */
export { appendLine } from "./spool.ts";
export type { BridgeCaller } from "./bridge_call.ts";
export { type DrainedEvent, type DrainOptions, type DrainOutcome, drainSpool } from "./drain.ts";
export { type FlowOutcome, type RunFlow, runProgram } from "./flows.ts";
export type { HookClock } from "./hook_settings.ts";
export { bridgeUrl, type HookSettings, hookSettings } from "./hook_settings.ts";
export { reach } from "./reach.ts";
export { type HookOutside, type HookResult, runHook } from "./run_hook.ts";
export { spoolEvent } from "./spool.ts";
export type { SpooledEvent } from "./shell_event.ts";
