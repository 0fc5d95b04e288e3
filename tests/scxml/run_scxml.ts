import {
  compileMachine,
  Machine,
  type MachineProgram,
  machinesInvokedBy,
  ObserverNull,
  readScxml,
  SimulatedClock,
} from "@loom/engine";

/** The most timers that a run waits for. */
const MOST_TIMERS = 200;

/** Reads a file beside the document; `undefined` when there is none. */
export type ReadBeside = (path: string) => string | undefined;

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

/** An SCXML document that runs on a simulated clock. */
export interface RunningScxml extends Disposable {
  readonly machine: Machine;
  readonly clock: SimulatedClock;
  /** Sentences about what was left out, or failed. */
  readonly remarks: string[];
}

/** Imports and starts an SCXML document. */
export function startScxml(text: string, name: string, beside: ReadBeside = () => undefined): RunningScxml {
  const loader = new Loader(beside);
  const program = loader.programOf(text, name);
  const { remarks, machines } = loader;
  const clock = new SimulatedClock();
  const machine = new Machine(program, { clock, machines, observer: new Problems(remarks) });
  return {
    machine,
    clock,
    remarks,
    [Symbol.dispose]: () => {
      machine.setObserver(ObserverNull.instance());
      machine.stop();
    },
  };
}

/** Runs a machine of the W3C's form, which ends in `pass` or `fail`, until no timer runs. */
export function runScxml(text: string, name: string, beside?: ReadBeside): ScxmlRun {
  using running = startScxml(text, name, beside);
  const { machine, clock, remarks } = running;
  for (let count = 0; count < MOST_TIMERS && !machine.done && clock.untilNext !== undefined; count++) {
    clock.advance(clock.untilNext);
  }
  return { end: machine.state, remarks };
}

/** Runs a script of SCION; the end is `pass`, or a sentence about the first difference. */
export function runScript(
  text: string,
  script: ScxmlScript,
  name: string,
  beside?: ReadBeside,
): ScxmlRun {
  using running = startScxml(text, name, beside);
  const { machine, clock, remarks } = running;
  const differs = (expected: readonly string[], where: string): string | undefined => {
    const seen = running.machine.state.split("|").sort().join(" ");
    const wanted = expected.toSorted().join(" ");
    return seen === wanted ? undefined : `${seen || "nothing"} and not ${wanted} ${where}`;
  };
  let end = differs(script.initialConfiguration, "at the start");
  for (const { event, after, nextConfiguration } of script.events) {
    if (end !== undefined) break;
    if (after !== undefined) clock.advance(after);
    const { name, data } = event;
    machine.send(name, typeof data === "object" && data !== null ? { ...data } : undefined);
    end = differs(nextConfiguration, `after ${JSON.stringify(name)}`);
  }
  return { end: end ?? "pass", remarks };
}

/** Imports a document and the machines that it invokes. */
class Loader {
  readonly remarks: string[] = [];
  readonly machines: Record<string, MachineProgram> = {};
  readonly #beside: ReadBeside;

  constructor(beside: ReadBeside) {
    this.#beside = beside;
  }

  programOf(text: string, name: string): MachineProgram {
    const { definition, remarks, parts = [] } = readScxml(text, name, { file: this.#beside });
    this.remarks.push(...remarks.map(({ message }) => message));
    for (const part of parts) this.machines[part.path] = compileMachine(part.definition);
    const invoked = [definition, ...parts.map((part) => part.definition)].flatMap(machinesInvokedBy);
    for (const path of invoked) {
      if (Object.hasOwn(this.machines, path)) continue;
      const inside = this.#beside(path);
      if (inside !== undefined) this.machines[path] = this.programOf(inside, path);
    }
    return compileMachine(definition);
  }
}

/** Collects the sentences of what failed. */
class Problems extends ObserverNull {
  readonly #sentences: string[];

  constructor(sentences: string[]) {
    super();
    this.#sentences = sentences;
  }

  onActionFailed(_machine: string, state: string, _action: string, error: string): void {
    this.#sentences.push(`${state}: ${error}`);
  }

  onGuardRefused(_machine: string, state: string, condition: string, error?: string): void {
    if (error !== undefined) this.#sentences.push(`${state}: ${condition}: ${error}`);
  }

  onError(_machine: string, message: string): void {
    this.#sentences.push(message);
  }
}
