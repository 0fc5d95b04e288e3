import { equalJson } from "../json/equal.ts";
import { isObject } from "../json/value.ts";
import { arrange, longestCommonOrder } from "./arrange.ts";
import { isRegular } from "./diff_names.ts";
import { type Draft, indexNames, type NameIndex, type Place, placesFrom, rootPlace } from "./draft.ts";
import { editableLists, editList, matchItems } from "./edit_list.ts";
import { memberChange } from "./members.ts";
import { DOCUMENT, itemsOf, type ListInfo, type Members, type Structure, valueAt } from "./model.ts";
import type { Work } from "./work.ts";

/** Stands for an item that the next version does not have. */
const GONE = -1;

/** One comparison of a section: its parts in the next version, and what the draft has of them. */
interface Section {
  readonly work: Work;
  readonly structure: Structure;
  readonly name: string;
  readonly next: Members;
  /** The named parts of the next version. */
  readonly wanted: ReadonlyMap<string, NameIndex>;
  /** For each item of the section's own list that has no name: its index in the next version, or {@linkcode GONE}. */
  readonly order: readonly number[];
  /** For each part, its lists of named parts in the order to arrange them. */
  readonly lists: Map<string, readonly ListInfo[]>;
}

/**
 * Edits a section into its next version, part by part.
 *
 * @returns Whether it could: in both versions every named part must have a name of its own, and a root keeps its name.
 */
export function diffParts(work: Work, next: Members, name: string): boolean {
  const { structure } = work.draft;
  const list = structure.lists.get(name);
  const parts = Object.keys(structure.model.parts).filter((part) =>
    structure.isNamed(part) && structure.sectionOf(part) === name
  );
  const wanted = new Map(parts.map((part) => [part, indexNames(structure, next, part)]));
  if (!parts.every((part) => isRegular(work.draft.names(part)) && isRegular(wanted.get(part) as NameIndex))) {
    return false;
  }
  if (list ? !isListOfObjects(work.draft.top, next, list) : !hasSameRoot(work.draft, next, name)) {
    return false;
  }
  if (list && !structure.isBearing(list.of)) return diffPlainList(work, work.draft.topPlace, list, next);
  const order = list && !structure.isNamed(list.of) ? arrangeUnnamed(work, list, next) : [];
  const section: Section = { work, structure, name, next, wanted, order, lists: new Map() };
  // Owners come first, so that the ancestors of whatever is moved or added are in their final places.
  for (const owner of ownersIn(section)) {
    for (const list of listsToArrange(section, owner)) arrangeNamed(section, owner, list);
  }
  for (const place of partsIn(section)) diffPlainLists(section, place);
  removeGone(section, list);
  // What is gone is removed: indices are those of the next version from here on.
  const tidy: Section = { ...section, order: [] };
  for (const place of partsIn(tidy)) work.settle(placeNow(tidy, place), place.value);
  return true;
}

function isListOfObjects(top: Members, next: Members, { path }: ListInfo): boolean {
  return [top, next].every((one) => {
    const items = valueAt(one, path);
    return Array.isArray(items) && items.every(isObject);
  });
}

function hasSameRoot(draft: Draft, next: Members, section: string): boolean {
  const part = draft.structure.inners.get(section)?.part ?? "";
  const [now, then] = [draft.findRoot(part), rootPlace(draft.structure, next, part)];
  const name = now && draft.structure.nameOf(part, now.value);
  return name !== undefined && name === draft.structure.nameOf(part, then?.value);
}

/** The parts of the section in the next version, owners first. */
function* partsIn({ structure, name, next }: Section): Generator<Place, void> {
  const list = structure.lists.get(name);
  if (!list) {
    return yield* placesFrom(structure, rootPlace(structure, next, structure.inners.get(name)?.part ?? ""));
  }
  const owner: Place = { part: DOCUMENT, value: next, owner: null, list: null };
  for (const value of itemsOf(next, list)) {
    yield* placesFrom(structure, { part: list.of, value: value as Members, owner, list });
  }
}

/** The owners of lists of named parts in the next version. */
function* ownersIn(section: Section): Generator<Place, void> {
  const list = section.structure.lists.get(section.name);
  if (list && section.structure.isNamed(list.of)) {
    yield { part: DOCUMENT, value: section.next, owner: null, list: null };
  }
  yield* partsIn(section);
}

/** The lists of named parts of an owner; those whose parts cannot be moved first, since these leave their places. */
function listsToArrange({ structure, work, name, lists }: Section, { part }: Place): readonly ListInfo[] {
  const known = lists.get(part);
  if (known) return known;
  const found = structure.listsOf(part).filter((list) => structure.isNamed(list.of) && list.section === name)
    .toSorted((a, b) => Number(work.write.moves(a.name)) - Number(work.write.moves(b.name)));
  lists.set(part, found);
  return found;
}

/** The part of the draft that a part of the next version is, or comes to be. */
function placeNow({ work, structure, order }: Section, { part, value, owner, list }: Place): Place {
  const name = structure.nameOf(part, value);
  if (part === DOCUMENT) return work.draft.topPlace;
  if (name !== undefined) return work.draft.place(part, name);
  const index = owner && list ? itemsOf(owner.value, list).indexOf(value) : 0;
  return work.draft.item(list as ListInfo, null, order.length > 0 ? order.indexOf(index) : index);
}

/**
 * Inserts and moves the items of a list without names that contain named parts; those that are gone stay for now.
 *
 * @returns For each item of the draft its index in the next version, or {@linkcode GONE}.
 */
function arrangeUnnamed(work: Work, list: ListInfo, next: Members): number[] {
  const { structure } = work.draft;
  const items = itemsOf(work.draft.top, list) as readonly Members[];
  const wantedItems = itemsOf(next, list) as readonly Members[];
  const origins = matchItems(items, wantedItems, structure.part(list.of).traits ?? []);
  const wanted = origins.map((origin, index) => origin ?? items.length + index);
  const order = items.map((_, index) => index);
  for (const { key, from, index, atEnd } of arrange([...order], wanted)) {
    if (from >= 0) order.splice(from, 1);
    order.splice(index, 0, key);
    if (from >= 0) {
      work.emit(work.write.moveItem(list.name, { owner: null, index: from }, { owner: null, index }));
      continue;
    }
    const item = newPart(work.draft, list.of, wantedItems[key - items.length]);
    work.emit(work.write.add(list.name, null, item, atEnd && list.model.appends ? undefined : index));
  }
  const ranks = new Map(wanted.map((key, index) => [key, index]));
  return order.map((key) => ranks.get(key) ?? GONE);
}

/** Brings a list of named parts into the order of its next version; gone ones stay for now. */
function arrangeNamed(section: Section, owner: Place, list: ListInfo): void {
  const { work, structure } = section;
  const items = itemsOf(owner.value, list);
  // Whatever an emptied list had is removed later, or has moved elsewhere by then.
  if (items.length === 0) return;
  const nameOf = (item: unknown) => structure.nameOf(list.of, item) ?? "";
  const current = itemsOf(placeNow(section, owner).value, list);
  if (current.length === items.length && current.every((item, at) => nameOf(item) === nameOf(items[at]))) {
    return;
  }
  const wanted = new Map(items.map((item) => [nameOf(item), item]));
  const present = current.map(nameOf);
  if (!work.write.moves(list.name)) return replaceUnmovable(section, owner, list, present, wanted);
  for (const step of arrange(present, [...wanted.keys()])) {
    const index = step.atEnd && list.model.appends ? undefined : step.index;
    const address = work.address(placeNow(section, owner));
    if (!work.draft.find(list.of, step.key)) {
      const item = newPart(work.draft, list.of, wanted.get(step.key));
      work.emit(work.write.add(list.name, address, item, index));
    } else {
      const to = { list: list.name, owner: address, index, isElsewhere: step.from < 0 };
      work.emit(work.write.moveNamed(list.of, step.key, to));
    }
  }
}

/** Removes the parts of a list that are not in their places and adds them where they belong. */
function replaceUnmovable(
  section: Section,
  owner: Place,
  list: ListInfo,
  present: readonly string[],
  wanted: ReadonlyMap<string, unknown>,
): void {
  const { work } = section;
  const staying = longestCommonOrder(present, [...wanted.keys()]);
  const isWanted = (name: string) => section.wanted.get(list.of)?.places.has(name) ?? false;
  for (const name of present) {
    // What is gone is removed with all others that are.
    if (!staying.has(name) && isWanted(name)) work.emit(work.write.removeNamed(list.of, name));
  }
  for (const [index, [name, item]] of [...wanted].entries()) {
    if (staying.has(name)) continue;
    if (work.draft.find(list.of, name)) work.emit(work.write.removeNamed(list.of, name));
    work.emit(work.write.add(list.name, work.address(placeNow(section, owner)), item, index));
  }
}

/** A new part without the named parts below it that the document has already: those move there later. */
function newPart(draft: Draft, part: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  const { structure } = draft;
  let copy = value;
  for (const list of structure.listsOf(part)) {
    if (!structure.isBearing(list.of) || itemsOf(value, list).length === 0) continue;
    const isNew = (item: unknown) => {
      const name = structure.nameOf(list.of, item);
      return name === undefined || !draft.find(list.of, name);
    };
    const items = itemsOf(value, list).filter(isNew).map((item) => newPart(draft, list.of, item));
    copy = withMember(copy, list.path, items);
  }
  return copy;
}

/** A copy of an object with another value at a path that is there. */
function withMember(value: Members, [key = "", ...rest]: readonly string[], member: unknown): Members {
  const inner = value[key];
  return {
    ...value,
    [key]: rest.length === 0 ? member : withMember(isObject(inner) ? inner : {}, rest, member),
  };
}

/** Removes what the next version does not have, unless it goes with what it is in. */
function removeGone({ work, structure, name, wanted, order }: Section, top: ListInfo | undefined): void {
  const isGone = ({ part, value, owner }: Place): boolean => {
    const key = structure.nameOf(part, value);
    if (key !== undefined) return !wanted.get(part)?.places.has(key);
    return owner?.part === DOCUMENT && top !== undefined &&
      order[itemsOf(work.draft.top, top).indexOf(work.draft.current(value))] === GONE;
  };
  for (const part of wanted.keys()) {
    if (structure.sectionOf(part) !== name) continue;
    const gone = [...work.draft.names(part).places].filter(([, place]) =>
      isGone(place) && !(place.owner && isGone(place.owner))
    );
    for (const [key] of gone) work.emit(work.write.removeNamed(part, key));
  }
  for (let index = order.length - 1; index >= 0; index--) {
    if (order[index] === GONE) work.emit(work.write.removeItem(name, null, index));
  }
}

/** Edits the lists without names of a part: transitions, parameters, actions. */
function diffPlainLists(section: Section, place: Place): void {
  const { structure, work } = section;
  for (const list of structure.plainListsOf(place.part)) {
    const now = placeNow(section, place);
    const held = list.path[0] ?? "";
    if (!equalJson(now.value[held], place.value[held])) diffPlainList(work, now, list, place.value);
  }
}

/** Edits a list without names into its next version; `next` is its owner there. */
function diffPlainList(work: Work, owner: Place, list: ListInfo, next: Members): boolean {
  const lists = editableItems(owner.value, next, list);
  if (!lists) return false;
  const { name } = list;
  const of = work.address(owner);
  const moves = work.write.moves(name);
  editList(lists.from, lists.to, work.draft.structure.part(list.of).traits ?? [], {
    add: (item, index) => work.emit(work.write.add(name, of, item, index)),
    remove: (index) => work.emit(work.write.removeItem(name, of, index)),
    ...(moves && {
      move: (index, to) =>
        work.emit(work.write.moveItem(name, { owner: of, index }, { owner: of, index: to })),
    }),
    update: (index, from, to) => {
      const change = work.write.replaces(name) ? undefined : memberChange(from, to);
      if (change || work.write.replaces(name)) {
        work.emit(work.write.updateItem(name, { owner: of, index }, change, to));
      }
    },
  });
  return true;
}

/** Both versions of a list, when nothing else of the object around it differs. */
function editableItems(now: Members, next: Members, { path }: ListInfo): ReturnType<typeof editableLists> {
  const [key = "", ...rest] = path;
  if (rest.length === 0) return editableLists(now[key], next[key]);
  const [from, to] = [now[key], next[key]];
  if (!isBlock(from, rest) || !isBlock(to, rest)) return undefined;
  const onlyItems: Members = from === undefined || to === undefined ? { [rest[0] ?? ""]: [] } : from;
  for (const block of [from, to]) {
    if (block && memberChange(onlyItems, block, (member) => member === rest[0])) return undefined;
  }
  return editableLists(valueAt(from, rest), valueAt(to, rest));
}

function isBlock(value: unknown, path: readonly string[]): value is Members | undefined {
  const items = valueAt(value, path);
  return value === undefined || (isObject(value) && Array.isArray(items) && items.length > 0);
}

/** Two versions of a named part. */
interface PlacePair {
  readonly now: Place;
  readonly next: Members;
}

/**
 * Replaces the members of the deepest part that holds all differences, for trees in which parts cannot be addressed
 * one by one.
 *
 * @returns Whether such a part could be addressed.
 */
export function replaceNarrowest(work: Work, next: Members, section: string): boolean {
  const { structure } = work.draft;
  const part = structure.inners.get(section)?.part;
  if (part === undefined || !structure.isNamed(part)) return false;
  const [root, nextRoot] = [work.draft.findRoot(part), rootPlace(structure, next, part)];
  let pair = root && nextRoot && addressable(work.draft, { now: root, next: nextRoot.value });
  for (let inner: PlacePair | undefined = pair; inner; inner = onlyDifference(structure, inner)) {
    pair = addressable(work.draft, inner) ?? pair;
  }
  if (!pair) return false;
  work.settle(pair.now, pair.next, true);
  return true;
}

/** The pair, when the draft finds the part by its name and it is to have one. */
function addressable(draft: Draft, pair: PlacePair): PlacePair | undefined {
  const { part, value } = pair.now;
  const name = draft.structure.nameOf(part, value);
  if (name === undefined || draft.structure.nameOf(part, pair.next) === undefined) return undefined;
  return draft.find(part, name)?.value === value ? pair : undefined;
}

/** The two versions of the only named part below another one that differs, when nothing else of it does. */
function onlyDifference(structure: Structure, { now, next }: PlacePair): PlacePair | undefined {
  for (const list of structure.listsOf(now.part)) {
    if (!structure.isBearing(list.of)) continue;
    const [before, after] = [itemsOf(now.value, list), itemsOf(next, list)];
    const differing = before.flatMap((item, index) => equalJson(item, after[index]) ? [] : [index]);
    const index = differing[0];
    if (before.length !== after.length || differing.length !== 1 || index === undefined) continue;
    if (!differOnlyAt(now.value, next, list.path)) continue;
    const [inner, innerNext] = [before[index], after[index]];
    if (isObject(inner) && isObject(innerNext)) {
      return { now: { part: list.of, value: inner, owner: now, list }, next: innerNext };
    }
  }
  return undefined;
}

/** True when two objects differ in nothing but what is at a path. */
function differOnlyAt(a: Members, b: Members, [key = "", ...rest]: readonly string[]): boolean {
  if (memberChange(a, b, (member) => member === key)) return false;
  if (rest.length === 0) return true;
  const [inner, other] = [a[key], b[key]];
  return isObject(inner) && isObject(other) && differOnlyAt(inner, other, rest);
}
