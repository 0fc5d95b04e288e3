import { classPart, isIdentifier } from "../naming.ts";
import { quoted, type Remark } from "./rule.ts";

/** Options of {@linkcode Names}. */
export interface NamesOptions {
  /** What a name becomes in generated code; no other name may become any of the same. Default: itself. */
  readonly keysOf?: (name: string) => readonly string[];
  /** Whether the same name twice is told; where it is not, another rule tells it. */
  readonly tellsRepeats?: boolean;
  /** What the remarks are about, when it is not the name. */
  readonly element?: string;
}

/** Names of one sort that share one space in generated code. */
export class Names {
  readonly #sort: string;
  readonly #keysOf: (name: string) => readonly string[];
  readonly #tellsRepeats: boolean;
  readonly #element: string | undefined;
  /** The names by their letters and digits in lower case: names that share a key share those, and few others do. */
  readonly #alike = new Map<string, string | string[]>();

  /** An empty space for names of a sort, such as `event`. */
  constructor(sort: string, options: NamesOptions = {}) {
    this.#sort = sort;
    this.#keysOf = options.keysOf ?? ((name) => [name]);
    this.#tellsRepeats = options.tellsRepeats ?? false;
    this.#element = options.element;
  }

  /** Takes a name in; what is wrong with it, or `undefined`. `taken` is what has the name in generated code already. */
  problem(name: string, taken?: string): string | undefined {
    const owner = this.#takeIn(name);
    if (!isIdentifier(name)) {
      return `The ${this.#sort} ${quoted(name)} is no identifier, which generated code needs: ` +
        `use letters, digits and "_", a letter first.`;
    }
    const other = taken ?? (owner === undefined ? undefined : `the ${this.#sort} ${quoted(owner)}`);
    return other && `The ${this.#sort} ${quoted(name)} collides in generated code with ${other}: rename it.`;
  }

  /** As {@linkcode Names.problem}, with a remark for a name that stands at `path`. */
  *check(name: string, path: string, taken?: string): Iterable<Remark> {
    const message = this.problem(name, taken);
    if (message) yield { message, element: this.#element ?? name, path };
  }

  /** An earlier name that becomes the same. */
  #takeIn(name: string): string | undefined {
    const letters = classPart(name).toLowerCase();
    const alike = this.#alike.get(letters);
    if (alike === undefined) {
      this.#alike.set(letters, name);
      return undefined;
    }
    const names = typeof alike === "string" ? [alike] : alike;
    const owner = names.find((other) => this.#meet(other, name));
    if (owner === undefined) this.#alike.set(letters, [...names, name]);
    return owner;
  }

  #meet(one: string, other: string): boolean {
    if (one === other) return this.#tellsRepeats;
    const keys = this.#keysOf(one);
    return this.#keysOf(other).some((key) => keys.includes(key));
  }
}
