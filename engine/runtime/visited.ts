/** Number of states kept. */
const MOST_VISITED = 1000;

/** The last states a machine was in: a ring, so that a machine can run for years. */
export class VisitedStates {
  readonly #states: string[] = [];
  #oldest = 0;

  /** Adds a state. */
  add(state: string): void {
    if (this.#states.length < MOST_VISITED) {
      this.#states.push(state);
      return;
    }
    this.#states[this.#oldest] = state;
    this.#oldest = this.#oldest + 1 === MOST_VISITED ? 0 : this.#oldest + 1;
  }

  /** The last state added. */
  get last(): string | undefined {
    return this.#states.at(this.#oldest - 1);
  }

  /** The states, oldest first. */
  list(): string[] {
    return [...this.#states.slice(this.#oldest), ...this.#states.slice(0, this.#oldest)];
  }

  /** Replaces what is remembered. */
  reset(states: readonly string[]): void {
    this.#states.length = 0;
    this.#oldest = 0;
    for (const state of states.slice(-MOST_VISITED)) this.#states.push(state);
  }
}
