/**
 * The engine: reads a machine definition, checks it, and makes the model that running and printing it need.
 *
 * @module
 */
export { unwrapDefinition } from "@loom/protocol";
export * from "./actions.ts";
export * from "./codegen/mod.ts";
export * from "./definition.ts";
export * from "./exchange/mod.ts";
export * from "./expression/mod.ts";
export * from "./kinds.ts";
export { lower } from "./lowering/lower.ts";
export * from "./model.ts";
export * from "./parse/mod.ts";
export * from "./transitions.ts";
export * from "./validate/mod.ts";
export * from "./machine/mod.ts";
export * from "./reconcile/mod.ts";
export * from "./rispec/mod.ts";
export * from "./runtime/mod.ts";
export * from "./scenario/mod.ts";
export * from "./simulation/mod.ts";
export * from "./suite/mod.ts";
export * from "./system/mod.ts";
