import type { Finding, Severity } from "./finding.ts";
import { isObject } from "./json/value.ts";
import { didYouMean } from "./suggest.ts";

/** A rule as tables, settings and reports know it. */
export interface RuleInfo {
  /** Its stable id. */
  readonly id: string;
  /** The severity of its findings. */
  readonly severity: Severity;
  /** Its subject, in a few words. */
  readonly title: string;
  /** When it fires and what to do then. */
  readonly explanation: string;
}

/** The effect of a rule: no findings, warnings or errors. */
export type RuleSetting = "off" | "warn" | "error";

/** The settings of rules by id; a rule without one keeps its severity. */
export type RuleSettings = ReadonlyMap<string, RuleSetting>;

/** The values of a {@linkcode RuleSetting}. */
export const RULE_SETTINGS: readonly RuleSetting[] = ["off", "warn", "error"];

const SEVERITIES = { warn: "warning", error: "error" } as const satisfies Record<string, Severity>;

/**
 * The settings of rules in a document, `settings.rules`. Members that are no setting have no effect; the validator
 * reports them.
 */
export function ruleSettingsOf(document: object): RuleSettings {
  const settings = "settings" in document ? document.settings : undefined;
  const rules = isObject(settings) ? settings["rules"] : undefined;
  if (!isObject(rules)) return new Map();
  return new Map(
    Object.entries(rules).flatMap(([id, value]) => isSetting(value) ? [[id, value] as const] : []),
  );
}

/**
 * Reads settings such as `W105=off`; of several for one rule the last counts.
 *
 * @param rules All rules.
 * @returns The settings, or the sentence that says what is wrong.
 */
export function readRuleSettings(
  texts: readonly string[],
  rules: readonly RuleInfo[],
): RuleSettings | string {
  const settings = new Map<string, RuleSetting>();
  for (const text of texts) {
    const [id = "", value = ""] = text.split(/=(.*)/s);
    const rule = rules.find((one) => one.id === id.toUpperCase());
    if (rule === undefined) {
      return `There is no rule "${id}": write one as W105=off.${didYouMean(id, rules.map((one) => one.id))}`;
    }
    if (!isSetting(value)) {
      return `Rule ${rule.id} cannot be set to "${value}": write ${rule.id}=off, =warn or =error.` +
        didYouMean(value, RULE_SETTINGS);
    }
    if (rule.severity === "error" && value !== "error") {
      return `Rule ${rule.id} (${rule.title}) stays an error: a document with such a finding cannot be used.`;
    }
    settings.set(rule.id, value);
  }
  return settings;
}

/** The findings under the settings of rules. Errors that make a document unusable stay whatever a setting says. */
export function withRuleSettings<One extends Finding>(
  findings: readonly One[],
  settings: RuleSettings,
): One[] {
  return findings.flatMap((finding) => {
    const setting = settings.get(finding.ruleId);
    if (setting === undefined || finding.severity === "error") return [finding];
    return setting === "off" ? [] : [{ ...finding, severity: SEVERITIES[setting] }];
  });
}

function isSetting(value: unknown): value is RuleSetting {
  return RULE_SETTINGS.some((setting) => setting === value);
}
