/**
 * A machine's program that notes what it does: the states it enters, the transitions it takes, the answers of guards.
 *
 * @module
 */
import type { StateMachineDefinition } from "@loom/protocol";
import { compileMachine, programOf } from "../machine/program.ts";
import type { MachineProgram } from "../machine/runnable.ts";
import { type Action, code } from "../runtime/chart/action.ts";
import { type Edge, EVENTLESS, type Guard, type StateNode } from "../runtime/chart/node.ts";
import { verdictOf } from "../runtime/step/guard.ts";

/** A transition of a program. */
export interface ProbedTransition {
  /** Its place among all transitions. */
  readonly id: number;
  /** The name of its state. */
  readonly state: string;
  /** Its index among the transitions of its state. */
  readonly index: number;
  /** Its event; absent for one without. */
  readonly event?: string;
  /** The name of its target; absent for an internal one. */
  readonly target?: string;
  /** Its guard. */
  readonly condition?: string;
}

/** An answer of a guard. */
export interface Decision {
  /** The transition. */
  readonly transition: ProbedTransition;
  /** True when it passed. */
  readonly passed: boolean;
}

/** The log of a probed program. */
export interface Noted {
  /** The states that were entered. */
  readonly states: string[];
  /** The transitions that were taken, in order. */
  readonly taken: ProbedTransition[];
  /** The answers of guards, in order. */
  readonly decisions: Decision[];
}

/** A guard that cannot be evaluated; the message is the sentence. */
class VerdictError extends Error {}

/** A program that notes what its machines do, and lets answers of guards be given. */
export class Probe {
  /** The program. */
  readonly program: MachineProgram;
  /** All transitions, in document order. */
  readonly transitions: readonly ProbedTransition[];
  /** The states that can be active, without the root. */
  readonly states: readonly string[];
  readonly #leaves: ReadonlySet<string>;
  #noted: Noted = nothing();
  #answers: Readonly<Record<string, boolean>> = {};

  /**
   * Compiles a machine.
   *
   * @throws {MachineDefinitionError} When it cannot run.
   */
  constructor(definition: StateMachineDefinition) {
    const compiled = programOf(compileMachine(definition), {});
    const { nodes, events } = compiled.tables;
    const running = nodes.filter(({ kind }) => kind !== "history");
    this.program = compiled;
    this.states = running.filter(({ parent }) => parent !== null).map(({ name }) => name);
    this.#leaves = new Set(running.filter(({ kind }) => kind === "leaf").map(({ name }) => name));
    const transitions: ProbedTransition[] = [];
    for (const node of running) {
      this.#probeEntry(node);
      for (const [index, edge] of node.transitions.entries()) {
        const transition = { id: transitions.length, ...partsOf(edge, index, events) };
        transitions.push(transition);
        this.#probeEdge(edge, transition);
      }
    }
    this.transitions = transitions;
  }

  /** Sets the answers of guards by text; the others are evaluated. */
  answer(answers: Readonly<Record<string, boolean>>): void {
    this.#answers = answers;
  }

  /** Returns the log and empties it. */
  take(): Noted {
    const noted = this.#noted;
    this.#noted = nothing();
    return noted;
  }

  /** The leaves among active states. */
  leavesOf(configuration: readonly string[]): string[] {
    return configuration.filter((state) => this.#leaves.has(state));
  }

  // The tables belong to this program alone and no machine has run on them: changing their parts is safe.
  #probeEntry(node: StateNode): void {
    const entry = [this.#note(() => this.#noted.states.push(node.name)), ...node.entry];
    Object.assign(node, { entry } satisfies Partial<StateNode>);
  }

  #probeEdge(edge: Edge, transition: ProbedTransition): void {
    const note = this.#note(() => this.#noted.taken.push(transition));
    const guard = edge.guard === null ? null : this.#probedGuard(edge.guard, transition);
    Object.assign(edge, { actions: [note, ...edge.actions], guard } satisfies Partial<Edge>);
  }

  #probedGuard(guard: Guard, transition: ProbedTransition): Guard {
    const test: Guard["test"] = (context, payload) => {
      let passed = false;
      try {
        const verdict = Object.hasOwn(this.#answers, guard.text)
          ? this.#answers[guard.text] === true
          // The contexts of a program are machines, and these are hosts.
          : verdictOf(guard, context as Parameters<typeof verdictOf>[1], payload);
        if (typeof verdict === "string") throw new VerdictError(verdict);
        return passed = verdict;
      } finally {
        this.#noted.decisions.push({ transition, passed });
      }
    };
    // A plain name is not looked up by its whole text before the test: `verdictOf` does that.
    return { ...guard, isPlainName: true, test };
  }

  #note(run: () => void): Action {
    return code("", run);
  }
}

function partsOf(edge: Edge, index: number, events: readonly string[]): Omit<ProbedTransition, "id"> {
  const { source, event, target, guard } = edge;
  const name = event === EVENTLESS ? undefined : events[event];
  return {
    state: source.name,
    index,
    ...(name === undefined ? {} : { event: name }),
    ...(target === null ? {} : { target: target.name }),
    ...(guard === null ? {} : { condition: guard.text }),
  };
}

function nothing(): Noted {
  return { states: [], taken: [], decisions: [] };
}
