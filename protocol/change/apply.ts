import { cloneJson } from "../json/clone.ts";
import { isObject } from "../json/value.ts";
import type { AnyOp } from "./row.ts";
import { didYouMean } from "../suggest.ts";
import { Draft, type Place, placesFrom } from "./draft.ts";
import { PatchError, Refusal, refuse } from "./error.ts";
import { insertionIndex, requireKept, requireObject } from "./lists.ts";
import { mergeMembers } from "./members.ts";
import { DOCUMENT, type InnerInfo, type ListInfo, type Members, type Structure, valueAt } from "./model.ts";
import { rename } from "./rename.ts";
import { type ListChoice, listNamed, type OpRow, type OpRows, rowOf } from "./row.ts";

/** Operations and the model that they work on. */
export interface Algebra {
  /** The parts of documents. */
  readonly structure: Structure;
  /** The operations by name. */
  readonly rows: OpRows;
}

/**
 * Applies operations one after the other: each sees what those before it did. All of them apply, or none.
 *
 * @throws {PatchError} When an operation cannot be applied; it names the operation, its index and its target.
 */
export function apply(algebra: Algebra, document: Members, ops: readonly AnyOp[]): Members {
  const draft = draftOf(algebra, document);
  for (const [index, op] of ops.entries()) {
    try {
      applyOp(algebra, draft, op);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new PatchError({ by: "applyPatchOps", op: String(op?.op ?? ""), index }, error);
    }
  }
  return draft.top;
}

/** Begins to change a document. */
export function draftOf({ structure }: Algebra, document: Members): Draft {
  if (isObject(document)) return new Draft(structure, document);
  const refusal = new Refusal("wrong_type", null, "the document must be an object; read it first.");
  throw new PatchError({ by: "applyPatchOps", op: "", index: -1 }, refusal);
}

/**
 * Applies one operation to a draft; after a refusal the draft is in no defined state.
 *
 * @throws {Refusal} When it cannot be applied.
 */
export function applyOp(algebra: Algebra, draft: Draft, op: AnyOp): void {
  if (!isObject(op)) refuse("bad_op", null, "an operation must be an object.");
  const row = rowOf(algebra.rows, op);
  if (!row) return refuseUnknown(algebra.rows, op.op);
  switch (row.verb) {
    case "add":
      return add(draft, row, op);
    case "update":
      return update(draft, row, op);
    case "set":
      return set(draft, row, op);
    case "remove":
      return remove(draft, row, op);
    case "move":
      return move(draft, row, op);
    case "rename":
      return renamePart(draft, row, op);
    case "report":
      return;
  }
}

/** Refuses the name of no operation. */
export function refuseUnknown(rows: OpRows, name: unknown): never {
  const near = didYouMean(String(name), rows.keys());
  return refuse("unknown_op", String(name), `there is no operation ${JSON.stringify(String(name))}.${near}`);
}

function add(draft: Draft, row: OpRow, op: Members): void {
  const { structure } = draft;
  const { owner, list } = destination(draft, row, op);
  const { field = "", as = "" } = row.payload ?? {};
  const item = structure.part(as).isText ? op[field] : requireObject(op[field], `\`${field}\``);
  const { key } = structure.part(as);
  if (key && structure.nameOf(as, item) === undefined) {
    const { noun } = structure.model.spaces[key.space] ?? { noun: key.member };
    refuse("wrong_type", null, `\`${field}\` needs ${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}.`);
  }
  if (structure.isBearing(as)) refuseTakenNames(draft, as, item as Members, {});
  const value = cloneJson(item);
  const items = draft.ownItems(owner, list);
  items.splice(
    insertionIndex(items.length, row.place?.index === undefined ? undefined : op[row.place.index]),
    0,
    value,
  );
  if (structure.isBearing(as)) draft.attach({ part: as, value: value as Members, owner, list });
}

function update(draft: Draft, row: OpRow, op: Members): void {
  const change = op as { patch: unknown; unset?: readonly string[]; order?: readonly string[] };
  const { target } = row;
  if (target?.by === "part") {
    const inner = draft.structure.inners.get(target.of);
    if (!inner) return mergeTop(draft, change);
    return updateInner(draft, inner, target.field === undefined ? null : op[target.field] as string, change);
  }
  merge(draft, targetPlace(draft, row, op), change);
}

function mergeTop(draft: Draft, change: Parameters<typeof mergeMembers>[1]): void {
  mergeMembers(draft.top, change);
  draft.forget();
}

/** Changes the members of a part; its name and those below it stay free of repetition. */
function merge(draft: Draft, place: Place, change: Parameters<typeof mergeMembers>[1]): void {
  const { structure } = draft;
  const { key, erasesNotes } = structure.part(place.part);
  if (key) requireKept(key.member, change);
  const patch = requireObject(change.patch, "`patch`");
  const members = structure.namingMembers(place.part);
  const given = members.filter((member) => Object.hasOwn(patch, member));
  if (given.length > 0) {
    refuseTakenNames(draft, place.part, pick(patch, given), pick(place.value, given));
  }
  mergeMembers(draft.ownPart(place), change, erasesNotes);
  if (given.length > 0 || change.unset?.some((member) => members.includes(member))) {
    draft.forget(structure.sectionOf(place.part));
  }
}

function updateInner(
  draft: Draft,
  inner: InnerInfo,
  name: string | null,
  change: Parameters<typeof mergeMembers>[1],
): void {
  const { structure } = draft;
  const { erasesNotes } = structure.part(inner.part);
  const key = inner.path.at(-1) ?? "";
  if (inner.owner === DOCUMENT) return mergeMembers(draft.ownObject(draft.top, key), change, erasesNotes);
  const place = draft.place(inner.owner, name ?? "");
  const present = valueAt(place.value, inner.path);
  if (!isObject(present)) {
    const what = `the ${structure.part(place.part).noun} ${JSON.stringify(name)}`;
    return refuse("not_found", name, `${what} has no \`${inner.name}\`; set it first.`);
  }
  const patch = requireObject(change.patch, "`patch`");
  const lists = structure.listsOf(inner.owner).filter(({ path }) => path[0] === key && path.length > 1);
  const given = lists.some(({ path }) => Object.hasOwn(patch, path.at(-1) ?? ""));
  refuseTakenNames(draft, inner.owner, { [key]: patch }, given ? { [key]: present } : {});
  mergeMembers(draft.ownObject(draft.ownPart(place), key), change, erasesNotes);
  draft.forget(inner.section);
}

/** Replaces the document, an item of a list or a member of a part. */
function set(draft: Draft, row: OpRow, op: Members): void {
  const { target, payload, member } = row;
  const field = payload?.field ?? "";
  const value = op[field];
  if (target?.by === "part" && target.of === DOCUMENT) {
    if (!isObject(value)) refuse("wrong_type", null, `\`${field}\` must be an object.`);
    return draft.replaceTop(cloneJson(value));
  }
  if (target?.by === "index") {
    const { owner, list } = itemOwner(draft, row, op);
    const index = requireItem(draft, row, op, owner, list);
    draft.ownItems(owner, list)[index] = cloneJson(value);
    return;
  }
  const place = targetPlace(draft, row, op);
  if (member === undefined) return refuse("bad_op", null, `\`${row.op}\` says nothing to set.`);
  if (value === null) return merge(draft, place, { patch: {}, unset: [member] });
  merge(draft, place, { patch: { [member]: requireObject(value, `\`${field}\``) } });
}

function remove(draft: Draft, row: OpRow, op: Members): void {
  if (row.target?.by === "index") {
    const { owner, list } = itemOwner(draft, row, op);
    const index = requireItem(draft, row, op, owner, list);
    draft.ownItems(owner, list).splice(index, 1);
    dropEmptyList(draft, owner, list);
    if (draft.structure.isBearing(list.of)) draft.forget(list.section);
    return;
  }
  const place = targetPlace(draft, row, op);
  const { owner, list } = requireListed(draft, place, "removed");
  takeOut(draft, place, owner, list);
  dropEmptyList(draft, owner, list);
  draft.detach(place);
}

/** Moves a part; the index is the one it has afterwards. */
function move(draft: Draft, row: OpRow, op: Members): void {
  const { structure } = draft;
  if (row.target?.by === "index") {
    const from = itemOwner(draft, row, op);
    const index = requireItem(draft, row, op, from.owner, from.list);
    const to = destination(draft, row, op);
    const [item] = draft.ownItems(from.owner, from.list).splice(index, 1);
    insert(draft, to.owner, to.list, row, op, item);
    dropEmptyList(draft, from.owner, from.list);
    if (structure.isBearing(from.list.of)) draft.forget(from.list.section);
    return;
  }
  const place = targetPlace(draft, row, op);
  const { owner: from, list: fromList } = requireListed(draft, place, "moved");
  const { owner, list } = destination(draft, row, op);
  refuseCycle(structure, place, owner);
  // An owner that is addressed by its index is found again by its value.
  const same = from.value === owner.value;
  const target = same ? from : owner;
  const item = takeOut(draft, place, from, fromList);
  insert(draft, target, list, row, op, item);
  if (!same || fromList !== list) dropEmptyList(draft, from, fromList);
  draft.reattach(place, target, list);
}

function insert(draft: Draft, owner: Place, list: ListInfo, row: OpRow, op: Members, item: unknown): void {
  const items = draft.ownItems(owner, list);
  const index = row.place?.index === undefined ? undefined : op[row.place.index];
  items.splice(insertionIndex(items.length, index), 0, item);
}

function renamePart(draft: Draft, row: OpRow, op: Members): void {
  const { structure } = draft;
  const place = targetPlace(draft, row, op);
  const { key } = structure.part(place.part);
  const [name, to] = [structure.nameOf(place.part, place.value) ?? "", op.to as string];
  if (!key || to === name) return;
  refuseTakenName(draft, key.space, to);
  draft.ownPart(place)[key.member] = to;
  draft.replaceTop(rename(structure, { space: key.space, from: name, to }).document(draft.top));
}

/** The part that an operation is about. */
function targetPlace(draft: Draft, row: OpRow, op: Members): Place {
  const { target } = row;
  if (target?.by === "name") return draft.place(target.of, op[target.field] as string);
  if (target?.by !== "index") return draft.topPlace;
  const list = listIn(draft, target.list, op);
  return draft.item(list, ownerOf(op, target.owner), op.index as number);
}

/** The list that an operation means. */
function listIn({ structure }: Draft, list: string | ListChoice | undefined, op: Members): ListInfo {
  const name = list === undefined ? undefined : listNamed(list, op);
  if (name !== undefined) return structure.list(name);
  const field = typeof list === "object" ? list.field : "list";
  return refuse("bad_op", field, `\`${field}\` names no list of the document.`);
}

function ownerOf(op: Members, field: string | undefined): string | number | null {
  return field === undefined ? null : op[field] as string | number;
}

/** The list that an operation addresses an item of, and its owner. */
function itemOwner(draft: Draft, { target }: OpRow, op: Members): { owner: Place; list: ListInfo } {
  if (target?.by !== "index") return refuse("bad_op", null, "the operation names no list.");
  const list = listIn(draft, target.list, op);
  return { owner: draft.owner(list, ownerOf(op, target.owner)), list };
}

/** The index of an item that must be there. */
function requireItem(draft: Draft, { target }: OpRow, op: Members, owner: Place, list: ListInfo): number {
  const holder = list.path.length > 1 ? valueAt(owner.value, list.path.slice(0, -1)) : owner.value;
  if (!isObject(holder)) {
    const where = `the ${draft.structure.part(owner.part).noun} ${
      JSON.stringify(op[(target as { owner?: string }).owner ?? ""])
    }`;
    refuse("not_found", list.path[0] ?? "", `${where} has no ${list.path[0]} block.`);
  }
  draft.requireItem(list, owner, ownerOf(op, (target as { owner?: string }).owner), op.index as number);
  return op.index as number;
}

/** The list that an operation inserts into, and its owner. */
function destination(draft: Draft, { place }: OpRow, op: Members): { owner: Place; list: ListInfo } {
  const list = listIn(draft, place?.list, op);
  const field = place?.owner?.find((name) => op[name] !== undefined);
  return { owner: draft.owner(list, ownerOf(op, field)), list };
}

function requireListed(draft: Draft, place: Place, verb: string): { owner: Place; list: ListInfo } {
  const { part, owner, list } = place;
  if (owner && list) return { owner, list };
  const name = draft.structure.nameOf(part, place.value) ?? null;
  return refuse(
    "root",
    name,
    `${JSON.stringify(name)} is the root ${draft.structure.part(part).noun}, which cannot be ${verb}.`,
  );
}

function takeOut(draft: Draft, place: Place, owner: Place, list: ListInfo): Members {
  const siblings = draft.ownItems(owner, list);
  siblings.splice(siblings.indexOf(place.value), 1);
  return place.value;
}

/** Deletes what the last item of a list leaves behind, as the row of the list says. */
function dropEmptyList(draft: Draft, owner: Place, list: ListInfo): void {
  const { path, model: { whenEmpty = "drop" } } = list;
  const value = draft.ownPart(owner);
  const items = valueAt(value, path);
  if (whenEmpty === "keep" || !Array.isArray(items) || items.length > 0) return;
  const holder = path.length > 1 ? valueAt(value, path.slice(0, -1)) : value;
  if (!isObject(holder)) return;
  if (whenEmpty === "drop") delete holder[path.at(-1) ?? ""];
  else if (whenEmpty === "drop holder" || Object.keys(holder).length === 1) delete value[path[0] ?? ""];
}

function refuseCycle(structure: Structure, place: Place, target: Place): void {
  for (let above: Place | null = target; above; above = above.owner) {
    if (above !== place) continue;
    const [name, into] = [place, target].map(({ part, value }) =>
      JSON.stringify(structure.nameOf(part, value))
    );
    const where = name === into ? "itself" : `${into}, which lies below it`;
    const { noun } = structure.part(place.part);
    refuse(
      "cycle",
      structure.nameOf(place.part, place.value) ?? null,
      `the ${noun} ${name} cannot move into ${where}.`,
    );
  }
}

function pick(members: Members, keys: readonly string[]): Members {
  return Object.fromEntries(keys.map((key) => [key, members[key]]));
}

/**
 * Refuses names that would occur twice because of a change.
 *
 * @param incoming A part with the new members.
 * @param replaced A part with the members that make room for them.
 */
function refuseTakenNames(draft: Draft, part: string, incoming: Members, replaced: Members): void {
  const free = countNames(draft.structure, part, replaced);
  for (const [word, { space, name, count }] of countNames(draft.structure, part, incoming)) {
    const before = free.get(word)?.count ?? 0;
    if (before === 0) refuseTakenName(draft, space, name);
    if (count > Math.max(1, before)) {
      const noun = draft.structure.model.spaces[space]?.noun ?? "name";
      refuse(
        "duplicate",
        name,
        `the ${noun} ${JSON.stringify(name)} occurs more than once in what is added.`,
      );
    }
  }
}

function refuseTakenName(draft: Draft, space: string, name: string): void {
  const { structure } = draft;
  for (const part of structure.partsIn(space)) {
    if (!draft.find(part, name)) continue;
    const { noun } = structure.part(part);
    const what = `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun} ${JSON.stringify(name)}`;
    const other = structure.model.spaces[space]?.noun ?? "name";
    refuse("duplicate", name, `there is ${what} already; choose another ${other}.`);
  }
}

/** Count of each name in a part and below it, by space and name. */
function countNames(
  structure: Structure,
  part: string,
  value: Members,
): Map<string, { space: string; name: string; count: number }> {
  const counts = new Map<string, { space: string; name: string; count: number }>();
  for (const place of placesFrom(structure, { part, value, owner: null, list: null })) {
    const name = structure.nameOf(place.part, place.value);
    if (name === undefined) continue;
    const space = structure.spaceOf(place.part);
    const known = counts.get(`${space}:${name}`);
    if (known) known.count++;
    else counts.set(`${space}:${name}`, { space, name, count: 1 });
  }
  return counts;
}
