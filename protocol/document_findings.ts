import type { Finding } from "./finding.ts";
import { REPEATED_KEY_RULE, repeatedKeyFindings } from "./json/repeated_keys.ts";
import type { JsonObject } from "./json/value.ts";
import type { AnyKind, KindContent } from "./kind.ts";
import { type RuleInfo, type RuleSettings, ruleSettingsOf, withRuleSettings } from "./rule_settings.ts";

/** A document with the text that it was read from. */
export interface CheckedDocument {
  /** The definition, unwrapped. */
  readonly definition: object;
  /** Its text, in any format. */
  readonly text: string;
  /** The key that wraps the definition in JSON, if one does. */
  readonly envelope?: string | undefined;
}

/** The part of a kind that checks documents. */
export type DocumentChecks = Pick<KindContent<JsonObject>, "findings">;

/**
 * All findings about a document: those of its kind's validator, then those about its JSON text.
 *
 * @param rules Settings of rules that win over those of the document.
 */
export function documentFindings(
  content: DocumentChecks,
  { definition, text, envelope }: CheckedDocument,
  rules: RuleSettings = new Map(),
): Finding[] {
  const all = [...content.findings({ ...definition }), ...repeatedKeyFindings(text, envelope)];
  return withRuleSettings(all, new Map([...ruleSettingsOf(definition), ...rules]));
}

/** The findings about a definition without its text, under the settings of rules that it has. */
export function definitionFindings(content: DocumentChecks, definition: object): Finding[] {
  return withRuleSettings(content.findings({ ...definition }), ruleSettingsOf(definition));
}

/** The rules of some kinds, and those about texts of every kind. */
export function rulesOf(kinds: Iterable<AnyKind>): RuleInfo[] {
  const rows = Array.from(kinds, ({ content }) => content?.rules ?? []).flat();
  return [...rows, REPEATED_KEY_RULE];
}
