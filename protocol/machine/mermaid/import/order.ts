/**
 * The order of states, derived from the statements of a text. The statements of each kind (arrows, blocks,
 * notes, ...) are in that order, as in a drawing that was made from a list of states. Where the kinds leave a
 * choice, or contradict each other, the first mention decides.
 */
export class Order<Item> {
  readonly #lists = new Map<string, Set<Item>>();

  /** Records that the next statement of a kind is about an item. */
  add(kind: string, item: Item): void {
    const list = this.#lists.get(kind);
    if (list) list.add(item);
    else this.#lists.set(kind, new Set([item]));
  }

  /**
   * Sorts items.
   *
   * @param items All items, by their first mention.
   * @param groupOf What an item belongs to; only items of one group have an order.
   */
  sorted(items: Iterable<Item>, groupOf: (item: Item) => unknown): Item[] {
    const before = this.#predecessors(groupOf);
    const begun = new Set<Item>();
    const sorted: Item[] = [];
    for (const item of items) {
      const path = begun.has(item) ? [] : [item];
      begun.add(item);
      for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
        const next = before.get(top)?.pop();
        if (next === undefined) {
          sorted.push(top);
          path.pop();
        } else if (!begun.has(next)) {
          begun.add(next);
          path.push(next);
        }
      }
    }
    return sorted;
  }

  /** The predecessors of each item, one for each list. */
  #predecessors(groupOf: (item: Item) => unknown): Map<Item, Item[]> {
    const before = new Map<Item, Item[]>();
    for (const list of this.#lists.values()) {
      const last = new Map<unknown, Item>();
      for (const item of list) {
        const group = groupOf(item);
        const previous = last.get(group);
        last.set(group, item);
        if (previous === undefined) continue;
        const known = before.get(item);
        if (known) known.push(previous);
        else before.set(item, [previous]);
      }
    }
    return before;
  }
}
