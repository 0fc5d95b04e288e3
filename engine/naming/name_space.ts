import { quoted } from "./case.ts";

/** Names that belong to something else. */
export interface NameTest {
  /** Whether the name is one of them. */
  has(name: string): boolean;
}

/** What has a name: a thing of the definition, or something in words. */
export type Owner = string | { readonly sort: string; readonly name: string };

/** Where names must differ from each other: a module, a class, an enumeration. */
export class NameSpace {
  // The words for an owner are only made when somebody else asks for the name: there may be very many owners.
  readonly #owners = new Map<string, Owner>();
  readonly #reserved: readonly (readonly [names: NameTest, owner: string])[];

  /** A space in which some names belong to others already. */
  constructor(...reserved: readonly (readonly [names: NameTest, owner: string])[]) {
    this.#reserved = reserved;
  }

  /** What has the name, in words; `undefined` when it is free. */
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

/** What came of a claim. */
export interface Claim {
  /** What stands behind every form of the thing: empty, `_2`, `_3`, ... */
  readonly suffix: string;
  /** What has the name without a suffix, in words. */
  readonly met: string | undefined;
}

/** Gives out names, first come, first served. */
export class Claims {
  /** Where counting goes on for a name that was asked for before, so that many equal ones take no longer each. */
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
