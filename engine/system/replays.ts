import { replayOn } from "../scenario/replay.ts";
import type { ReplayReport } from "../scenario/report.ts";
import { Stage } from "../scenario/stage.ts";
import type { SystemSurvey } from "./survey.ts";

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
