import type { Finding } from "@loom/protocol";
import type { EnrichedModel } from "../model.ts";
import { findingsOf } from "./findings_of.ts";
import { RULES } from "./rules.ts";
import { surveyOf } from "./survey.ts";

/** A finding of {@linkcode validate}. */
export type ValidationError = Finding;

/** Options of {@linkcode validate}. */
export interface ValidateOptions {
  /** The ids of the rules to apply. Default: all. */
  readonly only?: ReadonlySet<string>;
  /** True to offer, where a text does not parse, the nearest one that does. Default: `false`. */
  readonly suggest?: boolean;
}

/**
 * Says what is wrong or doubtful in a definition. Never throws on a definition that `parseJson` or `parseXml` gives.
 *
 * @param model The definition with its indexes.
 * @param options Which rules to apply.
 * @returns The findings in the order of the rules, for each rule in document order.
 *
 * @example
 * ```ts
 * import { enrich, validate } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const findings = validate(enrich({
 *   settings: { namespace: "Home", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "push" }] }],
 *   state: {
 *     name: "Door",
 *     states: [{ name: "Open", transitions: [{ event: "push", nextState: "Closde" }] }, { name: "Closed" }],
 *   },
 * }));
 * assertEquals(findings[0]?.ruleId, "V006");
 * assertEquals(findings[0]?.path, "/state/states/0/transitions/0/nextState");
 * ```
 */
export function validate(model: EnrichedModel, options: ValidateOptions = {}): Finding[] {
  const rules = RULES.filter(({ id }) => options.only?.has(id) ?? true);
  return findingsOf(rules, surveyOf(model, options.suggest));
}
