/**
 * What is asked of the forge: what happened before, and what did not arrive.
 *
 * @module
 */
export { backfill, type BackfilledEvent, type BackfillOptions, type BackfillOutcome } from "./backfill.ts";
export { type DoctorOptions, type DoctorReport, examineDeliveries, type MissingDelivery } from "./doctor.ts";
export { ForgeClient, type ForgeOptions } from "./forge_client.ts";
export { ForgeError, type ForgeErrorCode } from "./forge_error.ts";
export type { PastEventsOptions } from "./past_events.ts";
