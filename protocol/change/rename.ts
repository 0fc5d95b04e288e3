import { setMember } from "../json/clone.ts";
import { isObject } from "../json/value.ts";
import { DOCUMENT, type MemberModel, type Members, type Structure } from "./model.ts";

/** A name that becomes another one. */
export interface Renaming {
  /** The space of the name. */
  readonly space: string;
  /** The name before. */
  readonly from: string;
  /** The name after. */
  readonly to: string;
}

/** Maps a value to its new value; the same value where nothing changes. */
type Rewrite = (value: unknown) => unknown;

/** Rewrites references in a document or in a part of one. */
export interface References {
  /** A document with the references renamed; declarations too, where a rename changes all of them. */
  document(top: Members): Members;
  /** A part, or some members of one. */
  part(part: string, value: unknown): unknown;
}

/** Renames a name wherever it is referred to, and the name that is derived from it. */
export function rename(structure: Structure, renaming: Renaming): References {
  const rewrites = new Rewrites(structure, renaming);
  return {
    document: (top) => rewrites.of(DOCUMENT)(top) as Members,
    part: (part, value) => rewrites.of(part)(value),
  };
}

/** A name that changes, and the parts whose declarations of it change too. */
interface ChangedName {
  readonly from: string;
  readonly to: string;
  readonly declaring: readonly string[];
}

/** The rewrites of the parts of a model, made when they are needed. */
class Rewrites {
  readonly #structure: Structure;
  readonly #names: ReadonlyMap<string, ChangedName>;
  readonly #text: Rewrite;
  readonly #known = new Map<string, Rewrite>();

  constructor(structure: Structure, { space, from, to }: Renaming) {
    this.#structure = structure;
    const { spaces } = structure.model;
    const { derived, inText, renamesAll } = spaces[space] ?? {};
    const names = new Map([[space, { from, to, declaring: renamesAll ? structure.partsIn(space) : [] }]]);
    if (derived) {
      const other = structure.spaceOf(derived.part);
      names.set(other, { from: derived.of(from), to: derived.of(to), declaring: [derived.part] });
    }
    this.#names = names;
    this.#text = (value) => typeof value === "string" && inText ? inText(value, from, to) : value;
  }

  /** The rewrite of a part. */
  of(part: string): Rewrite {
    const known = this.#known.get(part);
    if (known) return known;
    let rewrite: Rewrite = (value) => value;
    // Parts may contain themselves: the parts below call the finished rewrite.
    this.#known.set(part, (value) => rewrite(value));
    const { members = {}, key, isText } = this.#structure.part(part);
    const table = new Map(
      Object.entries(members).map(([name, model]) => [name, this.#ofMember(model)] as const),
    );
    if (key && this.#names.get(key.space)?.declaring.includes(part)) {
      table.set(key.member, this.#ofName(key.space));
    }
    const inMembers = membersRewrite(table);
    rewrite = isText
      ? (value) => typeof value === "string" ? this.#text(value) : inMembers(value)
      : inMembers;
    return rewrite;
  }

  #ofMember(model: MemberModel): Rewrite {
    switch (model.is) {
      case "list":
      case "parts":
        return itemsRewrite(this.of(model.of));
      case "part":
        return this.of(model.of);
      case "name":
        return this.#ofName(model.space);
      case "text":
        return this.#text;
    }
  }

  #ofName(space: string): Rewrite {
    const changed = this.#names.get(space);
    if (changed === undefined) return (value) => value;
    const renamed: Rewrite = (value) => value === changed.from ? changed.to : value;
    return (value) =>
      Array.isArray(value) && value.includes(changed.from) ? value.map(renamed) : renamed(value);
  }
}

/** Collects the names of a space that a document refers to. */
export function referredNames(structure: Structure, top: Members, into: Map<string, Set<unknown>>): void {
  const waiting: [string, unknown][] = [[DOCUMENT, top]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [part, value] = next;
    if (!isObject(value)) continue;
    for (const [key, model] of Object.entries(structure.part(part).members ?? {})) {
      const member = value[key];
      if (model.is === "name") {
        const names = into.get(model.space) ?? new Set();
        for (const name of Array.isArray(member) ? member : [member]) names.add(name);
        into.set(model.space, names);
      } else if (model.is === "part") waiting.push([model.of, member]);
      else if ((model.is === "list" || model.is === "parts") && Array.isArray(member)) {
        for (const item of member) waiting.push([model.of, item]);
      }
    }
  }
}

/** Rewrites some members of an object, in a copy of it when one changes. */
function membersRewrite(table: ReadonlyMap<string, Rewrite>): Rewrite {
  return (value) => {
    if (!isObject(value)) return value;
    let copy: Members | undefined;
    for (const key of Object.keys(value)) {
      const rewrite = table.get(key);
      if (rewrite === undefined) continue;
      const before = value[key];
      const after = rewrite(before);
      if (after !== before) setMember(copy ??= { ...value }, key, after);
    }
    return copy ?? value;
  };
}

/** Rewrites the items of a list, in a copy of it when one changes. */
function itemsRewrite(rewrite: Rewrite): Rewrite {
  return (list) => {
    if (!Array.isArray(list)) return list;
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index++) {
      const before: unknown = list[index];
      const after = rewrite(before);
      if (after !== before) (copy ??= list.slice())[index] = after;
    }
    return copy ?? list;
  };
}
