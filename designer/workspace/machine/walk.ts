import {
  compileRunnable,
  type InvokedMachines,
  Simulation,
  type SimulationOutcome,
  type SimulationStep,
} from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";

/** A step of a walk: one of a simulation, or a change of the machine's data by hand. */
export type WalkStep = SimulationStep | {
  readonly kind: "data";
  readonly name: string;
  readonly value: unknown;
};

/** The result of a step. */
export interface WalkedStep {
  /** The input; the first one is the start. */
  readonly cause: WalkStep | { readonly kind: "start" };
  readonly outcome: SimulationOutcome;
  /** The time on the machine's clock, in milliseconds from the start. */
  readonly at: number;
}

/** The beginning of a walk. */
export interface WalkStart {
  readonly definition: StateMachineDefinition;
  readonly data: Readonly<Record<string, unknown>>;
  /** The machines that states invoke. */
  readonly machines: InvokedMachines;
}

/** The most timers that may expire in one step. */
const MOST_EXPIRIES = 1_000;

/**
 * A run of a machine that can be stepped back exactly: going to a place runs the steps before it again, on a clock of its own.
 */
export class Walk {
  readonly start: WalkStart;
  /** All steps, those after the place included. */
  readonly steps: readonly WalkStep[];
  /** The number of steps that are taken. */
  readonly at: number;
  readonly simulation: Simulation;
  /** The results of the taken steps, the start first. */
  readonly walked: readonly WalkedStep[];

  private constructor(start: WalkStart, steps: readonly WalkStep[], at: number) {
    const simulation = new Simulation(compileRunnable(start.definition), {
      context: structuredClone(start.data),
      machines: start.machines,
      mostExpiries: MOST_EXPIRIES,
    });
    const walked: WalkedStep[] = [{ cause: { kind: "start" }, outcome: simulation.start, at: 0 }];
    let time = 0;
    for (const step of steps.slice(0, at)) {
      const outcome = perform(simulation, step, walked.at(-1)?.outcome ?? simulation.start);
      if (step.kind === "advance") time += step.milliseconds;
      walked.push({ cause: step, outcome, at: time });
    }
    this.start = start;
    this.steps = steps;
    this.at = at;
    this.simulation = simulation;
    this.walked = walked;
  }

  /**
   * Begins a walk.
   *
   * @throws {LoomError} When the machine cannot start.
   */
  static begin(start: WalkStart): Walk {
    return new Walk(start, [], 0);
  }

  /** Takes a step from here; steps that were taken back are forgotten. */
  take(step: WalkStep): Walk {
    return this.#moved([...this.steps.slice(0, this.at), step], this.at + 1);
  }

  /** Goes back or forward to a number of steps. */
  go(at: number): Walk {
    return this.#moved(this.steps, Math.min(this.steps.length, Math.max(0, at)));
  }

  /** Ends the run: nothing happens any more. */
  close(): void {
    this.simulation.close();
  }

  #moved(steps: readonly WalkStep[], at: number): Walk {
    const next = new Walk(this.start, steps, at);
    this.close();
    return next;
  }
}

function perform(simulation: Simulation, step: WalkStep, last: SimulationOutcome): SimulationOutcome {
  if (step.kind !== "data") return simulation.perform(step);
  simulation.machine.context[step.name] = structuredClone(step.value);
  return { ...last, from: last.to };
}

/** A walk as a test of a suite, which expects what was seen. */
export function testOf({ start, walked }: Walk, name: string): object {
  const steps = walked.flatMap(({ cause, outcome }): object[] => {
    const expect = { state: outcome.to.split("|") };
    if (cause.kind === "event") {
      const { event, payload } = cause;
      const handled = outcome.result?.handled === false ? { handled: false } : {};
      return [{ event, ...(payload === undefined ? {} : { payload }), expect: { ...expect, ...handled } }];
    }
    return cause.kind === "advance" ? [{ advance: cause.milliseconds, expect }] : [];
  });
  const data = Object.keys(start.data).length === 0 ? {} : { data: start.data };
  return { name, ...data, steps };
}

/** A name for a walk, of its events. */
export function nameOfWalk({ walked }: Walk): string {
  const events = walked.flatMap(({ cause }) => cause.kind === "event" ? [cause.event] : []);
  if (events.length === 0) return "starts";
  return events.length > 5 ? `${events.slice(0, 4).join(", ")} … ${events.at(-1)}` : events.join(", ");
}
