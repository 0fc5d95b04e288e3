import type { AnyKind, Finding } from "@loom/protocol";

/** Number of findings of each list that an answer has. */
const MOST_FINDINGS = 10;

/** The findings that a change brought and removed. */
export type FindingChanges = {
  readonly brought: readonly Finding[];
  readonly removed: readonly Finding[];
};

/** A document before and after a change. */
interface Compared {
  readonly row: AnyKind;
  readonly before: object | undefined;
  readonly after: object;
}

/** Compares the findings before and after a change. A finding that only moved to another place is the same. */
export function findingChanges({ row, before, after }: Compared): FindingChanges {
  const of = (document: object | undefined) =>
    document === undefined ? [] : row.content?.findings({ ...document }) ?? [];
  const [old, now] = [of(before), of(after)];
  return { brought: without(now, old), removed: without(old, now) };
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

/** As many of the findings as an answer holds, errors first. */
export function shownFindings({ brought, removed }: FindingChanges): FindingChanges {
  return { brought: shown(brought), removed: shown(removed) };
}

function shown(findings: readonly Finding[]): Finding[] {
  return gravestFirst(findings).slice(0, MOST_FINDINGS);
}

/** The findings as a block of text; `undefined` when the change brought and removed none. */
export function findingsBlock({ brought, removed }: FindingChanges, dryRun: boolean): string | undefined {
  const lines = [
    ...listed(dryRun ? "It would bring" : "It brought", brought, findingLine),
    ...listed(
      dryRun ? "It would remove" : "It removed",
      removed,
      ({ ruleId, severity, message }) => `[${ruleId}] ${severity}: ${oneLine(message)}`,
    ),
  ];
  return lines.length === 0 ? undefined : lines.join("\n");
}

function listed(title: string, all: readonly Finding[], line: (finding: Finding) => string): string[] {
  if (all.length === 0) return [];
  const rest = all.length - MOST_FINDINGS;
  return [
    `${title} ${all.length === 1 ? "a finding" : `${all.length} findings`}:`,
    ...shown(all).map(line),
    ...(rest > 0 ? [`… and ${rest} more`] : []),
  ];
}

/** A finding as a line: `[V005] error at /state/…: …` */
export function findingLine({ ruleId, severity, path, message }: Finding): string {
  return `[${ruleId}] ${severity} at ${path || "the top"}: ${oneLine(message)}`;
}

/** Errors before warnings, else as they come. */
export function gravestFirst(findings: readonly Finding[]): Finding[] {
  const isError = ({ severity }: Finding) => severity === "error";
  return [...findings.filter(isError), ...findings.filter((finding) => !isError(finding))];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
