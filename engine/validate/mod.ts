/**
 * The validator: one table of rules, one function that applies them.
 *
 * @module
 */
export type { Edges } from "./edges.ts";
export type { Remark, Report, Rule } from "./rule.ts";
export { fatalFindings } from "./findings_of.ts";
export { RULES } from "./rules.ts";
export type { ActionBlockName, ActionSite, StateSite, TransitionSite } from "./sites.ts";
export type { Declared, Survey } from "./survey.ts";
export * from "./validate.ts";
export type { Visitor } from "./sites.ts";
