/** Rows of a side, given out one by one. */
export class FreeRows {
  readonly #used: Set<number>;
  /** The last row there is. */
  #last: number;

  /** @param last The last row; the first one is 1. */
  constructor(last: number, used: Iterable<number>) {
    this.#last = last;
    this.#used = new Set(used);
  }

  /** The last row, those included that had to be added. */
  get last(): number {
    return this.#last;
  }

  /** Takes so many rows one below the other, as near as can be to the upper or the lower end. */
  take(count: number, end: "upper" | "lower"): number {
    const starts = Array.from({ length: Math.max(0, this.#last - count + 1) }, (_, index) => index + 1);
    if (end === "lower") starts.reverse();
    const start = starts.find((row) => this.#areFree(row, count)) ?? this.#afterAll(count);
    this.#last = Math.max(this.#last, start + count - 1);
    for (let row = start; row < start + count; row++) this.#used.add(row);
    return start;
  }

  #afterAll(count: number): number {
    let start = Math.max(1, this.#last - count + 2);
    while (!this.#areFree(start, count)) start++;
    return start;
  }

  #areFree(start: number, count: number): boolean {
    for (let row = start; row < start + count; row++) if (this.#used.has(row)) return false;
    return true;
  }
}
