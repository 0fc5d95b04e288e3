import { MACHINE_KIND } from "@loom/protocol/kinds";
import type { CommandSpec } from "../command_spec.ts";
import { OUT_OPTIONS } from "./options.ts";
import { RUN } from "./read.ts";

/** The row of `test`. */
export const TEST = {
  name: "test",
  group: "read",
  summary: "Run tests of machines: steps, and the state expected after each",
  details: [
    "A test file, door.test.json, names a machine and lists tests: steps as for loom run, and what is expected after them. engine/TESTING.md describes the format. Without arguments all *.test.json files in the working folder and below are run; a folder means those in it and below, and a scenario such as buying.sqdf.json is replayed through the machines of its system.",
    "Each test gets a fresh machine, with a simulated clock and stubs for host objects. An unhandled event and a failing action are failures unless the step expects them. The exit code is 1 if a test fails, and 4 if a file cannot be read; the other files are still run.",
    "--coverage counts the states, transitions and guard outcomes of each machine that the tests reach, and lists the rest; scenarios do not count. --min-coverage is the share of all three together that each machine needs.",
  ],
  arguments: [
    {
      name: "files",
      summary: "test files, scenarios, or folders",
      optional: true,
      many: true,
      completes: "file",
    },
  ],
  options: {
    filter: { type: "text", value: "text", summary: "Run only the tests whose name contains this text" },
    coverage: { type: "flag", summary: "Report what the tests cover of each machine, and what they miss" },
    minCoverage: {
      type: "number",
      value: "n",
      summary: "Fail if the tests cover less of a machine than this, in percent",
    },
    tap: { type: "flag", summary: "Print the results in the Test Anything Protocol, version 14" },
    junit: {
      type: "text",
      value: "file",
      summary: "Write the results as JUnit XML, replacing an older report",
      completes: "file",
    },
  },
  examples: [
    { line: "test", does: "Runs all test files below the working folder." },
    {
      line: "test door.test.json --filter locked",
      does: "Runs the tests in one file whose name contains locked.",
    },
    {
      line: "test machines --coverage --min-coverage 90",
      does: "Fails if the coverage of any machine is below 90 %.",
    },
    { line: "test --tap --junit report.xml", does: "Prints TAP, and writes a report for CI." },
  ],
} as const satisfies CommandSpec;

/** The row of `scenarios`. */
export const SCENARIOS = {
  name: "scenarios",
  group: "read",
  kind: MACHINE_KIND.kind,
  summary: "Write a small test file that reaches every state and transition of a machine",
  details: [
    "The search uses all events of the machine, with values for their parameters, and advances the clock. Guards are evaluated; where that does not reach a goal, guards that depend on data are stubbed, and the steps say so. What cannot be reached is reported with the reason.",
    "--cover pairs also takes each transition right after each one that can precede it; --cover guards reaches both outcomes of each guard. The same --seed gives the same file.",
    "The file is printed on standard output. With --out it is written to that file, or to that folder as <document>.test.json; all its tests pass at that moment.",
    OUT_OPTIONS.details,
  ],
  arguments: [RUN.arguments[0]],
  options: {
    cover: {
      type: "text",
      value: "what",
      choices: ["transitions", "pairs", "guards"],
      default: "transitions",
      summary: "The coverage to reach, in addition to all states and transitions",
    },
    seed: { type: "integer", value: "n", summary: "Chooses among possible paths; default: 1" },
    context: RUN.options.context,
    stub: RUN.options.stub,
    stubs: RUN.options.stubs,
    out: { ...OUT_OPTIONS.out, default: "-" },
    overwrite: OUT_OPTIONS.overwrite,
  },
  examples: [
    { line: "scenarios door.smdf.json --out door.test.json", does: "Writes tests for loom test." },
    {
      line: "scenarios door.smdf.json --cover guards --seed 7",
      does: "Prints tests of both outcomes of each guard.",
    },
  ],
} as const satisfies CommandSpec;
