/** Random numbers that a seed decides (Marsaglia's xorshift, 2003). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 2654435761) ^ 0x9e3779b9) || 1;
    for (let round = 0; round < 8; round++) this.#next();
  }

  /** A whole number from 0 up to `count`, without it. */
  below(count: number): number {
    return this.#next() % Math.max(1, count);
  }

  /** True when something happens that happens so often, from 0 to 1. */
  happens(share: number): boolean {
    return this.#next() / 0x100000000 < share;
  }

  /** One of a list; `undefined` of an empty one. */
  of<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }

  #next(): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return state >>> 0;
  }
}
