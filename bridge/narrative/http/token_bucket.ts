/** How often something may be done: as many times at once as in a second, and so many times a second in the long run. */
export class TokenBucket {
  readonly #tokenMs: number;
  readonly #fullMs: number;
  readonly #now: () => number;
  /** How long the bucket takes to be full again, in milliseconds; times add up exactly where numbers of tokens would not. */
  #missingMs = 0;
  #lookedAt: number;

  /** A full bucket. */
  constructor(perSecond: number, now: () => number) {
    this.#tokenMs = 1_000 / perSecond;
    this.#fullMs = Math.max(1_000, this.#tokenMs);
    this.#now = now;
    this.#lookedAt = now();
  }

  /**
   * Takes one token out.
   *
   * @returns 0 when it was there, else the milliseconds until it will be; then nothing is taken
   */
  take(): number {
    const now = this.#now();
    this.#missingMs = Math.max(0, this.#missingMs - Math.max(0, now - this.#lookedAt));
    this.#lookedAt = now;
    const missing = this.#missingMs + this.#tokenMs;
    if (missing > this.#fullMs) return Math.ceil(missing - this.#fullMs);
    this.#missingMs = missing;
    return 0;
  }
}
