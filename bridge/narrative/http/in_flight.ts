/** Counts what is under way. */
export class InFlight {
  #count = 0;
  readonly #waiting = new Set<() => void>();

  readonly #end = () => {
    if (--this.#count > 0) return;
    for (const settle of this.#waiting) settle();
    this.#waiting.clear();
  };

  /** Counts some work until it ends. */
  count<Result>(work: Promise<Result>): Promise<Result> {
    this.#count++;
    work.then(this.#end, this.#end);
    return work;
  }

  /** Settles when nothing is under way. */
  none(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.add(resolve));
  }
}
