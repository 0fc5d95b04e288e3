import { readDocumentText } from "@loom/bridge/document";
import {
  MachineDefinitionError,
  type ReadSuite,
  readSuite,
  type ReplayedPath,
  replayScenario,
  runSuite,
  type SuiteCoverage,
  type TestFailure,
} from "@loom/engine";
import { LoomError } from "@loom/protocol";
import { dirname, isAbsolute, join } from "@std/path";
import type { Context } from "../context.ts";
import { invokedMachines } from "../run/invoked_machines.ts";
import { loadMachine } from "../load_document.ts";
import { readJson, refuseRepeatedKeys } from "../read_json.ts";
import { replayable } from "../replayable.ts";

/** The result of one test. */
export interface FileTest {
  /** Its name. */
  readonly name: string;
  /** True when it passed. */
  readonly passed: boolean;
  /** Why it failed; of a path of a scenario only the sentence. */
  readonly failure?: Partial<TestFailure> & Pick<TestFailure, "message">;
}

/** The results of one file. */
export interface FileReport {
  /** Its path. */
  readonly path: string;
  /** The machine's name, or the scenario's. */
  readonly name: string;
  /** The path of the machine. */
  readonly machine?: string;
  /** The tests, in order. */
  readonly tests: readonly FileTest[];
  /** Coverage of the machine. */
  readonly coverage?: SuiteCoverage;
  /** Why the file could not be run. */
  readonly error?: LoomError;
}

/** Runs a test file or a scenario; what is wrong with it is part of the report. */
export async function runFile(
  context: Context,
  path: string,
  select: (name: string) => boolean,
): Promise<FileReport> {
  try {
    return /\.sqdf\.json$/i.test(path)
      ? await runScenario(context, path, select)
      : await runTests(context, path, select);
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    return { path, name: path, tests: [], error };
  }
}

async function runTests(
  context: Context,
  path: string,
  select: (name: string) => boolean,
): Promise<FileReport> {
  const suite = await suiteAt(path);
  const { machine: named } = suite.suite;
  const machine = isAbsolute(named) ? named : join(dirname(path), named);
  const loaded = await loadMachine(context, machine);
  try {
    const machines = await invokedMachines(context, machine, loaded);
    const { machine: name, tests, coverage } = runSuite(suite, loaded.definition, select, machines);
    return { path, name, machine, tests, coverage };
  } catch (error) {
    if (!(error instanceof MachineDefinitionError)) throw error;
    throw new LoomError(error.code, `"${machine}" cannot run: ${error.message}`, { cause: error });
  }
}

/** Reads a test file. */
export async function suiteAt(path: string): Promise<ReadSuite> {
  const { text } = await readDocumentText(path);
  const value = readJson(text, path);
  refuseRepeatedKeys(text, path);
  const read = readSuite(value);
  if (read.ok) return read.value;
  const { code, message } = read.refusal;
  throw new LoomError(code, `"${path}" is no test file. ${message}`);
}

async function runScenario(
  context: Context,
  path: string,
  select: (name: string) => boolean,
): Promise<FileReport> {
  const { scenarios: [scenario], machines } = await replayable(context, path);
  const { scenario: name, paths } = replayScenario(scenario?.def, machines);
  return { path, name, tests: paths.filter((one) => select(one.name)).map(testOf) };
}

function testOf({ name, accepted, stops }: ReplayedPath): FileTest {
  if (accepted) return { name, passed: true };
  const sentences = stops.map(({ ref, reason, scenarioChange, machineChange }) => {
    const change = scenarioChange === undefined ? "" : `; in the scenario: ${scenarioChange}`;
    const other = machineChange === undefined ? "" : `; in the machine: ${machineChange}`;
    return `Message ${ref}: ${reason}${change}${other}.`;
  });
  return { name, passed: false, failure: { message: sentences.join(" ") } };
}
