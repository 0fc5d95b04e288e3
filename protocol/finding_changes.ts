import { definitionFindings } from "./document_findings.ts";
import type { Finding } from "./finding.ts";
import type { AnyKind } from "./kind.ts";

/** The findings that a change brought and removed. */
export type FindingChanges = {
  readonly brought: readonly Finding[];
  readonly removed: readonly Finding[];
};

/** A document before and after a change. */
export interface ComparedDocuments {
  /** The kind of document. */
  readonly row: AnyKind;
  /** The document before; `undefined` where there was none. */
  readonly before: object | undefined;
  /** The document after. */
  readonly after: object;
}

/** Options of {@linkcode findingChanges} and {@linkcode textWarnings}. */
export interface FindingChangesOptions {
  /** True when the host registers functions under whole texts, which then need not parse. */
  readonly asKey?: boolean | undefined;
}

/** Compares the findings before and after a change. A finding that only moved to another place is the same. */
export function findingChanges(
  { row: { content }, before, after }: ComparedDocuments,
  { asKey = false }: FindingChangesOptions = {},
): FindingChanges {
  const of = (document: object | undefined) =>
    document === undefined || content === undefined ? [] : definitionFindings(content, document);
  const [old, now] = [of(before), of(after)];
  const isKey = ({ ruleId }: Finding) => asKey && content?.textRules?.has(ruleId) === true;
  return { brought: without(now, old).filter((finding) => !isKey(finding)), removed: without(old, now) };
}

/** The findings about texts that do not parse and that a change brought: an edit warns of them at once. */
export function textWarnings(
  compared: ComparedDocuments,
  options: FindingChangesOptions = {},
): readonly Finding[] {
  const rules = compared.row.content?.textRules;
  if (rules === undefined || options.asKey) return [];
  return findingChanges(compared, options).brought.filter(({ ruleId }) => rules.has(ruleId));
}

/** The findings of a list that the other one lacks; equal ones count as often as they occur. */
function without(all: readonly Finding[], others: readonly Finding[]): Finding[] {
  const left = new Map<string, number>();
  for (const finding of others) left.set(keyOf(finding), (left.get(keyOf(finding)) ?? 0) + 1);
  return all.filter((finding) => {
    const count = left.get(keyOf(finding)) ?? 0;
    left.set(keyOf(finding), count - 1);
    return count <= 0;
  });
}

function keyOf({ ruleId, element, message }: Finding): string {
  return JSON.stringify([ruleId, element, message]);
}
