import { compileMachine, Simulation } from "@loom/engine";
import { LOOM_KINDS } from "@loom/engine/kinds";
import type { StateMachineDefinition } from "@loom/protocol";

/** The most timers that a run waits for. */
const MOST_TIMERS = 200;

/** The end of a run, and what import or run remarked. */
export interface ScxmlRun {
  /** The name of the final state; the active states of a machine that does not end. */
  readonly end: string;
  /** Sentences about what was left out, or failed. */
  readonly remarks: readonly string[];
}

/** Runs an SCXML document of the form that ends in `pass` or `fail`, on a simulated clock, until no timer runs. */
export async function runScxml(text: string, name: string): Promise<ScxmlRun> {
  const format = LOOM_KINDS.named("machine")?.content?.formats?.find((one) => one.name === "scxml");
  if (format?.read === undefined) throw new Error("SCXML cannot be read.");
  const { definition, remarks } = await format.read(text, name);
  const simulation = new Simulation(compileMachine(definition as object as StateMachineDefinition), {
    mostExpiries: MOST_TIMERS,
  });
  const problems = [...simulation.start.seen.problems];
  try {
    for (let count = 0; count < MOST_TIMERS && !simulation.machine.done; count++) {
      const { untilNextTimer } = simulation;
      if (untilNextTimer === undefined) break;
      problems.push(...simulation.perform({ kind: "advance", milliseconds: untilNextTimer }).seen.problems);
    }
    return {
      end: simulation.machine.state,
      remarks: [...remarks.map(({ message }) => message), ...problems],
    };
  } finally {
    simulation.close();
  }
}
