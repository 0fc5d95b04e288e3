import type { Deed } from "./deed.ts";
import { slideItem, stepsOf } from "./positions.ts";
import {
  isNamed,
  type ListRef,
  type NamedKind,
  ownerOf,
  sameList,
  sameNames,
  type Thing,
  type Whole,
} from "./thing.ts";

/** Why something cannot be followed: it was removed, or replaced, or which one it is now cannot be told. */
export type Loss = "removed" | "replaced" | "unclear";

/** Whether that is why something was lost. */
export function isLoss(value: unknown): value is Loss {
  return typeof value === "string";
}

/** Finds a thing again once an operation is done. */
export function followThing<T extends Thing>(thing: T, over: Deed): Thing | Loss {
  if (thing.kind === "item") return followItem(thing.list, thing.index, over);
  if (thing.kind === "parallel") return followParallel(thing.name, over);
  if (isNamed(thing)) {
    const name = followName(thing.kind, thing.name, over);
    if (name === thing.name) return thing;
    return typeof name === "string" ? { kind: thing.kind, name } : name.lost;
  }
  return over.wholes.some(({ kind }) => kind === thing.kind) ? "replaced" : thing;
}

/** Finds a name again once an operation is done. */
export function followName(kind: NamedKind, name: string, over: Deed): string | { readonly lost: Loss } {
  if (disappears(kind, name, over)) return over.verb === "remove" ? REMOVED : REPLACED;
  for (const { kind: which, from, to } of over.renames) {
    if (from === name && sameNames(kind, which)) return to;
  }
  return name;
}

const REMOVED = { lost: "removed" } as const;
const REPLACED = { lost: "replaced" } as const;

/** Whether a name disappears with an operation, its own rename aside. */
export function disappears(kind: NamedKind, name: string, { verb, target, gone, wholes }: Deed): boolean {
  if (
    verb === "remove" && target && isNamed(target) && target.name === name && sameNames(target.kind, kind)
  ) {
    return true;
  }
  if (wholes.some((whole) => whole.kind === (kind === "state" ? "root" : "sources"))) return true;
  if (!gone) return false;
  if (kind === "state") return gone.states.includes(name);
  return (kind !== "timer" && gone.events.includes(name)) || (kind !== "event" && gone.timers.includes(name));
}

/** Finds a list again once an operation is done. */
export function followList<L extends ListRef | Whole>(list: L, over: Deed): L | Loss {
  if (over.wholes.length > 0 && isRewritten(list, over)) return "replaced";
  return followOwner(list, over);
}

/** Finds a list again that something new is for: it may have been emptied. */
export function followListForNew(list: ListRef, over: Deed): ListRef | Loss {
  return isEmptied(list, over) ? followOwner(list, over) : followList(list, over);
}

/** Whether an operation leaves a list empty. */
export function isEmptied(list: ListRef, { emptied, root }: Deed): boolean {
  return emptied.some((whole) => sameList(whole, list, root));
}

function followOwner<L extends ListRef | Whole>(list: L, over: Deed): L | Loss {
  const owner = ownerOf(list);
  if (!owner) return list;
  const now = followThing(owner, over);
  if (now === owner || isLoss(now)) return now === owner ? list : now as Loss;
  const of = now.kind === "item" ? now.index : "name" in now ? now.name : list.of;
  return of === list.of ? list : { ...list, of };
}

function isRewritten(list: Whole, { wholes, root }: Deed): boolean {
  if (wholes.some((whole) => sameList(whole, list, root))) return true;
  // The lists of the root state have no owner that could be followed.
  return list.of === null && list.kind !== "sources" && wholes.some(({ kind }) => kind === "root");
}

function followItem(list: ListRef, index: number, over: Deed): Thing | Loss {
  const now = followList(list, over);
  if (isLoss(now)) return now;
  const at = slideItem(list, index, stepsOf(over), over.root);
  if (at === null) return "unclear";
  if (at !== "taken") return { kind: "item", list: now, index: at };
  const { verb, place } = over;
  if (verb !== "move") return "removed";
  if (!place || place.index === null || place.index === Infinity) return "unclear";
  // An index beyond the end means the end.
  if (!place.sure && place.index > index) return "unclear";
  return { kind: "item", list: place.list, index: place.index };
}

function followParallel(name: string, over: Deed): Thing | Loss {
  const now = followName("state", name, over);
  if (typeof now !== "string") return now.lost;
  if (over.unparallels === name) return over.wholes.length > 0 ? "replaced" : "removed";
  return { kind: "parallel", name: now };
}
