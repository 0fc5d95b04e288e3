/** Numbers that look random and are the same for the same seed, everywhere. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A number from 0 up to, and without, 1. */
  next(): number {
    // Mulberry32, by Tommy Ettinger: a counter, stirred.
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to, and without, `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** True this often: 0 never, 1 always. */
  chance(often: number): boolean {
    return this.next() < often;
  }

  /** One of some things; there must be one. */
  pick<T>(things: readonly T[]): T {
    return things[this.below(things.length)]!; // an index within the list
  }
}
