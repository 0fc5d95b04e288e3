import { isObject } from "../json/value.ts";

/** An object of a document: its own members only. */
export type Members = Record<string, unknown>;

/** A trait by which items of a list are taken for the same although they differ; `undefined` matches nothing. */
export type Trait = (item: Members) => string | undefined;

/**
 * The parts of a kind of document and how they contain each other. Everything that operations do (apply, invert, diff,
 * rebase, rename) is written once over this table.
 */
export interface Model {
  /** The parts by name; the definition itself is `document`. */
  readonly parts: Readonly<Record<string, PartModel>>;
  /** The name spaces: parts of one space never share a name. */
  readonly spaces: Readonly<Record<string, SpaceModel>>;
}

/** The part that a definition is. */
export const DOCUMENT = "document";

/** A part of a document, such as a state or a transition. */
export interface PartModel {
  /** Its noun in sentences. */
  readonly noun: string;
  /** The member that names it, and the space of that name; a part without one is addressed by its index. */
  readonly key?: { readonly member: string; readonly space: string };
  /** The members that hold parts, names of parts, or texts that may mention names. Others are plain values. */
  readonly members?: Readonly<Record<string, MemberModel>>;
  /** The part may be a text instead of an object. */
  readonly isText?: boolean;
  /** A patch of `notes: ""` deletes the note. */
  readonly erasesNotes?: boolean;
  /** Traits by which items without a name are recognised in another version of their list, the strongest first. */
  readonly traits?: readonly Trait[];
}

/** A member of a part. */
export type MemberModel =
  | ListMember
  /** One part; `as` is its name in operations, the default is the name of the part. */
  | { readonly is: "part"; readonly of: string; readonly as?: string }
  /** A list of parts that no operation addresses one by one. */
  | { readonly is: "parts"; readonly of: string }
  /** The name of a part elsewhere, or a list of such names. */
  | { readonly is: "name"; readonly space: string }
  /** A text that may mention names. */
  | { readonly is: "text" };

/** A member that holds a list of parts. */
export interface ListMember {
  /** Tells it apart from other members. */
  readonly is: "list";
  /** The name of the list in operations, unique in the model. */
  readonly list: string;
  /** The parts in it. */
  readonly of: string;
  /** The noun of one item in this list; default: the noun of the part. */
  readonly noun?: string;
  /** The noun of all of them. */
  readonly plural: string;
  /**
   * The rest when the last item leaves: the empty list, nothing (the default), nothing of the object around the
   * list either, or that object unless it has other members.
   */
  readonly whenEmpty?: "keep" | "drop" | "drop holder" | "drop lone holder";
  /** An addition or a move to the end is written without an index. */
  readonly appends?: boolean;
}

/** A name space. */
export interface SpaceModel {
  /** The word for its names: `name` or `id`. */
  readonly noun: string;
  /** A rename changes every declaration of the name, not only the first. */
  readonly renamesAll?: boolean;
  /** A name of a part in another space that follows the names of this one. */
  readonly derived?: { readonly part: string; of(name: string): string };
  /** Replaces a name of this space in a text. */
  inText?(text: string, from: string, to: string): string;
}

/** A list of a document and where it is in its owner. */
export interface ListInfo {
  /** Its name. */
  readonly name: string;
  /** The part that owns it: one that has a name or an index, or the document. */
  readonly owner: string;
  /** The members that lead from the owner to it. */
  readonly path: readonly string[];
  /** The parts in it. */
  readonly of: string;
  /** The member of the document that it is in. */
  readonly section: string;
  /** The noun of one item. */
  readonly noun: string;
  /** Its row in the model. */
  readonly model: ListMember;
}

/** One part that is a member of another one, such as the settings. */
export interface InnerInfo {
  /** Its name in operations. */
  readonly name: string;
  /** The part. */
  readonly part: string;
  /** The part that has it. */
  readonly owner: string;
  /** The members that lead from the owner to it. */
  readonly path: readonly string[];
  /** The member of the document that it is in. */
  readonly section: string;
}

/** A model with the tables that follow from it. */
export class Structure {
  /** The model. */
  readonly model: Model;
  /** The lists by name. */
  readonly lists: ReadonlyMap<string, ListInfo>;
  /** The inner parts by name. */
  readonly inners: ReadonlyMap<string, InnerInfo>;
  /** The sections of the document: the names of its lists and inner parts. */
  readonly sections: readonly string[];
  readonly #listsOf = new Map<string, ListInfo[]>();
  readonly #innersOf = new Map<string, InnerInfo[]>();
  readonly #sectionOf = new Map<string, string>();
  /** Parts in whose lists named parts are found, themselves included. */
  readonly #bearing = new Set<string>();
  readonly #bearingLists = new Map<string, readonly ListInfo[]>();
  readonly #plainLists = new Map<string, readonly ListInfo[]>();

  /** Makes the tables. */
  constructor(model: Model) {
    this.model = model;
    this.#read(DOCUMENT, DOCUMENT, [], "");
    const lists = [...this.#listsOf.values()].flat();
    const inners = [...this.#innersOf.values()].flat();
    this.lists = new Map(lists.map((list) => [list.name, list]));
    this.inners = new Map(inners.map((inner) => [inner.name, inner]));
    const top = model.parts[DOCUMENT]?.members ?? {};
    this.sections = Object.values(top).flatMap((member) => {
      if (member.is === "list") return member.list;
      return member.is === "part" ? member.as ?? member.of : [];
    });
    // Bearing spreads from named parts to the owners of their lists.
    for (let size = -1; size !== this.#bearing.size;) {
      size = this.#bearing.size;
      for (const { owner, of } of lists) {
        if (this.isNamed(of) || this.#bearing.has(of)) this.#bearing.add(of).add(owner);
      }
      for (const { owner, part } of inners) if (this.#bearing.has(part)) this.#bearing.add(owner);
    }
    for (const [part, lists] of this.#listsOf) {
      this.#bearingLists.set(part, lists.filter(({ of }) => this.#bearing.has(of)));
      this.#plainLists.set(part, lists.filter(({ of }) => !this.#bearing.has(of)));
    }
  }

  /** Reads the members of a part, at `path` in the part that owns what is in them. */
  #read(owner: string, part: string, path: readonly string[], section: string): void {
    for (const [key, member] of Object.entries(this.part(part).members ?? {})) {
      const at = [...path, key];
      if (member.is === "list") {
        const { list: name, of } = member;
        const info: ListInfo = {
          name,
          owner,
          path: at,
          of,
          section: section || name,
          noun: member.noun ?? this.part(of).noun,
          model: member,
        };
        push(this.#listsOf, owner, info);
        this.#enter(of, info.section);
      }
      if (member.is === "part") {
        const name = member.as ?? member.of;
        const info: InnerInfo = { name, part: member.of, owner, path: at, section: section || name };
        if (this.isNamed(member.of)) this.#enter(member.of, info.section);
        else this.#read(owner, member.of, at, info.section);
        push(this.#innersOf, owner, info);
        if (!this.#sectionOf.has(member.of)) this.#sectionOf.set(member.of, info.section);
      }
    }
  }

  /** Reads the members of a part that has a name or an index, once. */
  #enter(part: string, section: string): void {
    if (this.#sectionOf.has(part)) return;
    this.#sectionOf.set(part, section);
    if (this.isNamed(part)) this.#bearing.add(part);
    this.#read(part, part, [], section);
  }

  /** The row of a part. */
  part(name: string): PartModel {
    const part = this.model.parts[name];
    if (part === undefined) throw new Error(`The model has no part "${name}".`);
    return part;
  }

  /** The row of a list. */
  list(name: string): ListInfo {
    const list = this.lists.get(name);
    if (list === undefined) throw new Error(`The model has no list "${name}".`);
    return list;
  }

  /** The lists of a part. */
  listsOf(part: string): readonly ListInfo[] {
    return this.#listsOf.get(part) ?? [];
  }

  /** The lists of a part that lead to named parts, in document order. */
  bearingListsOf(part: string): readonly ListInfo[] {
    return this.#bearingLists.get(part) ?? [];
  }

  /** The lists of a part whose items have no names, nor anything in them. */
  plainListsOf(part: string): readonly ListInfo[] {
    return this.#plainLists.get(part) ?? [];
  }

  /** The inner parts of a part. */
  innersOf(part: string): readonly InnerInfo[] {
    return this.#innersOf.get(part) ?? [];
  }

  /** True when a part is addressed by its name. */
  isNamed(part: string): boolean {
    return this.part(part).key !== undefined;
  }

  /** True when a part has a name or contains parts that have one. */
  isBearing(part: string): boolean {
    return this.#bearing.has(part);
  }

  /** The section that a part is in. */
  sectionOf(part: string): string {
    return this.#sectionOf.get(part) ?? "";
  }

  /** The space of a named part; a space is its own. */
  spaceOf(part: string): string {
    return this.model.parts[part]?.key?.space ?? part;
  }

  /** The parts with names in a space. */
  partsIn(space: string): string[] {
    return Object.keys(this.model.parts).filter((part) => this.model.parts[part]?.key?.space === space);
  }

  /** The name of a part; `undefined` for what has none. */
  nameOf(part: string, value: unknown): string | undefined {
    const member = this.model.parts[part]?.key?.member;
    const name = member !== undefined && isObject(value) ? value[member] : undefined;
    return typeof name === "string" ? name : undefined;
  }

  /** The members of a part that hold its name or named parts. */
  namingMembers(part: string): string[] {
    const { key } = this.part(part);
    const holders = [
      ...this.listsOf(part).filter(({ of }) => this.isBearing(of)),
      ...this.innersOf(part).filter(
        (inner) => this.isBearing(inner.part) || this.#holdsBearing(inner),
      ),
    ];
    return [...new Set([...key ? [key.member] : [], ...holders.map(({ path }) => path[0] ?? "")])];
  }

  #holdsBearing({ owner, path }: InnerInfo): boolean {
    return this.listsOf(owner).some((list) =>
      this.isBearing(list.of) && path.every((key, at) => list.path[at] === key)
    );
  }
}

/** The value at a path of members; `undefined` where it breaks off. */
export function valueAt(holder: unknown, path: readonly string[]): unknown {
  let value = holder;
  for (let at = 0; at < path.length; at++) value = isObject(value) ? value[path[at] as string] : undefined;
  return value;
}

/** The items of a list of a part; an empty list when it has none. */
export function itemsOf(owner: unknown, { path }: ListInfo): readonly unknown[] {
  const list = valueAt(owner, path);
  return Array.isArray(list) ? list : [];
}

/** The trait of having the same values under some keys, one of them at least being there. */
export function sameMembers(...keys: string[]): Trait {
  return (item) => {
    if (keys.every((key) => item[key] === undefined)) return undefined;
    return JSON.stringify(keys.map((key) => item[key]));
  };
}

function push<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}
