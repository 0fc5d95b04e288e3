/**
 * Reports of tests for other programs: TAP 14 (testanything.org) and JUnit XML as CI servers read it.
 *
 * @module
 */
import type { FileReport, FileTest } from "./run_file.ts";

/** One line of TAP: a test, or a file that could not be run. */
interface Point {
  readonly name: string;
  readonly passed: boolean;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Results in the Test Anything Protocol, version 14. */
export function tapLines(reports: readonly FileReport[]): string[] {
  const points = reports.flatMap(pointsOf);
  return [
    "TAP version 14",
    `1..${points.length}`,
    ...points.flatMap(({ name, passed, facts }, at) => [
      `${passed ? "ok" : "not ok"} ${at + 1} - ${tapText(name)}`,
      ...(passed ? [] : yamlBlock(facts)),
    ]),
  ];
}

function pointsOf({ path, tests, error }: FileReport): Point[] {
  if (error !== undefined) {
    return [{ name: path, passed: false, facts: { message: error.message, severity: "error" } }];
  }
  return tests.map(({ name, passed, failure }) => ({
    name: `${path}: ${name}`,
    passed,
    facts: {
      message: failure?.message,
      severity: "fail",
      step: failure?.step,
      problems: failure?.problems,
      path: failure?.path,
    },
  }));
}

function tapText(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\#]/g, "\\$&");
}

/** JSON is YAML: values need no other spelling. */
function yamlBlock(facts: Point["facts"]): string[] {
  const lines = Object.entries(facts).filter(([, value]) => value !== undefined);
  return ["  ---", ...lines.map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`), "  ..."];
}

/** The beginning of each report; by it an older one is known. */
export const JUNIT_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="loom"';

/** Results as JUnit XML. */
export function junitXml(reports: readonly FileReport[]): string {
  const all = reports.flatMap(({ tests }) => tests);
  const errors = reports.filter(({ error }) => error !== undefined).length;
  return [
    `${JUNIT_HEAD}${counts(all, errors)}>`,
    ...reports.flatMap(suiteLines),
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteLines({ path, name, tests, error }: FileReport): string[] {
  const broken = error === undefined ? [] : [
    `    <testcase classname="${xml(path)}" name="${xml(path)}">`,
    `      <error message="${xml(error.message)}"/>`,
    "    </testcase>",
  ];
  return [
    `  <testsuite name="${xml(path)}"${counts(tests, broken.length === 0 ? 0 : 1)}>`,
    ...tests.flatMap((test) => caseLines(name, test)),
    ...broken,
    "  </testsuite>",
  ];
}

function caseLines(machine: string, { name, failure }: FileTest): string[] {
  const head = `    <testcase classname="${xml(machine)}" name="${xml(name)}"`;
  if (failure === undefined) return [`${head}/>`];
  const [first = failure.message] = failure.problems ?? [];
  return [
    `${head}>`,
    `      <failure message="${xml(first)}">${xml(failure.message)}</failure>`,
    "    </testcase>",
  ];
}

function counts(tests: readonly FileTest[], errors: number): string {
  const failures = tests.filter(({ passed }) => !passed).length;
  return ` tests="${tests.length + errors}" failures="${failures}" errors="${errors}"`;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["\n", "&#10;"],
  ["\t", "&#9;"],
  ["\r", "&#13;"],
]);

/** Text in XML 1.0, which has no other control characters and no lone surrogates. */
function xml(text: string): string {
  return text.toWellFormed().replaceAll(/[&<>"\n\t\r]/g, (sign) => ENTITIES.get(sign) ?? sign)
    // deno-lint-ignore no-control-regex
    .replaceAll(/[\u0000-\u001f\ufffe\uffff]/g, "\ufffd");
}
