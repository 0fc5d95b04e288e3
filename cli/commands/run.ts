import {
  compileMachine,
  MachineDefinitionError,
  type MachineProgram,
  MachineRuntimeError,
  type MachineSnapshot,
  type SimulationOptions,
  type SimulationStep,
} from "@loom/engine";
import {
  displayWidth,
  isObject,
  LoomError,
  parseJsonText,
  type StateMachineDefinition,
} from "@loom/protocol";
import { readDocumentText } from "@loom/bridge/document";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { documentOf, loadMachine, STANDARD_INPUT } from "../load_document.ts";
import { readJson, refuseRepeatedKeys } from "../read_json.ts";
import { reportRun } from "../live/run_report.ts";
import { labelOf, type OutcomeStyle } from "../run/print_outcome.ts";
import { Runner } from "../run/runner.ts";
import { invokedMachines } from "../run/invoked_machines.ts";
import { parseSteps } from "../run/step.ts";
import { readFailures, readStubs } from "../run/stubs.ts";
import type { RUN } from "../table/read.ts";
import { UsageError } from "../usage_error.ts";

type RunValues = Parameters<Run<typeof RUN>>[1];

/** Number of steps the prompt can take back. */
const UNDO_LIMIT = 1000;

/** The columns for what was done, when the steps are not known beforehand. */
const LABEL_WIDTH = 16;

/** Runs a machine: on given events, on lines from standard input, or at a prompt. */
export const run: Run<typeof RUN> = async (context, values) => {
  const path = documentOf(context, values.doc);
  const isPrompt = values.events === undefined && context.io.stdin.isTerminal;
  checkValues(path, values, isPrompt && context.json);
  if (values.watch) {
    const { watchDocuments } = await import("../watch_documents.ts");
    return await watchDocuments(context, [path], () => runOnce(context, path, values));
  }
  return await runOnce(context, path, values);
};

function checkValues(path: string, values: RunValues, isJsonPrompt: boolean): void {
  if (values.watch && values.events === undefined) {
    throw new UsageError("--watch needs --events to send again.");
  }
  if (values.watch && path === STANDARD_INPUT) throw new UsageError("--watch needs a document with a path.");
  if (path === STANDARD_INPUT && values.events === undefined) {
    throw new UsageError("Standard input cannot hold both the document and the events: give --events.");
  }
  if (isJsonPrompt) throw new UsageError("--json needs --events, or events on standard input.");
}

async function runOnce(context: Context, path: string, values: RunValues): Promise<ExitCode> {
  const steps = values.events === undefined ? undefined : parseSteps(values.events);
  const machine = await loadMachine(context, path);
  const program = compiled(path, machine.definition);
  const isPrompt = steps === undefined && context.io.stdin.isTerminal;
  const options = {
    ...await sessionOptions(values),
    machines: await invokedMachines(context, path, machine),
    undoLimit: isPrompt ? UNDO_LIMIT : 0,
  };
  const style: OutcomeStyle = { trace: values.trace, labelWidth: isPrompt ? undefined : labelWidth(steps) };
  const report = await reportRun(context, path);
  const runner = started(values.restore, () => new Runner(context, style, program, options, report));
  try {
    if (steps !== undefined) runner.performAll(steps);
    else if (isPrompt) await runner.prompt();
    else await runner.performLines();
    if (values.autoAdvance) await runner.finish();
    if (values.snapshot !== undefined) await runner.save(values.snapshot);
    return isPrompt ? EXIT.done : runner.conclude();
  } finally {
    runner.session.close();
    // The result of given events is to be seen, and a run that is saved goes on later.
    await report.close(steps === undefined && values.snapshot === undefined);
  }
}

/** Starts a machine; a snapshot that it does not take is told by the name of its file. */
function started(restore: string | undefined, start: () => Runner): Runner {
  try {
    return start();
  } catch (error) {
    const isAboutIt = error instanceof MachineRuntimeError && error.code === "bad_snapshot";
    if (restore === undefined || !isAboutIt) throw error;
    throw new MachineRuntimeError(
      error.code,
      `"${restore}" is no snapshot of this machine: name a file that --snapshot wrote for it.`,
    );
  }
}

/** Compiles a machine; one that cannot run is refused by the name of its document. */
export function compiled(path: string, definition: StateMachineDefinition): MachineProgram {
  try {
    return compileMachine(definition);
  } catch (error) {
    if (!(error instanceof MachineDefinitionError)) throw error;
    const [first, ...others] = error.errors;
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    throw new LoomError(
      error.code,
      `"${path}" cannot run (${first?.ruleId}${more}): ${first?.message} "loom validate ${path}" tells all.`,
      { cause: error },
    );
  }
}

/** The columns for what is done; wide enough for all steps where they are known beforehand. */
function labelWidth(steps: readonly SimulationStep[] | undefined): number {
  if (steps === undefined) return LABEL_WIDTH;
  return steps.reduce((width, cause) => Math.max(width, displayWidth(labelOf({ cause, expiries: [] }))), 0);
}

async function sessionOptions(values: RunValues): Promise<SimulationOptions> {
  const { context, restore, guards, realTime, stub, stubs, fail } = values;
  return {
    realTime,
    stubs: { ...await readStubs(stub, stubs), ...readFailures(fail) },
    ...(guards === "evaluate" ? {} : { guard: () => guards === "pass" }),
    ...(context === undefined ? {} : { context: await readContext(context) }),
    ...(restore === undefined ? {} : { snapshot: await readSnapshot(restore) }),
  };
}

/** Reads the value of `--context`: a JSON object, or a file that holds one. */
export async function readContext(text: string): Promise<Record<string, unknown>> {
  const value = text.trimStart().startsWith("{") ? jsonOption(text) : await jsonFile(text);
  if (isObject(value)) return value;
  throw new UsageError("--context must be a JSON object, or a file that holds one.");
}

function jsonOption(text: string): unknown {
  try {
    const value = parseJsonText(text);
    refuseRepeatedKeys(text, "--context");
    return value;
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`--context is no JSON: ${why.charAt(0).toLowerCase()}${why.slice(1)}`);
  }
}

async function readSnapshot(path: string): Promise<MachineSnapshot> {
  // The machine checks what it is given.
  return await jsonFile(path) as MachineSnapshot;
}

async function jsonFile(path: string): Promise<unknown> {
  return readJson((await readDocumentText(path)).text, path);
}
