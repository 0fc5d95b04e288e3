import { oneLine, rulesOf } from "@loom/protocol";
import { LOOM_KINDS } from "../kinds.ts";
import type { SystemCheck } from "./check_system.ts";
import type { MemberReplay, SystemFinding } from "./rule.ts";
import { LINK_RULES } from "./rules.ts";

/** Options of {@linkcode formatSystemCheck}. */
export interface SystemCheckText {
  /** The name of what was checked. */
  readonly title: string;
  /** The number of members. */
  readonly members: number;
  /** The mode in which scenarios are reconciled. Default: it is not told. */
  readonly mode?: string;
  /** The place of a finding, as the beginning of its line. Default: the member. */
  readonly place?: (finding: SystemFinding) => string;
  /** The most findings to list. Default: all. */
  readonly most?: number;
}

/** The titles of all rules, by id. */
const TITLES: ReadonlyMap<string, string> = new Map(
  [...rulesOf(LOOM_KINDS.rows), ...LINK_RULES].map(({ id, title }) => [id, title]),
);

/** The result of checking a system as lines: the counts, the findings by rule, and how far each path gets. */
export function formatSystemCheck(check: SystemCheck, options: SystemCheckText): string[] {
  const { findings, replays } = check;
  const { title, members, mode, place = placeOf, most = Infinity } = options;
  const { errors, warnings } = bySeverity(findings);
  const counts = errors.length + warnings.length === 0
    ? "nothing to remark"
    : [counted(errors.length, "error"), counted(warnings.length, "warning")].filter(Boolean).join(", ");
  const shown = {
    errors: errors.slice(0, most),
    warnings: warnings.slice(0, Math.max(0, most - errors.length)),
  };
  const hidden = findings.length - shown.errors.length - shown.warnings.length;
  return [
    `${title}: ${counts} in ${counted(members, "member") || "no members"}${
      mode === undefined ? "" : `; reconcile: ${mode}`
    }`,
    ...group("Errors", shown.errors, place),
    ...group("Warnings", shown.warnings, place),
    ...(hidden === 0 ? [] : [`  … and ${hidden} more: mend these first`]),
    ...(replays.length === 0 ? [] : ["", "Replay", ...replays.flatMap(replayLines)]),
  ];
}

function group(
  title: string,
  findings: readonly SystemFinding[],
  place: (finding: SystemFinding) => string,
): string[] {
  if (findings.length === 0) return [];
  const rules = Map.groupBy(findings, ({ ruleId }) => ruleId);
  return [
    "",
    title,
    ...Array.from(rules, ([id, all]) => [
      `  ${id} ${TITLES.get(id) ?? ""}`.trimEnd(),
      ...all.map((finding) => `    ${place(finding)}: ${oneLine(finding.message)}`),
    ]).flat(),
  ];
}

/** One line a path: accepted, with the states at the end, or its first stop. */
function replayLines({ member, report }: MemberReplay): string[] {
  const name = report.scenario || member;
  return [
    ...report.remarks.map((remark) => `  ${oneLine(remark)}`),
    ...report.paths.map(({ name: path, accepted, end, stops: [stop] }) => {
      const ends = Object.entries(end).map(([machine, states]) => `${machine} in ${states.join(" or ")}`);
      const how = accepted || stop === undefined
        ? `accepted${ends.length === 0 ? "" : `; ends with ${ends.join(", ")}`}`
        : `stops at ${stop.ref}: ${stop.reason}`;
      return `  ${oneLine(`${name}, ${path}: ${how}`)}`;
    }),
  ];
}

function placeOf({ member }: SystemFinding): string {
  return member ?? "the system";
}

function bySeverity(findings: readonly SystemFinding[]) {
  return {
    errors: findings.filter(({ severity }) => severity === "error"),
    warnings: findings.filter(({ severity }) => severity !== "error"),
  };
}

function counted(count: number, noun: string): string {
  return count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`;
}
