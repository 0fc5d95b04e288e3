/** Counts what is under way. */
export class InFlight {
  #count = 0;
  readonly #waiting = new Set<() => void>();

  /** Does some work, and counts it meanwhile. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#count++;
    try {
      return await work();
    } finally {
      if (--this.#count === 0) {
        for (const settle of this.#waiting) settle();
        this.#waiting.clear();
      }
    }
  }

  /** Settles when nothing is under way. */
  none(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.add(resolve));
  }
}
