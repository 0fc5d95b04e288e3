import type { Finding } from "@loom/protocol";
import type { EnrichedModel } from "../model.ts";
import { inDocumentOrder } from "./order.ts";
import { RULES } from "./rules.ts";
import { surveyOf } from "./survey.ts";

/** A finding of {@linkcode validate}. */
export type ValidationError = Finding;

/** What {@linkcode validate} should look for. */
export interface ValidateOptions {
  /** The ids of the rules to apply. Default: all. */
  readonly only?: ReadonlySet<string>;
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
  const survey = surveyOf(model);
  const findings: Finding[] = [];
  for (const { id, severity, check } of RULES) {
    if (options.only && !options.only.has(id)) continue;
    for (const remark of inDocumentOrder(check(survey))) findings.push({ ruleId: id, severity, ...remark });
  }
  return findings;
}
