/**
 * The interpreter in Python as a target of the conformance vectors.
 *
 * @module
 */
import type { StateMachineDefinition } from "@loom/protocol";
import { PythonChild, type PythonRequest } from "./python_child.ts";
import type { ConformanceMachine, ConformanceTarget, StartOptions } from "./runner.ts";

/** The Python interpreter. */
export const PYTHON_MACHINE: ConformanceTarget = pythonTarget(
  "Machine in Python",
  (definition) => ({ kind: "interpreted", definition }),
);

/** What the Python side makes a machine from. */
export type Source = Readonly<Record<string, unknown>>;

/** A target whose machines live in a Python process. */
export function pythonTarget(
  name: string,
  sourceOf: (definition: StateMachineDefinition) => Source,
): ConformanceTarget {
  let child: PythonChild | undefined;
  return {
    name,
    open: () => {
      child = new PythonChild();
    },
    close: async () => {
      await child?.close();
      child = undefined;
    },
    start: (definition, options) => {
      if (!child) throw new Error("The target is not open.");
      return startMachine(child, sourceOf(definition), definition, options);
    },
  };
}

async function startMachine(
  child: PythonChild,
  source: Source,
  definition: StateMachineDefinition,
  options: StartOptions,
): Promise<ConformanceMachine> {
  const machine = child.nextMachine();
  const objects = definition.settings?.objects?.map(({ instance }) => instance) ?? [];
  await child.ask({ machine, op: "start", ...source, objects, ...options });
  return conformanceMachine((op, members) => child.ask({ ...members, machine, op }));
}

type Ask = <T>(op: PythonRequest["op"], members?: Source) => Promise<T>;

function conformanceMachine(ask: Ask): ConformanceMachine {
  return {
    send: (event, payload) => ask("send", { event, payload }),
    sendAll: (events) => ask("send_all", { events }),
    advance: (ms) => ask("advance", { ms }),
    setState: (name) => ask("set_state", { name }),
    setContext: (members) => ask("set_context", { members }),
    stop: () => ask("stop"),
    serialize: () => ask("serialize"),
    deserialize: (data) => ask("deserialize", { data }),
    snapshot: () => ask("snapshot"),
    can: (event, payload) => ask("can", { event, payload }),
    availableEvents: () => ask("available_events"),
    view: () => ask("view"),
    takeLog: () => ask("take_log"),
    close: () => ask("close"),
  };
}
