import type { Finding } from "@loom/protocol";
import type { EnrichedModel } from "../model.ts";
import { FATAL_RULES } from "./fatal_rules.ts";
import { inDocumentOrder } from "./order.ts";
import type { Remark, Rule } from "./rule.ts";
import { type Survey, surveyOf } from "./survey.ts";
import { visit } from "./visit.ts";

/** The findings of some rules, in the order of the rules, for each rule in document order. */
export function findingsOf(rules: readonly Rule[], survey: Survey): Finding[] {
  const remarks = remarksOf(rules, survey);
  return rules.flatMap(({ id, severity }, index) =>
    inDocumentOrder(remarks[index] ?? []).map((remark) => ({ ruleId: id, severity, ...remark }))
  );
}

/** The findings that keep a machine from running: V001, V002 and V006. */
export function fatalFindings(model: EnrichedModel): Finding[] {
  return findingsOf(FATAL_RULES, surveyOf(model));
}

/** The remarks of each rule. */
function remarksOf(rules: readonly Rule[], survey: Survey): Remark[][] {
  const remarks = rules.map((): Remark[] => []);
  const visitors = rules.map(({ check }, index) => check(survey, (remark) => remarks[index]?.push(remark)));
  visit(survey, visitors.filter((visitor) => visitor !== undefined));
  return remarks;
}
