/** Rate limit: a number of tokens at once (`size`), and a number per second in the long run. */
export class TokenBucket {
  readonly #tokenMs: number;
  readonly #size: number;
  readonly #now: () => number;
  /** Time until the bucket is full again, in milliseconds: times add up exactly where fractions of tokens would not. */
  #missingMs = 0;
  #checkedAt: number;

  /**
   * Makes a full bucket.
   *
   * @param options `now` gives the time, in milliseconds.
   */
  constructor(options: { readonly perSecond: number; readonly size: number; readonly now: () => number }) {
    this.#tokenMs = 1_000 / options.perSecond;
    this.#size = options.size;
    this.#now = options.now;
    this.#checkedAt = options.now();
  }

  /**
   * Takes tokens out.
   *
   * @param cost A cost above the size takes the whole bucket.
   * @returns 0 on success, else the milliseconds until the tokens are there; then nothing is taken.
   */
  take(cost = 1): number {
    const now = this.#now();
    this.#missingMs = Math.max(0, this.#missingMs - Math.max(0, now - this.#checkedAt));
    this.#checkedAt = now;
    const missing = this.#missingMs + Math.min(cost, this.#size) * this.#tokenMs;
    const wait = missing - this.#size * this.#tokenMs;
    if (wait > 0) return Math.ceil(wait);
    this.#missingMs = missing;
    return 0;
  }
}
