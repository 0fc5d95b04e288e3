import { quoted } from "./case.ts";

/** Names that belong to something else. */
export interface NameTest {
  /** True when the name is one of them. */
  has(name: string): boolean;
}

/** The owner of a name: a part of the definition, or a description. */
export type Owner = string | { readonly sort: string; readonly name: string };

/** A scope of unique names: a module, a class, an enumeration. */
export class NameSpace {
  // The words for an owner are only made when somebody else asks for the name: there may be very many owners.
  readonly #owners = new Map<string, Owner>();
  readonly #reserved: readonly (readonly [names: NameTest, owner: string])[];

  /** A space in which some names belong to others already. */
  constructor(...reserved: readonly (readonly [names: NameTest, owner: string])[]) {
    this.#reserved = reserved;
  }

  /** The owner of the name, in words; `undefined` when it is free. */
  ownerOf(name: string): string | undefined {
    const owner = this.#owners.get(name);
    if (owner !== undefined) return inWords(owner);
    for (const [names, reserver] of this.#reserved) if (names.has(name)) return reserver;
    return undefined;
  }

  /** Gives the name to an owner. */
  take(name: string, owner: Owner): void {
    this.#owners.set(name, owner);
  }
}

function inWords(owner: Owner): string {
  return typeof owner === "string" ? owner : `the ${owner.sort} ${quoted(owner.name)}`;
}

/** One name in one space. */
export type Form = readonly [space: NameSpace, name: string];

/** The result of a claim. */
export interface Claim {
  /** Suffix of every form of the name: empty, `_2`, `_3`, ... */
  readonly suffix: string;
  /** The owner of the name without a suffix, in words. */
  readonly met: string | undefined;
}

/** Gives out names, first come, first served. */
export class Claims {
  /** Next suffix of a name that was claimed before, so that many equal names stay cheap. */
  readonly #next = new Map<string, number>();

  /**
   * Takes all forms of a thing with the first suffix with which all of them are free.
   *
   * @param forms The forms with a given suffix.
   * @param owner The thing.
   */
  claim(forms: (suffix: string) => readonly Form[], owner: Owner): Claim {
    const plain = forms("");
    const met = firstOwner(plain);
    if (met === undefined) {
      for (const [space, name] of plain) space.take(name, owner);
      return { suffix: "", met };
    }
    const key = plain.map(([, name]) => name).join(" ");
    let number = this.#next.get(key) ?? 2;
    let taken = forms(`_${number}`);
    while (firstOwner(taken) !== undefined) taken = forms(`_${++number}`);
    this.#next.set(key, number + 1);
    for (const [space, name] of taken) space.take(name, owner);
    return { suffix: `_${number}`, met };
  }
}

function firstOwner(forms: readonly Form[]): string | undefined {
  for (const [space, name] of forms) {
    const owner = space.ownerOf(name);
    if (owner !== undefined) return owner;
  }
  return undefined;
}
