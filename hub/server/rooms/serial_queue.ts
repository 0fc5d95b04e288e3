/** Runs tasks one after the other, in order. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #size = 0;

  /** The number of tasks that wait or run. */
  get size(): number {
    return this.#size;
  }

  /** Runs a task after those before it, whether they succeeded or failed. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#size++;
    const result = this.#last.then(work).finally(() => this.#size--);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Settles when the tasks so far are done. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
