import type { AnyOp } from "../row.ts";
import { type Algebra, applyOp, draftOf } from "../apply.ts";
import { type Draft, type Place, placesFrom } from "../draft.ts";
import { PatchError, Refusal } from "../error.ts";
import { insertionIndex } from "../lists.ts";
import { DOCUMENT, itemsOf, type Members, type Structure, valueAt } from "../model.ts";
import { broughtNames, type Effect, readEffect } from "./effect.ts";
import {
  type Ancestry,
  type ListPosition,
  type ListRef,
  type Names,
  type OpContext,
  sameList,
  type Target,
  type Whole,
} from "./target.ts";

/**
 * Facts about a change that rebasing needs beside its operations, as a plain JSON value to keep with them. The names
 * are those before the change; one that a rename took away is not among them.
 */
export interface Gone {
  /** The names that disappeared. */
  readonly names: Names;
  /** The name of the root part. */
  readonly root?: string;
  /** Facts that only the document has, for each operation. */
  readonly contexts?: readonly (OpContext | null)[];
}

const NOTHING: Gone = { names: {} };

/**
 * Finds what disappears with a change, at the moment it is made: everything below a removed part, and what a whole
 * list replaces. It also notes where the operations found and put parts, which rebasing needs to count right.
 * Operations that only set members cost nothing.
 */
export function goneNames(algebra: Algebra, before: Members, after: Members, ops: readonly AnyOp[]): Gone {
  const last = before === after ? -1 : ops.findLastIndex((op) => shiftsSomething(algebra, op));
  if (last < 0) return NOTHING;
  try {
    return collect(algebra, before, ops.slice(0, last + 1));
  } catch (error) {
    // Operations that do not apply lead nowhere, so that nothing is gone.
    if (error instanceof Refusal || error instanceof PatchError) return NOTHING;
    throw error;
  }
}

/** True when it changes what others count, or takes names away. */
function shiftsSomething(algebra: Algebra, op: AnyOp): boolean {
  const effect = readEffect(algebra, op, undefined, undefined);
  if (!effect) return false;
  return effect.verb === "add" || effect.verb === "remove" || effect.verb === "move" ||
    effect.wholes.length > 0;
}

function collect(algebra: Algebra, before: Members, ops: readonly AnyOp[]): Gone {
  const draft = draftOf(algebra, before);
  const root = rootName(algebra.structure, draft.top);
  const history = new NameHistory(algebra.structure);
  const contexts: (OpContext | null)[] = [];
  for (const [index, op] of ops.entries()) {
    const effect = readEffect(algebra, op, undefined, undefined);
    const context = effect ? contextOf(draft, effect) : undefined;
    contexts.push(context ?? null);
    if (effect) history.note(effect, context);
    if (index < ops.length - 1) applyOp(algebra, draft, op);
  }
  return { names: history.gone(), ...(root !== undefined && { root }), contexts };
}

/** The name of the root part, for kinds that have one. */
function rootName(structure: Structure, top: Members): string | undefined {
  const inner = structure.innersOf(DOCUMENT).find(({ part }) => structure.isNamed(part));
  return inner && structure.nameOf(inner.part, valueAt(top, inner.path));
}

/** The context of each operation of a change, as far as it is known. */
export function contextsOf(
  algebra: Algebra,
  ops: readonly AnyOp[],
  gone: Gone | undefined,
): readonly (OpContext | null | undefined)[] {
  if (!gone?.names) return [];
  if (gone.contexts) return gone.contexts;
  const first = ops.findIndex((op) => {
    const effect = readEffect(algebra, op, undefined, undefined);
    return effect !== undefined && (effect.verb === "remove" || effect.wholes.length > 0);
  });
  return ops.map((_, index) => index === Math.max(0, first) ? { gone: gone.names } : null);
}

/**
 * Looks up what only the document can say about an operation.
 *
 * @param draft The document just before it.
 * @returns `undefined` when there is nothing to say.
 */
function contextOf(draft: Draft, effect: Effect): OpContext | undefined {
  const { verb, target, place } = effect;
  if (verb === "report" || verb === "rename") return undefined;
  const takesOut = verb === "remove" || verb === "move";
  const from = takesOut && target ? positionOf(draft, target) : undefined;
  const to = place && destination(draft, effect, from);
  const gone = vanishing(draft, effect);
  const ancestry = from && to && ancestryOf(draft, effect, from, to);
  const loses = from && lostWithLast(draft, from, to);
  if (!from && !to && !gone) return undefined;
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(gone && { gone }),
    ...(ancestry && { ancestry }),
    ...(loses && { loses }),
  };
}

/** The position of a part. */
function positionOf(draft: Draft, target: Target): ListPosition | undefined {
  if (target.by === "index") return { list: target.list, index: target.index };
  if (target.by !== "name") return undefined;
  const { owner, list, value } = draft.place(target.of, target.name);
  if (!owner || !list) return undefined;
  const of = addressOf(draft.structure, owner);
  if (of === null && owner.part !== DOCUMENT) return undefined;
  return { list: { kind: list.name, of }, index: itemsOf(owner.value, list).indexOf(value) };
}

/** The address of a part in operations: its name, else its index; `null` for the document and for parts that have neither. */
function addressOf(structure: Structure, { part, value, owner, list }: Place): string | number | null {
  if (structure.isNamed(part)) return structure.nameOf(part, value) ?? null;
  return owner && list ? itemsOf(owner.value, list).indexOf(value) : null;
}

/** The position of an insertion, in the list from which a moved part is taken out already. */
function destination(
  draft: Draft,
  { place, op, row }: Effect,
  from: ListPosition | undefined,
): ListPosition | undefined {
  if (!place) return undefined;
  const { structure } = draft;
  const root = rootName(structure, draft.top);
  const info = structure.list(place.list.kind);
  const list: ListRef = place.list.of === null && info.owner !== DOCUMENT
    ? { kind: place.list.kind, of: root ?? null }
    : place.list;
  const taken = from && sameList(from.list, list, root) ? 1 : 0;
  const given = row.place?.index;
  const index = given === undefined ? undefined : op[given];
  return { list, index: insertionIndex(itemsIn(draft, list).length - taken, index) };
}

/** The items of a list of the document. */
function itemsIn(draft: Draft, { kind, of }: ListRef): readonly unknown[] {
  const list = draft.structure.list(kind);
  return itemsOf(draft.owner(list, of).value, list);
}

/** The inner part that goes with its last item. */
function lostWithLast(draft: Draft, from: ListPosition, to: ListPosition | undefined): OpContext["loses"] {
  const { kind, of } = from.list;
  const list = draft.structure.list(kind);
  if (list.model.whenEmpty !== "drop lone holder" || typeof of !== "string") return undefined;
  if (to && sameList(from.list, to.list, undefined)) return undefined;
  const holder = valueAt(draft.owner(list, of).value, list.path.slice(0, -1));
  const isLast = typeof holder === "object" && holder !== null && Object.keys(holder).length === 1 &&
    itemsIn(draft, from.list).length === 1;
  const inner = draft.structure.innersOf(list.owner).find(({ path }) => path[0] === list.path[0]);
  return isLast && inner ? { of: inner.name, name: of } : undefined;
}

function ancestryOf(
  draft: Draft,
  { verb, target }: Effect,
  from: ListPosition,
  to: ListPosition,
): Ancestry | undefined {
  if (verb !== "move" || typeof to.list.of !== "string" || typeof from.list.of !== "string") return undefined;
  const { owner } = draft.structure.list(to.list.kind);
  // Only parts that contain their own kind have others above them.
  if (!draft.structure.listsOf(owner).some(({ of }) => of === owner)) return undefined;
  const above = (name: string) => namesAbove(draft.structure, draft.place(owner, name));
  return {
    under: above(to.list.of),
    was: above(from.list.of),
    moved: target?.by === "name"
      ? namesBelow(draft, draft.place(target.of, target.name))[target.of] ?? []
      : [],
  };
}

function namesAbove(structure: Structure, place: Place): string[] {
  const names: string[] = [];
  for (let above: Place | null = place; above && structure.isNamed(above.part); above = above.owner) {
    names.push(structure.nameOf(above.part, above.value) ?? "");
  }
  return names;
}

/** The names of a part and of everything below it. */
function namesBelow(draft: Draft, place: Place): Names {
  const names: Record<string, string[]> = {};
  for (const { part, value } of placesFrom(draft.structure, place)) {
    const name = draft.structure.nameOf(part, value);
    if (name !== undefined) (names[part] ??= []).push(name);
  }
  return names;
}

/** The names that disappear with an operation. */
function vanishing(draft: Draft, { verb, target, wholes }: Effect): Names | undefined {
  if (verb === "remove" && target) return vanishingWith(draft, target);
  let vanished: Names | undefined;
  for (const whole of wholes) vanished = joined(vanished, vanishingFrom(draft, whole));
  return vanished;
}

function vanishingWith(draft: Draft, target: Target): Names | undefined {
  if (target.by === "name") return namesBelow(draft, draft.place(target.of, target.name));
  if (target.by !== "index") return undefined;
  const list = draft.structure.list(target.list.kind);
  if (!draft.structure.isBearing(list.of)) return undefined;
  return namesBelow(draft, draft.item(list, target.list.of, target.index));
}

function vanishingFrom(draft: Draft, { kind, of }: Whole): Names | undefined {
  const { structure } = draft;
  const list = structure.lists.get(kind);
  const inner = structure.inners.get(kind);
  if (inner && structure.isNamed(inner.part)) {
    const root = draft.findRoot(inner.part);
    return root && namesBelow(draft, root);
  }
  if (!list || !structure.isBearing(list.of)) return undefined;
  const owner = draft.owner(list, of);
  return itemsOf(owner.value, list)
    .map((value) => namesBelow(draft, { part: list.of, value: value as Members, owner, list }))
    .reduce<Names>((all, names) => joined(all, names) ?? all, {});
}

function joined(a: Names | undefined, b: Names | undefined): Names | undefined {
  if (!a || !b) return a ?? b;
  const names: Record<string, readonly string[]> = { ...a };
  for (const [part, more] of Object.entries(b)) names[part] = [...(names[part] ?? []), ...more];
  return names;
}

/** The names that one kind of part had before a change. */
class Space {
  /** Names made by the change itself. */
  readonly #made = new Set<string>();
  /** Names that are others now, by the one they have now. */
  readonly #renamed = new Map<string, string>();
  readonly #gone = new Set<string>();

  add(name: string): void {
    this.#made.add(name);
  }

  rename(from: string, to: string): void {
    if (this.#made.delete(from)) {
      this.#made.add(to);
      return;
    }
    this.#made.delete(to);
    this.#renamed.set(to, this.#renamed.get(from) ?? from);
    this.#renamed.delete(from);
  }

  remove(name: string): void {
    if (this.#made.delete(name)) return;
    this.#gone.add(this.#renamed.get(name) ?? name);
    this.#renamed.delete(name);
  }

  gone(): string[] {
    return [...this.#gone];
  }
}

/** Follows names through the operations of a change, to tell those that were there before and are gone. */
class NameHistory {
  readonly #structure: Structure;
  readonly #spaces = new Map<string, Space>();

  constructor(structure: Structure) {
    this.#structure = structure;
  }

  /** Notes what an operation does. */
  note({ op, row, renames }: Effect, context: OpContext | undefined): void {
    for (const [part, names] of Object.entries(context?.gone ?? {})) {
      for (const name of names) this.#of(part).remove(name);
    }
    for (const { of, space, from, to } of renames) {
      const parts = of === space ? this.#structure.partsIn(space) : [of];
      for (const part of parts) this.#of(part).rename(from, to);
    }
    if (renames.length > 0) return;
    for (const { part, name } of broughtNames(this.#structure, op, row)) this.#of(part).add(name);
  }

  /** The names that were there at first and are not any more. */
  gone(): Names {
    return Object.fromEntries(
      Array.from(this.#spaces, ([part, space]) => [part, space.gone()] as const).filter(([, names]) =>
        names.length > 0
      ),
    );
  }

  #of(part: string): Space {
    const known = this.#spaces.get(part);
    if (known) return known;
    const space = new Space();
    this.#spaces.set(part, space);
    return space;
  }
}
