/** One thing to do to bring a list into a wanted order. */
export interface ArrangeStep<Key> {
  /** The key to place. */
  readonly key: Key;
  /** Its index now; -1 when it is not in the list yet. */
  readonly from: number;
  /** Its index afterwards, counted without its old place. */
  readonly index: number;
  /** True when that is the end of the list. */
  readonly atEnd: boolean;
}

/**
 * The fewest insertions and moves that bring the wanted keys of a list into the wanted order, in the order to
 * do them. Keys that are not wanted stay where they are, to be removed afterwards.
 *
 * @param current The keys of the list, each once.
 * @param wanted The keys it should have, each once.
 * @returns The steps; the indices of each hold when those before it are done.
 */
export function* arrange<Key>(
  current: readonly Key[],
  wanted: readonly Key[],
): Generator<ArrangeStep<Key>, void> {
  const staying = longestCommonOrder(current, wanted);
  const lastStaying = wanted.findLastIndex((key) => staying.has(key));
  const present = new Set(current);
  const list = [...current];
  let cursor = 0;
  for (const [rank, key] of wanted.entries()) {
    if (staying.has(key)) {
      while (list[cursor] !== key) cursor++;
      cursor++;
      continue;
    }
    const from = present.has(key) ? list.indexOf(key) : -1;
    if (from >= 0) list.splice(from, 1);
    if (from >= 0 && from < cursor) cursor--;
    const atEnd = rank > lastStaying;
    const index = atEnd ? list.length : cursor;
    list.splice(index, 0, key);
    cursor = index + 1;
    yield { key, from, index, atEnd };
  }
}

/** The largest set of keys that both lists have in the same order. */
export function longestCommonOrder<Key>(a: readonly Key[], b: readonly Key[]): Set<Key> {
  const position = new Map(a.map((key, index) => [key, index]));
  const common = b.filter((key) => position.has(key));
  const rising = longestRising(common.map((key) => position.get(key) ?? -1));
  return new Set(rising.map((index) => common[index] as Key));
}

/**
 * The indices of a longest strictly rising subsequence, found by patience sorting (Fredman, 1975) in
 * O(n log n).
 */
function longestRising(values: readonly number[]): number[] {
  /** For each length, the index of the smallest value that ends a subsequence of that length. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[ends[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    before.push(low > 0 ? ends[low - 1]! : -1);
    ends[low] = index;
  }
  const rising: number[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]!) rising.push(index);
  return rising.reverse();
}
