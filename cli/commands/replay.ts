import { documentsOf, memberAt } from "@loom/bridge/system";
import { coverageOf, formatCoverage, formatReplay, replayScenario } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import { resolve } from "@std/path";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import { documentOf } from "../load_document.ts";
import { systemAt } from "../system_at.ts";
import type { COVERAGE, REPLAY } from "../table/systems.ts";
import { UsageError } from "../usage_error.ts";

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

/** The scenarios that a document names, and the machines of its system. */
async function replayable(context: Context, doc: string | undefined) {
  const path = documentOf(context, doc);
  const system = await systemAt(path);
  const { scenarios, machines } = documentsOf(system);
  const member = memberAt(system, resolve(path));
  const own = scenarios.filter((one) => one.path === member);
  const chosen = own.length > 0 ? own : scenarios;
  if (chosen.length === 0) {
    const reason = system.members.find(({ error }) => error !== undefined)?.error;
    throw new UsageError(
      `The system of "${path}" has no scenario that can be read: add a .sqdf.json file to it.` +
        (reason === undefined ? "" : ` ${reason}`),
    );
  }
  // Replay takes wrong parts of machines for absent ones.
  return { scenarios: chosen, machines: machines.map(({ def }) => def as StateMachineDefinition) };
}
