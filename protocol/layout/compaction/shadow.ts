/** The items that were put last at each place across an axis: those that can be seen from behind. */
export class Shadow {
  /** Beginnings of the parts, ascending; each reaches to the next. */
  readonly #starts: number[] = [-Infinity];
  /** The item at each part; -1 for none. */
  readonly #items: number[] = [-1];

  /** All items that can be seen between two places. */
  within(left: number, right: number): Set<number> {
    const found = new Set<number>();
    for (let at = this.#partAt(left); at < this.#starts.length && this.#starts[at]! < right; at++) {
      if (this.#items[at]! >= 0) found.add(this.#items[at]!);
    }
    return found;
  }

  /** Puts an item in front of all others between two places. */
  put(left: number, right: number, item: number): void {
    const until = Math.max(right, left + 0.01);
    const last = this.#partAt(until);
    const behind = this.#items[last]!;
    let first = this.#partAt(left);
    if (this.#starts[first]! < left) first++;
    this.#starts.splice(first, last - first + 1, left, until);
    this.#items.splice(first, last - first + 1, item, behind);
  }

  /** The part that contains a place. */
  #partAt(place: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
