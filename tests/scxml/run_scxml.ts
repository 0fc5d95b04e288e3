import { machinesInvokedBy, readScxml } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import { INTERPRETER } from "../conformance/interpreter.ts";
import type { ConformanceTarget } from "../conformance/runner.ts";

/** The time that a machine of the W3C's form gets, in milliseconds. */
const MOST_TIME = 60_000;

/** An SCXML document to run. */
export interface ScxmlDocument {
  readonly text: string;
  readonly name: string;
  /** Reads a file beside the document; `undefined` when there is none. */
  readonly beside?: (path: string) => string | undefined;
}

/** The end of a run, and what import or run remarked. */
export interface ScxmlRun {
  /** The name of the final state; the active states of a machine that does not end. */
  readonly end: string;
  /** Sentences about what was left out, or failed. */
  readonly remarks: readonly string[];
}

/** A script of SCION: events, and the active atomic states after each. */
export interface ScxmlScript {
  readonly initialConfiguration: readonly string[];
  readonly events: readonly {
    readonly event: { readonly name: string; readonly data?: unknown };
    /** Milliseconds that pass before the event. */
    readonly after?: number;
    readonly nextConfiguration: readonly string[];
  }[];
}

/** Runs a machine of the W3C's form, which ends in `pass` or `fail`, on a simulated clock. */
export function runScxml(document: ScxmlDocument, target = INTERPRETER): Promise<ScxmlRun> {
  return run(document, target, async (machine) => {
    await machine.advance(MOST_TIME);
    return (await machine.view()).state;
  });
}

/** Runs a script of SCION; the end is `pass`, or a sentence about the first difference. */
export function runScript(
  document: ScxmlDocument,
  { initialConfiguration, events }: ScxmlScript,
  target = INTERPRETER,
): Promise<ScxmlRun> {
  return run(document, target, async (machine) => {
    const differs = async (expected: readonly string[], where: string): Promise<string | undefined> => {
      const { state } = await machine.view();
      const seen = state.split("|").sort().join(" ");
      const wanted = expected.toSorted().join(" ");
      return seen === wanted ? undefined : `${seen} and not ${wanted} ${where}`;
    };
    let difference = await differs(initialConfiguration, "at the start");
    for (const { event: { name, data }, after, nextConfiguration } of events) {
      if (difference !== undefined) return difference;
      if (after !== undefined) await machine.advance(after);
      await machine.send(name, typeof data === "object" && data !== null ? { ...data } : undefined);
      difference = await differs(nextConfiguration, `after ${JSON.stringify(name)}`);
    }
    return difference ?? "pass";
  });
}

type StartedMachine = Awaited<ReturnType<ConformanceTarget["start"]>>;

/** Imports, starts and closes a machine. */
async function run(
  document: ScxmlDocument,
  target: ConformanceTarget,
  use: (machine: StartedMachine) => Promise<string>,
): Promise<ScxmlRun> {
  const { definition, machines, remarks } = imported(document);
  const machine = await target.start(definition, { context: {}, guards: {}, reactions: {}, machines });
  try {
    const end = await use(machine);
    const problems = (await machine.takeLog()).filter((line) =>
      /^(?:action failed|error|refused .*:)/.test(line)
    );
    return { end, remarks: [...remarks, ...problems] };
  } finally {
    await machine.close?.();
  }
}

/** A document as a machine, with those that it invokes. */
function imported({ text, name, beside = () => undefined }: ScxmlDocument): {
  readonly definition: StateMachineDefinition;
  readonly machines: Record<string, StateMachineDefinition>;
  readonly remarks: readonly string[];
} {
  const read = readScxml(text, name, { file: beside });
  const machines: Record<string, StateMachineDefinition> = {};
  for (const { path, definition } of read.parts ?? []) machines[path] = definition;
  const remarks = read.remarks.map(({ message }) => message);
  const invoked = [read.definition, ...Object.values(machines)].flatMap(machinesInvokedBy);
  for (const path of invoked.filter((one) => !Object.hasOwn(machines, one))) {
    const inside = beside(path);
    if (inside === undefined) continue;
    const child = imported({ text: inside, name: path, beside });
    Object.assign(machines, { [path]: child.definition }, child.machines);
    remarks.push(...child.remarks);
  }
  return { definition: read.definition, machines, remarks };
}
