/** Gives out names, each once. */
export class Names {
  readonly #taken = new Set<string>();
  readonly #counts = new Map<string, number>();

  /** Whether nothing has the name yet. */
  isFree(name: string): boolean {
    return !this.#taken.has(name);
  }

  /** Takes a name; the next free one with a number behind it when it is taken. */
  take(name: string): string {
    let free = name;
    let count = this.#counts.get(name) ?? 1;
    while (this.#taken.has(free)) free = `${name}${++count}`;
    this.#counts.set(name, count);
    this.#taken.add(free);
    return free;
  }

  /** Takes a name for what belongs to something, in its spelling: `OpenFinal`, `is_open_final`, `My door final`. */
  takeFor(owner: string, ...words: readonly string[]): string {
    if (owner === "") return this.take(words.join(""));
    const isWord = /^\w+$/.test(owner);
    if (isWord && !owner.includes("_")) return this.take(owner + words.join(""));
    return this.take([owner, ...words.map((word) => word.toLowerCase())].join(isWord ? "_" : " "));
  }
}
