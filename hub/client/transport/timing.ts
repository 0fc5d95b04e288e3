/** Timers by name; setting one again restarts it. */
export class Timers {
  readonly #running = new Map<string, ReturnType<typeof setTimeout>>();

  /** Calls a function after a while. */
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

/** Merges members that come in quick succession and passes them on, at most once in a period. */
export class Throttle<T extends object> {
  readonly #pass: (value: T) => void;
  readonly #everyMs: number;
  #waiting: T | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(everyMs: number, pass: (value: T) => void) {
    this.#everyMs = everyMs;
    this.#pass = pass;
  }

  /** Takes members: they are passed on now, or with those that follow. */
  push(value: T): void {
    this.#waiting = { ...this.#waiting, ...value };
    if (this.#timer === undefined) this.#flush();
  }

  /** Drops what waits. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
  }

  #flush(): void {
    this.#timer = undefined;
    const value = this.#waiting;
    if (value === undefined) return;
    this.#waiting = undefined;
    this.#timer = setTimeout(() => this.#flush(), this.#everyMs);
    this.#pass(value);
  }
}
