import type { Finding, RuleInfo, Severity } from "@loom/protocol";
import { replayOn } from "../scenario/replay.ts";
import type { ReplayReport } from "../scenario/report.ts";
import { Stage } from "../scenario/stage.ts";
import type { SystemSurvey } from "./survey.ts";

/** A finding about a system or one of its members. */
export interface SystemFinding extends Finding {
  /** The path of the member that it is in, as the system writes it; absent for the system document. */
  readonly member?: string;
}

/** A breach of a rule: a finding without the rule. */
export interface Breach extends Omit<SystemFinding, "ruleId" | "severity"> {
  /** The severity. Default: that of the rule. */
  readonly severity?: Severity;
}

/** A rule about documents together. */
export interface LinkRule extends RuleInfo {
  /** Finds the breaches, in the order of the report. */
  readonly check: (survey: SystemSurvey, replays: readonly MemberReplay[]) => Iterable<Breach>;
}

/** A scenario of a system, replayed. */
export interface MemberReplay {
  /** The path of the member, as the system writes it. */
  readonly member: string;
  /** Its walk through the machines of the system. */
  readonly report: ReplayReport;
}

/** Replays all scenarios of a system, in the order of the members. */
export function replaysOf({ machines, scenarios }: SystemSurvey): MemberReplay[] {
  const stage = new Stage(machines.map(({ definition }) => definition));
  return scenarios.map(({ member }) => ({
    member: member.path,
    report: replayOn(stage, member.definition).report,
  }));
}
