/** Timers by name; one that is set again begins anew. */
export class Timers {
  readonly #running = new Map<string, ReturnType<typeof setTimeout>>();

  /** Calls a function in a while. */
  set(name: string, ms: number, run: () => void): void {
    this.clear(name);
    const timer = setTimeout(() => {
      this.#running.delete(name);
      run();
    }, ms);
    this.#running.set(name, timer);
  }

  /** Stops timers. */
  clear(...names: readonly string[]): void {
    for (const name of names) {
      clearTimeout(this.#running.get(name));
      this.#running.delete(name);
    }
  }

  /** Stops all of them. */
  stop(): void {
    this.clear(...this.#running.keys());
  }
}
