/** How often something may be done: so many times at once, and so many times a second in the long run. */
export class TokenBucket {
  readonly #tokenMs: number;
  readonly #size: number;
  readonly #now: () => number;
  /** How long the bucket takes to be full again, in milliseconds; times add up exactly where numbers of tokens would not. */
  #missingMs = 0;
  #lookedAt: number;

  /** A full bucket. */
  constructor(options: { readonly perSecond: number; readonly size: number; readonly now: () => number }) {
    this.#tokenMs = 1_000 / options.perSecond;
    this.#size = options.size;
    this.#now = options.now;
    this.#lookedAt = options.now();
  }

  /**
   * Takes tokens out.
   *
   * @param cost what is larger than the bucket costs all of it
   * @returns 0 when they were there, else the milliseconds until they will be; then nothing is taken
   */
  take(cost = 1): number {
    const now = this.#now();
    this.#missingMs = Math.max(0, this.#missingMs - Math.max(0, now - this.#lookedAt));
    this.#lookedAt = now;
    const missing = this.#missingMs + Math.min(cost, this.#size) * this.#tokenMs;
    const wait = missing - this.#size * this.#tokenMs;
    if (wait > 0) return Math.ceil(wait);
    this.#missingMs = missing;
    return 0;
  }
}
