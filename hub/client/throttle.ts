/** Merges members that come in quick succession and passes them on, at most once in a while. */
export class Throttle<T extends object> {
  readonly #pass: (value: T) => void;
  readonly #everyMs: number;
  #waiting: T | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(everyMs: number, pass: (value: T) => void) {
    this.#everyMs = everyMs;
    this.#pass = pass;
  }

  /** Takes in members: they are passed on now, or with those that follow. */
  push(value: T): void {
    this.#waiting = { ...this.#waiting, ...value };
    if (this.#timer === undefined) this.#flush();
  }

  /** Forgets what waits. */
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
