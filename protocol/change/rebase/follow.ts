import { DOCUMENT } from "../model.ts";
import type { Effect } from "./effect.ts";
import { movesItem, stepsOf } from "./positions.ts";
import {
  type ListRef,
  named,
  type NameKind,
  type Names,
  ownerOf,
  sameList,
  sameNames,
  sectionOf,
  type Target,
  type Whole,
} from "./target.ts";

/** Why a part cannot be followed: it was removed, or replaced, or which one it is now cannot be known. */
export type Loss = "removed" | "replaced" | "unclear";

/** True when that is why something was lost. */
export function isLoss(value: unknown): value is Loss {
  return typeof value === "string";
}

/** Finds a part again once an operation is done. */
export function followTarget(target: Target, over: Effect): Target | Loss {
  if (target.by === "index") return followItem(target.list, target.index, over);
  if (target.by === "name") {
    const name = followName(target, target.name, over);
    if (name === target.name) return target;
    return typeof name === "string" ? { ...target, name } : name.lost;
  }
  if (target.name !== null) return followInner(target.of, target.name, over);
  return over.wholes.some(({ kind }) => kind === target.of) ? "replaced" : target;
}

/** Finds a name again once an operation is done. */
export function followName(kind: NameKind, name: string, over: Effect): string | { readonly lost: Loss } {
  if (disappears(kind, name, over)) return over.verb === "remove" ? REMOVED : REPLACED;
  for (const renamed of over.renames) {
    if (renamed.from === name && sameNames(kind, renamed)) return renamed.to;
  }
  return name;
}

const REMOVED = { lost: "removed" } as const;
const REPLACED = { lost: "replaced" } as const;

/** True when a name disappears with an operation, its own rename aside. */
export function disappears(
  kind: NameKind,
  name: string,
  { verb, target, gone, wholes, structure }: Effect,
): boolean {
  if (verb === "remove" && target?.by === "name" && target.name === name && sameNames(target, kind)) {
    return true;
  }
  if (wholes.length > 0) {
    const section = sectionOf(structure, named(structure, kind.of, name));
    if (wholes.some((whole) => whole.kind === section)) return true;
  }
  if (!gone) return false;
  for (const part in gone) {
    if (sameNames(kind, { of: part, space: structure.spaceOf(part) }) && gone[part]?.includes(name)) {
      return true;
    }
  }
  return false;
}

/** Finds a list again once an operation is done. */
export function followList<L extends ListRef | Whole>(list: L, over: Effect): L | Loss {
  if (over.wholes.length > 0 && isRewritten(list, over)) return "replaced";
  return followOwner(list, over);
}

/** Finds a list again that something new is for: it may have been emptied. */
export function followListForNew(list: ListRef, over: Effect): ListRef | Loss {
  return isEmptied(list, over) ? followOwner(list, over) : followList(list, over);
}

/** True when an operation leaves a list empty. */
export function isEmptied(list: ListRef, { emptied, root }: Effect): boolean {
  return emptied.some((whole) => sameList(whole, list, root));
}

function followOwner<L extends ListRef | Whole>(list: L, over: Effect): L | Loss {
  const owner = ownerOf(over.structure, list);
  if (!owner) return list;
  const now = followTarget(owner, over);
  if (now === owner || isLoss(now)) return now === owner ? list : now as Loss;
  const of = now.by === "index" ? now.index : now.name;
  return of === list.of ? list : { ...list, of };
}

function isRewritten(list: Whole, { wholes, root, structure }: Effect): boolean {
  if (wholes.some((whole) => sameList(whole, list, root))) return true;
  // The lists of the root have no owner that could be followed.
  const info = structure.lists.get(list.kind);
  return list.of === null && info !== undefined && info.owner !== DOCUMENT &&
    wholes.some(({ kind }) => kind === info.section);
}

function followItem(list: ListRef, index: number, over: Effect): Target | Loss {
  const now = followList(list, over);
  if (isLoss(now)) return now;
  const at = movesItem(list, index, stepsOf(over), over.root);
  if (at === null) return "unclear";
  if (at !== "taken") return { by: "index", list: now, index: at };
  const { verb, place } = over;
  if (verb !== "move") return "removed";
  if (!place || place.index === null || place.index === Infinity) return "unclear";
  // An index beyond the end means the end.
  if (!place.sure && place.index > index) return "unclear";
  return { by: "index", list: place.list, index: place.index };
}

function followInner(of: string, name: string, over: Effect): Target | Loss {
  const owner = over.structure.inners.get(of)?.owner ?? DOCUMENT;
  const now = followName(named(over.structure, owner, name), name, over);
  if (typeof now !== "string") return now.lost;
  if (over.loses?.of === of && over.loses.name === name) {
    return over.wholes.length > 0 ? "replaced" : "removed";
  }
  return { by: "part", of, name: now };
}

/** The names that an operation takes away with it, after an earlier one renamed, removed or moved away some of them. */
export function goneAfter({ gone }: Effect, earlier: Effect): Names | undefined {
  if (!gone) return undefined;
  const all = Object.entries(gone).map(([part, names]) => [part, followAll(part, names, earlier)] as const);
  return Object.fromEntries(all.map(([part, names]) => [part, withoutMoved(part, names, earlier)]));
}

function followAll(part: string, names: readonly string[], earlier: Effect): readonly string[] {
  const { verb, gone, wholes, renames, structure } = earlier;
  const takesNames = verb === "remove" || gone !== undefined || wholes.length > 0;
  if (names.length === 0 || (renames.length === 0 && !takesNames)) return names;
  const kind: NameKind = { of: part, space: structure.spaceOf(part) };
  return names.filter((name) => !disappears(kind, name, earlier))
    .map((name) => followName(kind, name, earlier))
    .filter((name) => typeof name === "string");
}

/** Drops the names of a part that was moved elsewhere: it stays when its old owner goes. */
function withoutMoved(
  part: string,
  names: readonly string[],
  { target, place, ancestry, from, structure }: Effect,
): readonly string[] {
  if (target?.by !== "name" || target.of !== part || !place || !names.includes(target.name)) return names;
  const isTree = structure.listsOf(part).some(({ of }) => of === part);
  if (!isTree) {
    return from && sameList(from.list, place.list, undefined)
      ? names
      : names.filter((name) => name !== target.name);
  }
  if (!ancestry) return names;
  const into = place.list.of;
  if (typeof into === "string" && names.includes(into)) return names;
  return names.filter((name) => !ancestry.moved.includes(name));
}
