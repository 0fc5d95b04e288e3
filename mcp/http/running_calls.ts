/** Counts the calls that are being answered. */
export class RunningCalls {
  #count = 0;
  #waiting: (() => void)[] = [];

  /** Counts one more; gives what is to be called, once, when it is over. */
  begin(): () => void {
    this.#count++;
    return () => {
      this.#count--;
      if (this.#count > 0) return;
      for (const tell of this.#waiting.splice(0)) tell();
    };
  }

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  /** Settles as soon as there are none. */
  async none(): Promise<void> {
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
