import { loadInvokedMachines } from "@loom/bridge/system";
import {
  coverageLines,
  type InvokedMachines,
  MachineDefinitionError,
  mergeCoverage,
  percentOf,
  type ReadSuite,
  readSuite,
  runSuite,
  type SuiteReport,
  type TestReport,
} from "@loom/engine";
import { LoomError, MACHINE_KIND, parseJsonText, type StateMachineDefinition } from "@loom/protocol";
import { dirname, resolve } from "@std/path";
import * as z from "zod";
import { defineTool, type ToolCall, ToolError } from "../tool.ts";
import { findingLine } from "./finding_changes.ts";
import { readFileText } from "./read_machine_file.ts";

/** Number of steps that a call may have. */
const MOST_STEPS = 1000;

/** Runs tests of the machine. */
export const RUN_TESTS = defineTool({
  name: "run_tests",
  title: "Run tests",
  description: "Runs tests of the machine; says what fails and what they leave out.",
  toolset: "simulate",
  kind: MACHINE_KIND.kind,
  effect: "read",
  input: {
    tests: z.array(z.record(z.string(), z.unknown())).optional(),
    path: z.string().optional(),
  },
  output: { passed: z.boolean(), failed: z.number(), coverage: z.number() },
  async run({ tests, path }, call) {
    const { machine, path: document } = await call.session.readMachine();
    const suite = await suiteOf(tests, path, document, call);
    const steps = suite.steps.reduce((sum, own) => sum + own.length, 0);
    if (steps > MOST_STEPS) {
      throw new ToolError(
        "too_many_steps",
        `run_tests takes ${MOST_STEPS} steps at a time, and these are ${steps}: give fewer tests.`,
      );
    }
    const { root } = call.session.options;
    const { machines, problems } = await loadInvokedMachines(document, machine, { root });
    const reports = await reportsOf(suite, { machine, machines }, call);
    const results = reports.flatMap((report) => report.tests);
    const coverage = mergeCoverage(reports.map((report) => report.coverage));
    const failed = results.filter(({ passed }) => !passed).length;
    const name = reports[0]?.machine ?? "";
    return {
      text: [
        ...problems,
        ...results.map(lineOf),
        `${results.length - failed} passed, ${failed} failed`,
        ...(reports.length === 0 ? [] : coverageLines(name, coverage)),
      ].join("\n"),
      data: { passed: failed === 0, failed, coverage: Math.floor(percentOf(coverage)) },
    };
  },
});

/** The tools about tests. */
export const TEST_TOOLS = [RUN_TESTS] as const;

async function suiteOf(
  tests: readonly Record<string, unknown>[] | undefined,
  path: string | undefined,
  document: string,
  { session }: ToolCall,
): Promise<ReadSuite> {
  if ((tests === undefined) === (path === undefined)) {
    throw new ToolError(
      "bad_parameter",
      "run_tests takes tests, or the path of a test file: give one of them.",
    );
  }
  if (path === undefined) return readOrThrow({ machine: document, tests }, "The value of tests");
  const suite = readOrThrow(parseJsonText(await readFileText(session, path)), `"${path}"`);
  const machine = resolve(dirname(await session.resolve(path)), suite.suite.machine);
  const [wanted, active] = await Promise.all([machine, document].map((file) => session.resolve(file)));
  if (wanted === active) return suite;
  const advice = `make that the active document with set_project_file.`;
  throw new ToolError(
    "bad_test_file",
    `"${path}" tests ${suite.suite.machine}, and not ${document}: ${advice}`,
  );
}

function readOrThrow(value: unknown, subject: string): ReadSuite {
  const read = readSuite(value);
  if (read.ok) return read.value;
  throw new ToolError(read.refusal.code, `${subject} cannot be run. ${read.refusal.message}`);
}

/** Runs the tests one by one, so that other calls have their turn and this one can be cancelled. */
async function reportsOf(
  { suite, steps }: ReadSuite,
  tested: Tested,
  { signal, progress }: ToolCall,
): Promise<SuiteReport[]> {
  const reports: SuiteReport[] = [];
  for (const [index, test] of suite.tests.entries()) {
    const one = { suite: { ...suite, tests: [test] }, steps: steps.slice(index, index + 1) };
    reports.push(reportOf(one, tested));
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    progress(index + 1, suite.tests.length, `${index + 1} of ${suite.tests.length} tests`);
  }
  return reports;
}

/** A machine and those that its states invoke. */
interface Tested {
  readonly machine: StateMachineDefinition;
  readonly machines: InvokedMachines;
}

function reportOf(suite: ReadSuite, { machine, machines }: Tested): SuiteReport {
  try {
    return runSuite(suite, machine, () => true, machines);
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    const lines = error instanceof MachineDefinitionError ? error.errors.map(findingLine) : [error.message];
    throw new ToolError(error.code, ["The tests cannot run. Mend this first:", ...lines].join("\n"), {
      cause: error,
    });
  }
}

function lineOf({ name, failure }: TestReport): string {
  return failure === undefined ? `ok: ${name}` : `FAILED: ${name}: ${failure.message}`;
}
