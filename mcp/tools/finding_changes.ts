import type { Finding, FindingChanges } from "@loom/protocol";

/** Number of findings of each list that an answer has. */
const MOST_FINDINGS = 10;

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
