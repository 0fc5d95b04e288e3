import type { State, StateMachineDefinition, Transition } from "@loom/protocol";
import { actionsOf } from "../../actions.ts";
import { childrenOf, eventsOf, initialOf, kindOf, regionsOf } from "../../members.ts";

/** The states, timers and payloads of a machine, for looking up. */
export class Tree {
  readonly #states = new Map<string, State>();
  readonly #parents = new Map<State, State>();
  readonly #timers = new Map<string, string>();
  readonly #payload = new Map<string, ReadonlySet<string>>();
  readonly #leave: (where: string, what: string) => void;

  /** Reads a machine; `leave` notes what has no place in Step Functions. */
  constructor(definition: StateMachineDefinition, leave: (where: string, what: string) => void) {
    this.#leave = leave;
    for (const { events = [], timers = [] } of Array.isArray(definition.events) ? definition.events : []) {
      for (const { name, id } of timers) this.#timers.set(name, id);
      for (const { id, parameters = [] } of events) {
        this.#payload.set(id, new Set(parameters.map(({ name }) => name)));
      }
    }
    this.#states.set(definition.state.name, definition.state);
    for (const [state, parent] of withParents(definition.state)) {
      this.#states.set(state.name, state);
      this.#parents.set(state, parent);
    }
  }

  /** The state of a name. */
  stateNamed(name: string): State | undefined {
    return this.#states.get(name);
  }

  /** The state around another. */
  parentOf(state: State): State | undefined {
    return this.#parents.get(state);
  }

  /** A state and those around it that are among some, the innermost first. */
  ancestors(state: State, among: ReadonlySet<State>): State[] {
    const found: State[] = [];
    for (let at: State | undefined = state; at !== undefined && among.has(at); at = this.#parents.get(at)) {
      found.push(at);
    }
    return found;
  }

  /** The leaf, or the state with regions, that entering a state leads to. */
  initialLeaf(state: State): State {
    let at = state;
    for (const seen = new Set<State>(); !seen.has(at);) {
      seen.add(at);
      if (regionsOf(at).length > 0) return at;
      const first = childrenOf(at).find((child) => kindOf(child) !== "history");
      const named = this.#states.get(initialOf(at) ?? "");
      const next = named !== undefined && new Set(below(at)).has(named) ? named : first;
      if (next === undefined || first === undefined) return at;
      if (kindOf(next) === "history") {
        this.#leave(next.name, "history: its parent is entered as for the first time");
        at = first;
      } else at = next;
    }
    return at;
  }

  /** The timer that a state starts on entry, which is a wait of that state. */
  timerOf(leaf: State): { readonly event: string; readonly duration: string | number } | undefined {
    for (const { timerStart } of actionsOf(leaf.onEntry)) {
      if (timerStart === undefined || timerStart.repeat !== undefined) continue;
      return { event: this.#timers.get(timerStart.timer) ?? timerStart.timer, duration: timerStart.duration };
    }
    return undefined;
  }

  /** The members of the payload of a transition's events. */
  parametersOf(transition: Transition): ReadonlySet<string> {
    return new Set(eventsOf(transition).flatMap((event) => [...this.#payload.get(event) ?? []]));
  }
}

/** The states inside another. */
export function* below(state: State): Generator<State> {
  for (const [inner] of withParents(state)) yield inner;
}

function* withParents(state: State): Generator<readonly [state: State, parent: State]> {
  for (const child of [...childrenOf(state), ...regionsOf(state)]) {
    yield [child, state];
    yield* withParents(child);
  }
}

/** A transition, and the state that has it. */
export interface Way {
  readonly transition: Transition;
  readonly state: State;
}
