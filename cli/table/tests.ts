import { MACHINE_KIND } from "@loom/protocol/kinds";
import type { CommandSpec } from "../command_spec.ts";
import { OUT_OPTIONS } from "./out_options.ts";
import { RUN } from "./read.ts";

/** The row of `test`. */
export const TEST = {
  name: "test",
  group: "read",
  summary: "Run test files of machines: walks, and what holds after each step",
  details: [
    "A test file, door.test.json, names a machine and has tests: steps as loom run takes them, and what is expected after them. engine/TESTING.md has the format. Without words all *.test.json files in the working folder and below are run; a folder stands for those in it and below, and a scenario, buying.sqdf.json, is walked through the machines of its system.",
    "Each test runs on a machine of its own, with a simulated clock and stubs in place of host objects. An event that is not handled and an action that fails are failures, unless the step expects them. The exit code is 1 when a test fails, and 4 when a file cannot be read; the others are run all the same.",
    "--coverage counts the states, transitions and sides of guards of each machine that the tests touch, and names the others; scenarios do not count. --min-coverage is the share of all three together that each machine needs.",
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
    filter: { type: "text", value: "text", summary: "Run only tests with this text in their names" },
    coverage: { type: "flag", summary: "Tell what the tests touch of each machine, and what not" },
    minCoverage: {
      type: "number",
      value: "n",
      summary: "Fail when the tests touch less of a machine than this, in percent",
    },
    tap: { type: "flag", summary: "Print the results in the Test Anything Protocol, version 14" },
    junit: {
      type: "text",
      value: "file",
      summary: "Write the results as JUnit XML, over an older report",
      completes: "file",
    },
  },
  examples: [
    { line: "test", does: "Runs all test files below the working folder." },
    { line: "test door.test.json --filter locked", does: "Runs the tests of one file that name locked." },
    { line: "test machines --coverage --min-coverage 90", does: "Fails below 90 % of any machine." },
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
    "The machine is tried with all of its events, with values for their parameters, and with time that passes. Guards are evaluated; where that does not lead to a goal, those that data decides are answered, and the steps say so. What is not reached is told with its reason.",
    "--cover pairs also takes each transition right after each other that can follow it, --cover guards reaches both sides of each guard. The same --seed gives the same file.",
    "The file goes to standard output. With --out it is written to that file, or to that folder as <document>.test.json; all of its tests pass when it is written.",
    OUT_OPTIONS.details,
  ],
  arguments: [RUN.arguments[0]],
  options: {
    cover: {
      type: "text",
      value: "what",
      choices: ["transitions", "pairs", "guards"],
      default: "transitions",
      summary: "What to reach, with all states and transitions",
    },
    seed: { type: "integer", value: "n", summary: "Another number chooses other paths; default: 1" },
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
      does: "Prints tests of both sides of guards.",
    },
  ],
} as const satisfies CommandSpec;
