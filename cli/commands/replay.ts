import { coverageOf, formatCoverage, formatReplay, replayScenario } from "@loom/engine";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { replayable } from "../replayable.ts";
import type { COVERAGE, REPLAY } from "../table/systems.ts";

/** Walks scenarios through the machines of their system. */
export const replay: Run<typeof REPLAY> = async (context, values) => {
  const { scenarios, machines } = await replayable(context, values.doc);
  const reports = scenarios.map(({ path, def }) => ({ member: path, report: replayScenario(def, machines) }));
  const accepted = reports.every(({ report }) => report.accepted);
  if (context.json) context.printJson({ accepted, replays: reports });
  else context.print(reports.flatMap(({ report }) => [formatReplay(report), ""]).slice(0, -1));
  return accepted ? EXIT.done : EXIT.problems;
};

/** Tells what the scenarios of a system leave out. */
export const coverage: Run<typeof COVERAGE> = async (context, values) => {
  const { scenarios, machines } = await replayable(context, values.doc);
  const report = coverageOf(scenarios.map(({ def }) => def), machines);
  if (context.json) context.printJson(report);
  else context.print(formatCoverage(report));
  return EXIT.done;
};
