/** Whole numbers of which the one with the least key comes out first (Williams, 1964); all indices stay within the heap. */
export class IntHeap {
  readonly #values: number[] = [];
  readonly #keys: number[] = [];

  /** The number of values. */
  get size(): number {
    return this.#values.length;
  }

  /** Adds a value. */
  push(value: number, key: number): void {
    const [values, keys] = [this.#values, this.#keys];
    let at = values.push(value) - 1;
    keys.push(key);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (keys[above]! <= key) break;
      [values[at], keys[at]] = [values[above]!, keys[above]!];
      at = above;
    }
    [values[at], keys[at]] = [value, key];
  }

  /** Takes the value with the least key out of a heap that is not empty. */
  pop(): { readonly value: number; readonly key: number } {
    const [values, keys] = [this.#values, this.#keys];
    const least = { value: values[0]!, key: keys[0]! };
    const [value, key] = [values.pop()!, keys.pop()!];
    const count = values.length;
    if (count === 0) return least;
    let at = 0;
    for (let below = 1; below < count; below = 2 * at + 1) {
      if (below + 1 < count && keys[below + 1]! < keys[below]!) below++;
      if (keys[below]! >= key) break;
      [values[at], keys[at]] = [values[below]!, keys[below]!];
      at = below;
    }
    [values[at], keys[at]] = [value, key];
    return least;
  }
}
