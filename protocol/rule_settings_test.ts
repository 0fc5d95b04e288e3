import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Finding } from "./finding.ts";
import { readRuleSettings, type RuleInfo, ruleSettingsOf, withRuleSettings } from "./rule_settings.ts";

const rule = (id: string, severity: RuleInfo["severity"]): RuleInfo => ({
  id,
  severity,
  title: id,
  explanation: "",
});
const RULES = [rule("V005", "error"), rule("W105", "warning"), rule("W106", "warning")];

Deno.test("readRuleSettings() takes the last of several settings of a rule", () => {
  const settings = readRuleSettings(["W105=off", "w105=error", "W106=warn", "V005=error"], RULES);
  assertEquals(settings, new Map([["W105", "error"], ["W106", "warn"], ["V005", "error"]] as const));
});

Deno.test("readRuleSettings() refuses with a sentence", () => {
  assertStringIncludes(String(readRuleSettings(["W115=off"], RULES)), 'no rule "W115"');
  assertStringIncludes(String(readRuleSettings(["W115=off"], RULES)), 'Did you mean "W105"?');
  assertStringIncludes(String(readRuleSettings(["W105"], RULES)), "write W105=off, =warn or =error");
  assertStringIncludes(String(readRuleSettings(["W105=errro"], RULES)), 'Did you mean "error"?');
  assertStringIncludes(String(readRuleSettings(["V005=off"], RULES)), "stays an error");
  assertStringIncludes(String(readRuleSettings(["V005=warn"], RULES)), "stays an error");
});

Deno.test("ruleSettingsOf() passes over what is no setting", () => {
  assertEquals(
    ruleSettingsOf({ settings: { rules: { W105: "off", W106: 3, W1: "hide" } } }),
    new Map([["W105", "off"]]),
  );
  for (const document of [{}, { settings: null }, { settings: { rules: ["W105"] } }]) {
    assertEquals(ruleSettingsOf(document).size, 0);
  }
});

Deno.test("withRuleSettings() drops and raises warnings, and keeps errors", () => {
  const finding = (ruleId: string, severity: Finding["severity"]): Finding => ({
    ruleId,
    severity,
    message: "",
    path: "",
  });
  const all = [finding("V005", "error"), finding("W105", "warning"), finding("W106", "warning")];
  const found = withRuleSettings(all, new Map([["V005", "off"], ["W105", "off"], ["W106", "error"]]));
  assertEquals(found.map(({ ruleId, severity }) => [ruleId, severity]), [["V005", "error"], [
    "W106",
    "error",
  ]]);
});
