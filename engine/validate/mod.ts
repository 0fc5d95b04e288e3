/**
 * The validator: one table of rules, one function that applies them.
 *
 * @module
 */
export type { Remark, Rule } from "./rule.ts";
export { FATAL_RULES, RULES } from "./rules.ts";
export type { ActionBlockName, ActionSite, StateSite, TransitionSite } from "./sites.ts";
export type { Declared, Survey } from "./survey.ts";
export * from "./validate.ts";
