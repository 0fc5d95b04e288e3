import {
  coverageLines,
  mergeCoverage,
  percentOf,
  percentText,
  sharesOf,
  type SuiteCoverage,
} from "@loom/engine";
import { oneLine } from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode, exitCodeOf, graver } from "../exit_code.ts";
import { findTests } from "../suite/find_tests.ts";
import { JUNIT_HEAD, junitXml, tapLines } from "../suite/reports.ts";
import { type FileReport, type FileTest, runFile } from "../suite/run_file.ts";
import type { TEST } from "../table/tests.ts";
import { UsageError } from "../usage_error.ts";
import { writeText } from "../write_text.ts";

type TestValues = Parameters<Run<typeof TEST>>[1];

/** Coverage of one machine by all of its test files. */
interface MachineCoverage {
  readonly machine: string;
  readonly name: string;
  readonly percent: number;
  readonly coverage: SuiteCoverage;
}

/** Runs test files. */
export const test: Run<typeof TEST> = async (context, values) => {
  checkValues(context, values);
  const paths = await findTests(values.files.length === 0 ? ["."] : values.files);
  if (paths.length === 0) {
    throw new UsageError(
      'There is no *.test.json file: write one, or let "loom scenarios door.smdf.json --out door.test.json" do it.',
    );
  }
  const select = (name: string) => values.filter === undefined || name.includes(values.filter);
  const reports: FileReport[] = [];
  for (const path of paths) reports.push(await runFile(context, path, select));
  if (!reports.some(({ tests, error }) => tests.length > 0 || error !== undefined)) {
    throw new UsageError(
      values.filter === undefined
        ? "The files have no test: add one."
        : `No test has "${values.filter}" in its name: choose another --filter.`,
    );
  }
  const coverages = coveragesOf(reports);
  const low = coverages.filter(({ percent }) => percent < (values.minCoverage ?? 0));
  if (values.junit !== undefined) await writeReport(values.junit, reports);
  print(context, values, reports, coverages, low);
  const failed = low.length > 0 || reports.some(({ tests }) => tests.some(({ passed }) => !passed));
  const codes = reports.flatMap(({ error }) => error === undefined ? [] : [exitCodeOf(error)]);
  return codes.reduce<ExitCode>(graver, failed ? EXIT.problems : EXIT.done);
};

function checkValues(context: Context, { tap, minCoverage }: TestValues): void {
  if (tap && context.json) {
    throw new UsageError("--json and --tap are two forms of one report: give one of them.");
  }
  if (minCoverage !== undefined && !(minCoverage >= 0 && minCoverage <= 100)) {
    throw new UsageError("--min-coverage is a share in percent: give a number from 0 to 100.");
  }
}

function coveragesOf(reports: readonly FileReport[]): MachineCoverage[] {
  const byMachine = Map.groupBy(
    reports.filter(({ coverage }) => coverage !== undefined),
    ({ machine }) => machine,
  );
  return Array.from(byMachine, ([machine = "", files]) => {
    const coverage = mergeCoverage(files.flatMap((file) => file.coverage ?? []));
    return { machine, name: files[0]?.name ?? machine, percent: percentOf(coverage), coverage };
  });
}

async function writeReport(path: string, reports: readonly FileReport[]): Promise<void> {
  await writeText(path, junitXml(reports), {
    endings: [".xml"],
    // Machines may be XML too: the text decides what is replaced, and not the name.
    document: "machine",
    sources: [],
    overwrite: await Deno.readTextFile(path).then((text) => text.startsWith(JUNIT_HEAD), () => false),
  });
}

function print(
  context: Context,
  values: TestValues,
  reports: readonly FileReport[],
  coverages: readonly MachineCoverage[],
  low: readonly MachineCoverage[],
): void {
  const wantsCoverage = values.coverage || values.minCoverage !== undefined;
  if (context.json) return context.printJson(jsonOf(reports, wantsCoverage ? coverages : [], low));
  const told = [
    ...(values.coverage ? coverages : low).flatMap((
      { name, coverage },
    ) => ["", ...coverageLines(name, coverage)]),
    ...low.map(({ name, percent }) =>
      `${name}: ${percentText(percent)} is below --min-coverage ${values.minCoverage}.`
    ),
  ];
  if (values.tap) {
    context.print(tapLines(reports));
    // A line of TAP that begins with # is a comment.
    if (told.length > 0) {
      context.print(told.filter((line) => line !== "").map((line) => `# ${oneLine(line)}`));
    }
    return;
  }
  context.print([
    ...reports.flatMap((report) => reportLines(context, report)),
    ...told,
    summary(context, reports),
  ]);
}

function reportLines({ paint }: Context, { path, name, tests, error }: FileReport): string[] {
  if (error !== undefined) return [paint.strong(path), `  ${paint.bad("✗")} ${oneLine(error.message)}`];
  if (tests.length === 0) return [];
  const line = ({ name, passed, failure }: FileTest) => [
    `  ${passed ? paint.good("✓") : paint.bad("✗")} ${oneLine(name)}`,
    ...(failure === undefined ? [] : [`    ${oneLine(failure.message)}`]),
  ];
  return [`${paint.strong(path)} ${paint.faint(oneLine(name))}`, ...tests.flatMap(line)];
}

function summary({ paint }: Context, reports: readonly FileReport[]): string {
  const tests = reports.flatMap((report) => report.tests);
  const failed = tests.filter(({ passed }) => !passed).length;
  const broken = reports.filter(({ error }) => error !== undefined).length;
  return [
    paint.good(`${tests.length - failed} passed`),
    ...(failed === 0 ? [] : [paint.bad(`${failed} failed`)]),
    ...(broken === 0 ? [] : [paint.bad(`${broken} ${broken === 1 ? "file" : "files"} not run`)]),
  ].join(", ");
}

function jsonOf(
  reports: readonly FileReport[],
  coverages: readonly MachineCoverage[],
  low: readonly MachineCoverage[],
): object {
  const tests = reports.flatMap((report) => report.tests);
  const failed = tests.filter(({ passed }) => !passed).length;
  return {
    passed: failed === 0 && low.length === 0 && reports.every(({ error }) => error === undefined),
    tests: tests.length,
    failed,
    files: reports.map(({ coverage: _, error, ...report }) => ({
      ...report,
      ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
    })),
    ...(coverages.length === 0 ? {} : {
      coverage: coverages.map((one) => ({ ...one, shares: sharesOf(one.coverage) })),
    }),
  };
}
