import { isObject } from "../json/value.ts";
import { didYouMean } from "../suggest.ts";
import { refuse } from "./error.ts";
import { requireIndex, requireObject } from "./lists.ts";
import { DOCUMENT, itemsOf, type ListInfo, type Members, type Structure, valueAt } from "./model.ts";

/** The position of a part in a document. */
export interface Place {
  /** Its row in the model. */
  readonly part: string;
  /** The part as it is now. */
  value: Members;
  /** The part that owns the list it is in; `null` for the document, and for a part that is in no list. */
  owner: Place | null;
  /** The list it is in; `null` for the document, and for an inner part. */
  list: ListInfo | null;
}

/** The parts of one kind by name. */
export interface NameIndex {
  /** Of parts with the same name, the first in document order. */
  readonly places: Map<string, Place>;
  /** Every name occurs once. */
  readonly unique: boolean;
  /** Every entry is an object with a name. */
  readonly named: boolean;
}

/** The named part that is no item of a list, such as the root state. */
export function rootPlace(structure: Structure, top: Members, part: string): Place | undefined {
  const inner = structure.innersOf(DOCUMENT).find((one) => one.part === part);
  const value = inner && valueAt(top, inner.path);
  return isObject(value) ? { part, value, owner: null, list: null } : undefined;
}

/** A place and those of the named parts below it, in document order; entries that are no objects included. */
export function* placesFrom(structure: Structure, top: Place | undefined): Generator<Place, void> {
  const waiting = top ? [top] : [];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    yield place;
    stackBelow(structure, place, waiting);
  }
}

/** Puts the places below another one on a stack, so that the first of them comes off first. */
function stackBelow(structure: Structure, owner: Place, waiting: Place[]): void {
  const lists = structure.bearingListsOf(owner.part);
  for (let at = lists.length - 1; at >= 0; at--) {
    const list = lists[at] as ListInfo;
    const items = itemsOf(owner.value, list);
    for (let index = items.length - 1; index >= 0; index--) {
      waiting.push({ part: list.of, value: items[index] as Members, owner, list });
    }
  }
}

/** The places at the top of the section of a part: its root, or the items of its list. */
function topPlaces(structure: Structure, top: Members, part: string): Place[] {
  const root = rootPlace(structure, top, part);
  if (root) return [root];
  const section = structure.sectionOf(part);
  const owner: Place = { part: DOCUMENT, value: top, owner: null, list: null };
  return structure.listsOf(DOCUMENT).filter((list) => list.section === section).flatMap((list) =>
    itemsOf(top, list).map((value): Place => ({ part: list.of, value: value as Members, owner, list }))
  );
}

/** Finds the parts of one kind, in document order. Every edit may come through here, so it is a plain loop. */
export function indexNames(structure: Structure, top: Members, part: string): NameIndex {
  const places = new Map<string, Place>();
  let unique = true;
  let named = true;
  const waiting = topPlaces(structure, top, part).reverse();
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    stackBelow(structure, place, waiting);
    if (place.part !== part) continue;
    const name = structure.nameOf(part, place.value);
    if (name === undefined) named = false;
    else if (places.has(name)) unique = false;
    else places.set(name, place);
  }
  return { places, unique, named };
}

/** The parts of one kind, in document order. */
export function* partsOf(structure: Structure, top: Members, part: string): Generator<Place, void> {
  for (const place of topPlaces(structure, top, part)) {
    for (const one of placesFrom(structure, place)) if (one.part === part) yield one;
  }
}

/**
 * A document while it is being changed. What is changed is copied first, once, together with the objects above
 * it; everything else stays shared with the document the draft was made from, which never changes.
 */
export class Draft {
  readonly structure: Structure;
  #top: Members;
  readonly #indexes = new Map<string, NameIndex>();
  /** The objects and lists that were made here, so that they may be changed in place. */
  readonly #own = new WeakSet<object>();
  /** The copies of parts, so that a place that still has the original finds them. */
  readonly #copies = new WeakMap<object, Members>();

  /** Begins with a document. */
  constructor(structure: Structure, document: Members) {
    this.structure = structure;
    this.#top = this.own(document);
  }

  /** The definition itself, free to be changed; call {@linkcode forget} after changing what holds named parts. */
  get top(): Members {
    return this.#top;
  }

  /** The place of the definition itself. */
  get topPlace(): Place {
    return { part: DOCUMENT, value: this.#top, owner: null, list: null };
  }

  /** Exchanges the whole document. */
  replaceTop(top: Members): void {
    this.#top = top;
    this.#own.add(top);
    this.forget();
  }

  /** A copy that may be changed in place; the value itself when it is one already. */
  own<T extends object>(value: T): T {
    if (this.#own.has(value)) return value;
    const copy = (Array.isArray(value) ? value.slice() : { ...value }) as T;
    this.#own.add(copy);
    return copy;
  }

  /** The object of an own object under a key, own too; a missing one is made. */
  ownObject(holder: Members, key: string): Members {
    const value = holder[key] ?? {};
    if (!isObject(value)) {
      refuse("wrong_type", key, `\`${key}\` is no object in this document; replace it first.`);
    }
    return holder[key] = this.own(value);
  }

  /** A part, free to be changed; call {@linkcode forget} after changing its name or the named parts below it. */
  ownPart(place: Place): Members {
    if (place.part === DOCUMENT) return place.value = this.#top;
    place.value = this.current(place.value);
    if (this.#own.has(place.value)) return place.value;
    const value = this.own(place.value);
    this.#copies.set(place.value, value);
    if (place.owner && place.list) {
      const siblings = this.ownItems(place.owner, place.list);
      siblings[siblings.indexOf(place.value)] = value;
    } else {
      const path = this.#rootPath(place.part);
      this.#holder(this.#top, path)[path.at(-1) ?? ""] = value;
    }
    return place.value = value;
  }

  /** A part as it is now, of which some place may still have the original. */
  current(value: Members): Members {
    return this.#copies.get(value) ?? value;
  }

  /** A list of a part, free to be changed; a missing list is made. */
  ownItems(owner: Place, { path }: ListInfo): unknown[] {
    const holder = this.#holder(this.ownPart(owner), path);
    const key = path.at(-1) ?? "";
    const value = holder[key] ?? [];
    if (!Array.isArray(value)) {
      refuse("wrong_type", key, `\`${key}\` is no list in this document; replace it first.`);
    }
    return holder[key] = this.own(value);
  }

  /** The object that has the last key of a path, free to be changed. */
  #holder(value: Members, path: readonly string[]): Members {
    return path.slice(0, -1).reduce((holder, key) => this.ownObject(holder, key), value);
  }

  #rootPath(part: string): readonly string[] {
    return this.structure.innersOf(DOCUMENT).find((inner) => inner.part === part)?.path ?? [];
  }

  /** The parts of one kind by name, as they are now. */
  names(part: string): NameIndex {
    const known = this.#indexes.get(part);
    if (known) return known;
    const index = indexNames(this.structure, this.#top, part);
    this.#indexes.set(part, index);
    return index;
  }

  /** Says that named parts of a section came, went or were renamed; without a section, all of them. */
  forget(section?: string): void {
    if (section === undefined) return this.#indexes.clear();
    for (const part of this.#indexes.keys()) {
      if (this.structure.sectionOf(part) === section) this.#indexes.delete(part);
    }
  }

  /** Finds the named part that is in no list, such as the root state. */
  root(part: string): Place {
    const found = this.findRoot(part);
    if (found) return found;
    return refuse("not_found", null, `the document has no root ${this.structure.part(part).noun}.`);
  }

  /** The same; `undefined` where there is none. */
  findRoot(part: string): Place | undefined {
    const root = rootPlace(this.structure, this.#top, part);
    const name = this.structure.nameOf(part, root?.value);
    // The index knows it by the same object, so that both see what changes.
    return (name === undefined ? undefined : this.names(part).places.get(name)) ?? root;
  }

  /** Finds a named part. */
  find(part: string, name: string): Place | undefined {
    return this.names(part).places.get(name);
  }

  /** Finds a named part; of a space, the first part that has the name. */
  place(of: string, name: string): Place {
    const parts = this.structure.model.parts[of] ? [of] : this.structure.partsIn(of);
    for (const part of parts) {
      const place = this.find(part, name);
      if (place) return place;
    }
    const [part = of] = parts;
    const near = didYouMean(String(name), this.names(part).places.keys());
    return refuse(
      "not_found",
      name,
      `there is no ${this.structure.part(part).noun} ${JSON.stringify(name)}.${near}`,
    );
  }

  /** The part that owns a list: by its name or its index, `null` for the document or the root. */
  owner(list: ListInfo, of: string | number | null): Place {
    const { owner } = list;
    if (owner === DOCUMENT) return this.topPlace;
    if (of === null) return this.root(owner);
    if (typeof of === "string") return this.place(owner, of);
    const [holder] = [...this.structure.lists.values()].filter((one) => one.of === owner);
    if (!holder) return refuse("not_found", of, `there is no ${this.structure.part(owner).noun} ${of}.`);
    return this.item(holder, null, of);
  }

  /** An item of a list. */
  item(list: ListInfo, of: string | number | null, index: number): Place {
    const owner = this.owner(list, of);
    this.requireItem(list, owner, of, index);
    const value = requireObject(itemsOf(owner.value, list)[index], `the ${list.noun} ${index}`);
    return { part: list.of, value, owner, list };
  }

  /** Refuses an index that a list does not have. */
  requireItem(list: ListInfo, owner: Place, of: string | number | null, index: number): void {
    const { noun } = this.structure.part(list.of);
    requireIndex(itemsOf(owner.value, list), index, noun, this.#where(list, owner, of));
  }

  #where(list: ListInfo, owner: Place, of: string | number | null): string {
    const { noun } = this.structure.part(owner.part);
    if (owner.part === DOCUMENT) return "the document";
    const where = `the ${noun} ${JSON.stringify(of)}`;
    const { path } = list;
    return path.length > 1 ? `${path[0]} of ${where}` : where;
  }

  /** Notes a part that was put into a list, with everything below it. */
  attach(place: Place): void {
    for (const one of placesFrom(this.structure, place)) {
      const name = this.structure.nameOf(one.part, one.value);
      if (name !== undefined) this.#indexes.get(one.part)?.places.set(name, one);
    }
  }

  /** Notes that a part was taken out of its list for good, with everything below it. */
  detach(place: Place): void {
    const gone = [...placesFrom(this.structure, place)];
    const parts = new Set(gone.map(({ part }) => part));
    for (const part of parts) {
      const index = this.#indexes.get(part);
      // With repeated names, the next part of the same name takes over.
      if (index && !index.unique) this.#indexes.delete(part);
    }
    for (const { part, value } of gone) {
      const name = this.structure.nameOf(part, value);
      if (name !== undefined) this.#indexes.get(part)?.places.delete(name);
    }
  }

  /** Notes that a part is now elsewhere. */
  reattach(place: Place, owner: Place, list: ListInfo): void {
    if (!this.#indexes.get(place.part)?.unique) return this.forget(list.section);
    place.owner = owner;
    place.list = list;
  }
}
