/** Does one piece of work after another, in the order in which they came. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #size = 0;

  /** The pieces of work that wait or are being done. */
  get size(): number {
    return this.#size;
  }

  /** Does some work when all that came before is done, however that ended. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#size++;
    const result = this.#last.then(work).finally(() => this.#size--);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Settles when all work that has come so far is done. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
