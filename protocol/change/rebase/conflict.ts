import { type Effect, type Insertion, nameWord } from "./effect.ts";
import {
  ownerOf,
  quote,
  sameList,
  sameTarget,
  sectionOf,
  type Target,
  targetText,
  type Whole,
  wholeText,
} from "./target.ts";

/**
 * Why an operation cannot follow another one although everything it refers to is still there: it would overwrite
 * what its author has not seen, or ask for a name or a place that cannot be had.
 *
 * @param later The operation that comes second; both are made from the same document.
 * @param earlier The operation that comes first.
 * @returns What is in the way, as the beginning of a sentence; `undefined` when nothing is.
 */
export function conflict(later: Effect, earlier: Effect): string | undefined {
  return takenName(later, earlier) ?? overwritten(later, earlier) ?? movedInto(later, earlier) ??
    cycle(later, earlier) ?? renamedTwice(later, earlier);
}

function takenName(later: Effect, earlier: Effect): string | undefined {
  if (later.brings.length === 0) return undefined;
  const words = earlier.verb === "move" ? movedWords(earlier) : earlier.brings;
  const taken = words.length === 0 ? undefined : later.brings.find((word) => words.includes(word));
  if (taken === undefined || givesSameName(later, earlier)) return undefined;
  const [space, name] = [taken.slice(0, taken.indexOf(":")), taken.slice(taken.indexOf(":") + 1)];
  return `the ${later.structure.model.spaces[space]?.noun ?? "name"} ${quote(name)} was taken`;
}

/** The names that a move keeps taken, even if the later author removed what they were in. */
export function movedWords({ target, ancestry }: Effect): readonly string[] {
  if (target?.by !== "name") return [];
  const names = ancestry && ancestry.moved.length > 0 ? ancestry.moved : [target.name];
  return names.map((name) => nameWord(target.space, name));
}

/** True when both give the same part the same name. */
function givesSameName(later: Effect, earlier: Effect): boolean {
  const [mine, theirs] = [later.renames[0], earlier.renames[0]];
  return mine !== undefined && theirs !== undefined && mine.to === theirs.to &&
    haveSameTarget(later, earlier);
}

/** True when both operations refer to the same part. */
export function haveSameTarget(a: Effect, b: Effect): boolean {
  return a.target !== undefined && b.target !== undefined && sameTarget(a.target, b.target, a.root ?? b.root);
}

/** A whole list that is written over what happened in it. */
function overwritten(later: Effect, earlier: Effect): string | undefined {
  for (const whole of later.wholes) {
    if (earlier.vague.includes(whole.kind)) return `${wholeText(later.structure, whole)} may have changed`;
    if (isInside(earlier, whole, later)) return `${wholeText(later.structure, whole)} changed`;
  }
  return undefined;
}

/** True when an operation does something inside what another one writes as a whole. */
function isInside(effect: Effect, whole: Whole, by: Effect): boolean {
  const { structure } = effect;
  const root = by.root ?? effect.root;
  if (effect.wholes.some((other) => sameList(other, whole, root))) return true;
  if (whole.kind === "document") return true;
  if (structure.sections.includes(whole.kind)) {
    return targetsOf(effect).some((target) => sectionOf(structure, target) === whole.kind) ||
      (effect.place !== undefined && structure.list(effect.place.list.kind).section === whole.kind);
  }
  return touchesList(effect, whole, root) || touchesNamed(effect, whole, by) ||
    touchesInner(effect, whole, by);
}

function touchesList({ target, place, from }: Effect, whole: Whole, root: string | undefined): boolean {
  return (target?.by === "index" && sameList(target.list, whole, root)) ||
    (place !== undefined && sameList(place.list, whole, root)) ||
    (from !== undefined && sameList(from.list, whole, root));
}

/** True when it changes the inner part around a list, when that is written as a whole. */
function touchesInner({ target, structure }: Effect, { kind, of }: Whole, { loses }: Effect): boolean {
  if (target?.by !== "part" || target.name !== of || loses?.of !== target.of || loses.name !== of) {
    return false;
  }
  const inner = structure.inners.get(target.of);
  return inner !== undefined && inner.path.every((key, at) => structure.lists.get(kind)?.path[at] === key);
}

/** True when it touches named parts in a list, or below it; all of them when the names are not known. */
function touchesNamed(effect: Effect, whole: Whole, by: Effect): boolean {
  const { structure } = effect;
  const list = structure.lists.get(whole.kind);
  if (!list || !structure.isNamed(list.of)) return false;
  const space = structure.spaceOf(list.of);
  return targetsOf(effect).some((target) => {
    const name = nameOfTarget(target);
    if (name === undefined || spaceOfTarget(effect, target) !== space) return false;
    if (list.owner === list.of && name === whole.of) return false;
    if (by.gone === undefined) return true;
    return structure.partsIn(space).some((part) => by.gone?.[part]?.includes(name));
  });
}

function nameOfTarget(target: Target): string | undefined {
  return target.by === "index" ? undefined : target.name ?? undefined;
}

/** The space of the named part that a target is, or belongs to. */
function spaceOfTarget({ structure }: Effect, target: Target): string | undefined {
  if (target.by === "name") return target.space;
  const owner = target.by === "part" ? structure.inners.get(target.of)?.owner : undefined;
  return owner === undefined ? undefined : structure.spaceOf(owner);
}

/** The parts that an operation refers to: its target, the owners of its lists. */
function targetsOf({ target, place, from, structure }: Effect): Target[] {
  return [
    target,
    target?.by === "index" ? ownerOf(structure, target.list) : undefined,
    place && ownerOf(structure, place.list),
    from && ownerOf(structure, from.list),
  ].filter((one) => one !== undefined);
}

/** Something that was moved into what is removed, which its remover has not seen there. */
function movedInto(later: Effect, earlier: Effect): string | undefined {
  const [gone, moved] = [later.target, earlier.target];
  if (later.verb !== "remove" || earlier.verb !== "move" || !gone || !moved || !earlier.place) {
    return undefined;
  }
  if (haveSameTarget(later, earlier) || !comesBelow(earlier, gone, earlier.place)) return undefined;
  return `${targetText(later.structure, moved)} was moved into ${targetText(later.structure, gone)}`;
}

/** True when a move takes something into a part that it was not in before. */
function comesBelow(
  { target, from, ancestry, root, structure }: Effect,
  into: Target,
  place: Insertion,
): boolean {
  if (ancestry) {
    return into.by === "name" && ancestry.under.includes(into.name) && !ancestry.was.includes(into.name);
  }
  const owner = ownerOf(structure, place.list);
  const origin = from ?? (target?.by === "index" ? target : undefined);
  return owner !== undefined && sameTarget(owner, into, root) &&
    !(origin && sameList(origin.list, place.list, root));
}

/** Two moves that would put each part below the other. */
function cycle(later: Effect, earlier: Effect): string | undefined {
  const [mine, theirs] = [later.target, earlier.target];
  if (later.verb !== "move" || earlier.verb !== "move") return undefined;
  if (mine?.by !== "name" || theirs?.by !== "name" || mine.name === theirs.name) return undefined;
  if (mine.of !== theirs.of || !later.structure.listsOf(mine.of).some(({ of }) => of === mine.of)) {
    return undefined;
  }
  const { ancestry } = earlier;
  const into = later.place?.list.of;
  if (typeof into !== "string") return undefined;
  if (ancestry && !(ancestry.under.includes(mine.name) && ancestry.moved.includes(into))) return undefined;
  return `${targetText(later.structure, theirs)} was moved`;
}

/** Names that were changed in two ways, so that the texts that refer to them cannot follow. */
function renamedTwice(later: Effect, earlier: Effect): string | undefined {
  const [main, derived] = later.renames;
  if (later.verb !== "rename" || !main || !earlier.target) return undefined;
  const isAlone = earlier.verb === "update" && earlier.renames.length > 0 && haveSameTarget(later, earlier);
  const text = targetText(later.structure, earlier.target);
  if (isAlone) return `${text} was renamed without the texts that refer to it`;
  // A derived name follows, unless it got a name of its own.
  if (!derived || earlier.renames[0]?.from !== derived.from || earlier.renames[0].space !== derived.space) {
    return undefined;
  }
  return `${text} was renamed`;
}
