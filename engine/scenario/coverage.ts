import type { StateMachineDefinition } from "@loom/protocol";
import type { ReplayTransition } from "./bare_machine.ts";
import { replayOn } from "./replay.ts";
import { Stage, type StageMachine } from "./stage.ts";
import type { MachineWalk, Place } from "./walk.ts";

/** A transition in a coverage report. */
export interface CoveredTransition {
  /** The name of its state. */
  readonly state: string;
  /** Its index among the transitions of its state. */
  readonly index: number;
  /** Its event; absent for one without. */
  readonly event?: string;
  /** Its target; absent for an internal one. */
  readonly target?: string;
  /** Its guard. */
  readonly condition?: string;
}

/** A guard on data, and the answers that scenarios need of it. */
export interface CoveredGuard extends CoveredTransition {
  /** True when some scenario needs it to pass. */
  readonly passed: boolean;
  /** True when some scenario needs it to refuse. */
  readonly refused: boolean;
}

/** The parts of one machine that scenarios touch. */
export interface MachineCoverage {
  /** The machine's name. */
  readonly machine: string;
  /** The states, without the root and history states. */
  readonly states: { readonly touched: readonly string[]; readonly never: readonly string[] };
  /** The transitions. */
  readonly transitions: {
    readonly touched: readonly CoveredTransition[];
    readonly never: readonly CoveredTransition[];
  };
  /** The guards on data. */
  readonly guards: readonly CoveredGuard[];
  /**
   * The share of what the machine can do, where scenarios lead it, that some scenario does: 1 when no scenario leaves an
   * event out (the escaping edges of process mining, J. Munoz-Gama and J. Carmona, 2010).
   */
  readonly precision: number;
}

/** The parts of machines that scenarios touch. */
export interface CoverageReport {
  /** Number of scenarios. */
  readonly scenarios: number;
  /** Number of their paths. */
  readonly paths: number;
  /** The machines, in order. */
  readonly machines: readonly MachineCoverage[];
  /** The machines that cannot run, as sentences. */
  readonly remarks: readonly string[];
}

/**
 * Finds which states, transitions and sides of guards the scenarios of a system touch. Of each path it counts one run of
 * each machine, up to its first stop; where guards leave a choice to the end, the run in which the earlier guards pass.
 *
 * @param scenarios The definitions of sequence documents.
 * @param machines The machines, in the order of the system.
 *
 * @example
 * ```ts
 * import { coverageOf } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const door = {
 *   settings: { namespace: "Home", name: "Door", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "open" }] }],
 *   state: {
 *     name: "Root",
 *     states: [
 *       { name: "Closed", transitions: [{ event: "open", nextState: "Open", condition: "not locked" }] },
 *       { name: "Open" },
 *     ],
 *   },
 * };
 * const comeIn = {
 *   settings: { namespace: "Home", name: "Come in" },
 *   participants: [{ name: "Guest" }, { name: "Door" }],
 *   messages: [{ from: "Guest", to: "Door", label: "enters", event: "open" }],
 * };
 * const { machines: [covered] } = coverageOf([comeIn], [door]);
 * assertEquals(covered?.states.never, []);
 * assertEquals(covered?.guards.map(({ passed, refused }) => [passed, refused]), [[true, false]]);
 * ```
 */
export function coverageOf(
  scenarios: readonly unknown[],
  machines: readonly StateMachineDefinition[],
): CoverageReport {
  const stage = new Stage(machines);
  const touches = new Map(stage.machines.map((one) => [one.name, new Touched(one)]));
  let paths = 0;
  for (const scenario of scenarios) {
    for (const { walks } of replayOn(stage, scenario).walks) {
      paths++;
      for (const walk of walks) touches.get(walk.stage.name)?.add(walk);
    }
  }
  return {
    scenarios: scenarios.length,
    paths,
    machines: [...touches.values()].map((one) => one.coverage()),
    remarks: stage.problems,
  };
}

/** The parts of one machine that walks touch. */
class Touched {
  readonly #stage: StageMachine;
  readonly #states = new Set<string>();
  readonly #taken = new Set<ReplayTransition>();
  readonly #passed = new Set<ReplayTransition>();
  readonly #refused = new Set<ReplayTransition>();
  readonly #visits = new Map<string, { enabled: number; readonly done: Set<string>; count: number }>();

  constructor(stage: StageMachine) {
    this.#stage = stage;
  }

  add({ places, heard }: MachineWalk): void {
    const stop = heard.findIndex(({ isStop }) => isStop);
    const end = stop === -1 ? Infinity : stop;
    for (let place: Place | undefined = places[0]; place; place = place.before) {
      if ((place.by?.index ?? -1) < end) this.#touch(place);
    }
  }

  #touch({ position, before, by }: Place): void {
    for (const state of position.active) this.#states.add(state);
    if (by === undefined || before === undefined) return;
    const { taken, decisions } = by.outcome;
    for (const transition of taken) {
      this.#taken.add(transition);
      this.#states.add(transition.state);
      if (transition.target !== undefined) this.#states.add(transition.target);
    }
    for (const { transition, passed } of decisions) (passed ? this.#passed : this.#refused).add(transition);
    const { key } = before.position;
    let visit = this.#visits.get(key);
    if (visit === undefined) {
      const enabled = this.#stage.machine.enabledEvents(before.position).length;
      this.#visits.set(key, visit = { enabled, done: new Set(), count: 0 });
    }
    visit.done.add(by.event);
    visit.count++;
  }

  coverage(): MachineCoverage {
    const { machine, name } = this.#stage;
    const states = machine.plainStates;
    const isTaken = (one: ReplayTransition) => this.#taken.has(one);
    return {
      machine: name,
      states: {
        touched: states.filter((state) => this.#states.has(state)),
        never: states.filter((state) => !this.#states.has(state)),
      },
      transitions: {
        touched: machine.transitions.filter(isTaken).map(covered),
        never: machine.transitions.filter((one) => !isTaken(one)).map(covered),
      },
      guards: machine.transitions.filter(({ question }) => question !== undefined).map((one) => ({
        ...covered(one),
        passed: this.#passed.has(one),
        refused: this.#refused.has(one),
      })),
      precision: this.#precision(),
    };
  }

  #precision(): number {
    let enabled = 0;
    let done = 0;
    for (const visit of this.#visits.values()) {
      enabled += visit.count * visit.enabled;
      done += visit.count * visit.done.size;
    }
    return enabled === 0 ? 1 : done / enabled;
  }
}

function covered({ state, index, event, target, condition }: ReplayTransition): CoveredTransition {
  return {
    state,
    index,
    ...(event === undefined ? {} : { event }),
    ...(target === undefined ? {} : { target }),
    ...(condition === undefined ? {} : { condition }),
  };
}
