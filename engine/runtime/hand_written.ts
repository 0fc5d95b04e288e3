import type { State } from "./state.ts";
import { Stepping } from "./stepping.ts";

/** The states of a machine written by hand. */
interface ManualStates {
  current: State | null;
  previous: State | null;
  next: State | null;
  history: State | null;
}

/** The states of machines written by hand with `TransitionHelper`. */
export abstract class HandWritten extends Stepping {
  #manual: ManualStates | null = null;

  /** The active leaf of a chart, or what a machine written by hand set. */
  get stateCurrent(): State | null {
    return this.#manual?.current ?? this.active.leaves[0]?.state ?? null;
  }
  set stateCurrent(state: State | null) {
    this.#manualStates.current = state;
  }

  /** For machines written by hand: where the running transition came from. */
  get statePrevious(): State | null {
    return this.#manual?.previous ?? null;
  }
  set statePrevious(state: State | null) {
    this.#manualStates.previous = state;
  }

  /** For machines written by hand: where the running transition leads. */
  get stateNext(): State | null {
    return this.#manual?.next ?? null;
  }
  set stateNext(state: State | null) {
    this.#manualStates.next = state;
  }

  /** For machines written by hand: what {@linkcode HandWritten.saveState} saved. */
  get stateHistory(): State | null {
    return this.#manual?.history ?? null;
  }
  set stateHistory(state: State | null) {
    this.#manualStates.history = state;
  }

  /** For machines written by hand: leaves the current state and all states above it. */
  leaveCurrentState(): void {
    for (let state = this.stateCurrent; state; state = state.parent) {
      this.observer.onExit(this.name, state.name);
      state.onExit(this);
    }
  }

  /** For machines written by hand: remembers the current state in {@linkcode HandWritten.stateHistory}. */
  saveState(): void {
    this.stateHistory = this.stateCurrent;
  }

  /** The state as plain JSON. A snapshot holds more. */
  override serialize(): { state: string | null; history?: string } {
    const { current, history } = this.#manual ?? { current: null, history: null };
    const state = (this.active.state || current?.name) ?? null;
    return history ? { state, history: history.name } : { state };
  }

  get #manualStates(): ManualStates {
    return this.#manual ??= { current: null, previous: null, next: null, history: null };
  }
}
