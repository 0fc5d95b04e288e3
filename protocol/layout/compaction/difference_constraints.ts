/** Differences below this are none. */
const EPSILON = 1e-6;
/** The most visits of variables, by variable: a solution that takes longer is not looked for. */
const MOST_VISITS = 400;

/** Variables with places, and least distances between them that these places keep. */
export class DifferenceConstraints {
  readonly #places: number[] = [];
  readonly #isWhole: boolean[] = [];
  readonly #after: number[][] = [];
  readonly #before: number[][] = [];
  /** Variables and least distances of a constraint. */
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #least: number[] = [];

  /** The number of variables. */
  get count(): number {
    return this.#places.length;
  }

  /**
   * Adds a variable.
   *
   * @param isWhole True for one that only moves by whole units.
   * @returns its index
   */
  add(place: number, isWhole = false): number {
    this.#after.push([]);
    this.#before.push([]);
    this.#isWhole.push(isWhole);
    return this.#places.push(place) - 1;
  }

  /** The place of a variable at first. */
  place(variable: number): number {
    return this.#places[variable]!;
  }

  /** Keeps two variables apart by a distance, or by their present one where that is less. */
  keepApart(from: number, to: number, distance: number): void {
    if (from === to) return;
    const least = Math.min(distance, this.#places[to]! - this.#places[from]!);
    const at = this.#from.push(from) - 1;
    this.#to.push(to);
    this.#least.push(least);
    this.#after[from]!.push(at);
    this.#before[to]!.push(at);
  }

  /** Keeps the distance between two variables as it is. */
  tie(a: number, b: number): void {
    this.keepApart(a, b, Infinity);
    this.keepApart(b, a, Infinity);
  }

  /** The least places that are not below the given ones; `undefined` when they are not found soon. */
  least(lowest: ArrayLike<number>): Float64Array | undefined {
    return this.#solve(lowest, 1, this.#after, this.#to);
  }

  /** The greatest places that are not above the given ones. */
  greatest(highest: ArrayLike<number>): Float64Array | undefined {
    return this.#solve(highest, -1, this.#before, this.#from);
  }

  /** Moves variables in one direction until all distances are kept. */
  #solve(
    start: ArrayLike<number>,
    way: 1 | -1,
    lists: readonly number[][],
    ends: readonly number[],
  ): Float64Array | undefined {
    const found = Float64Array.from(start, (place, variable) => this.#whole(variable, place, way));
    const queue = [...found.keys()].sort((a, b) => way * (this.#places[a]! - this.#places[b]!));
    const isQueued = new Uint8Array(found.length).fill(1);
    const most = MOST_VISITS * found.length;
    for (let at = 0; at < queue.length; at++) {
      if (at > most) return undefined;
      const variable = queue[at]!;
      isQueued[variable] = 0;
      for (const constraint of lists[variable]!) {
        const other = ends[constraint]!;
        const limit = found[variable]! + way * this.#least[constraint]!;
        if (way * (limit - found[other]!) <= EPSILON) continue;
        found[other] = this.#whole(other, limit, way);
        if (isQueued[other] === 1) continue;
        isQueued[other] = 1;
        queue.push(other);
      }
    }
    return found;
  }

  #whole(variable: number, place: number, way: 1 | -1): number {
    if (!this.#isWhole[variable]) return place;
    const by = way * (place - this.#places[variable]!);
    return this.#places[variable]! + way * Math.ceil(by - EPSILON);
  }
}
