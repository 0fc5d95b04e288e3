/** The lower contour of things that are stacked from above: how far down each place is taken. */
export class Skyline {
  /** Beginnings of the parts, ascending; each reaches to the next. */
  readonly #starts: number[] = [-Infinity];
  readonly #bottoms: number[] = [-Infinity];

  /** The lowest point of the contour between two places; `-Infinity` where there is nothing. */
  bottom(left: number, right: number): number {
    let most = -Infinity;
    for (let at = this.#partAt(left); at < this.#starts.length && this.#starts[at]! <= right; at++) {
      most = Math.max(most, this.#bottoms[at]!);
    }
    return most;
  }

  /** Takes the places from `left` to `right` down to `bottom`. */
  raise(left: number, right: number, bottom: number): void {
    const from = this.#partAt(left);
    const until = this.#partAt(right);
    const before = this.#bottoms[from]!;
    const after = this.#bottoms[until]!;
    const starts = this.#starts[from] === left ? [] : [this.#starts[from]!];
    const bottoms = starts.length > 0 ? [before] : [];
    this.#starts.splice(from, until - from + 1, ...starts, left, Math.max(right, left + 0.01));
    this.#bottoms.splice(from, until - from + 1, ...bottoms, bottom, after);
  }

  /** The part that contains a place. */
  #partAt(x: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= x) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
