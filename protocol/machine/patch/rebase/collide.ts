import { idWord, stateWord } from "./brought_names.ts";
import type { Deed, InsertionPlace } from "./deed.ts";
import {
  isNamed,
  nameThing,
  nameWhole,
  ownerOf,
  quote,
  sameList,
  sameThing,
  type Thing,
  type Whole,
} from "./thing.ts";

/**
 * Why an operation cannot follow another one although everything it refers to is still there: it would overwrite
 * what its author has not seen, or ask for a name or a place that cannot be had.
 *
 * @param later The operation that comes second; both are made from the same document.
 * @param earlier The operation that comes first.
 * @returns What is in the way, as the beginning of a sentence; `undefined` when nothing is.
 */
export function collision(later: Deed, earlier: Deed): string | undefined {
  return takenName(later, earlier) ?? overwritten(later, earlier) ?? movedInto(later, earlier) ??
    cycle(later, earlier) ?? renamedTwice(later, earlier);
}

function takenName(later: Deed, earlier: Deed): string | undefined {
  if (later.brings.length === 0) return undefined;
  const words = earlier.verb === "move" ? movedWords(earlier) : earlier.brings;
  const taken = words.length === 0 ? undefined : later.brings.find((word) => words.includes(word));
  if (taken === undefined || givesSameName(later, earlier)) return undefined;
  const [what, name] = [taken.startsWith(stateWord("")) ? "name" : "id", taken.slice(taken.indexOf(":") + 1)];
  return `the ${what} ${quote(name)} was taken`;
}

/** The names that a move keeps taken, even if the later author removed what they were in. */
export function movedWords({ target, descent }: Deed): readonly string[] {
  if (target?.kind === "state") return (descent?.moved ?? [target.name]).map(stateWord);
  return target && isNamed(target) ? [idWord(target.name)] : [];
}

/** Whether both give the same thing the same name. */
function givesSameName(later: Deed, earlier: Deed): boolean {
  const [mine, theirs] = [later.renames[0], earlier.renames[0]];
  return mine !== undefined && theirs !== undefined && mine.to === theirs.to && sameTarget(later, earlier);
}

/** Whether both operations refer to the same thing. */
export function sameTarget(a: Deed, b: Deed): boolean {
  return a.target !== undefined && b.target !== undefined && sameThing(a.target, b.target, a.root ?? b.root);
}

/** A whole list that is written over what happened in it. */
function overwritten(later: Deed, earlier: Deed): string | undefined {
  for (const whole of later.wholes) {
    if (earlier.vague.includes(whole.kind)) return `${nameWhole(whole)} may have changed`;
    if (isInside(earlier, whole, later)) return `${nameWhole(whole)} changed`;
  }
  return undefined;
}

/** Whether an operation does something inside what another one writes as a whole. */
function isInside(deed: Deed, whole: Whole, by: Deed): boolean {
  const root = by.root ?? deed.root;
  if (deed.wholes.some((other) => sameList(other, whole, root))) return true;
  switch (whole.kind) {
    case "document":
      return true;
    case "settings":
      return deed.target?.kind === "settings";
    case "root":
      return thingsOf(deed).some(isOfStates) || deed.place?.list.kind === "states" ||
        deed.place?.list.kind === "regions";
    case "sources":
      return thingsOf(deed).some(isOfSources) || deed.place?.list.kind === "sources";
    default:
      return touchesList(deed, whole, root) || touchesCovered(deed, whole, by) ||
        touchesParallel(deed, whole, by);
  }
}

function touchesList({ target, place, from }: Deed, whole: Whole, root: string | undefined): boolean {
  return (target?.kind === "item" && sameList(target.list, whole, root)) ||
    (place !== undefined && sameList(place.list, whole, root)) ||
    (from !== undefined && sameList(from.list, whole, root));
}

/** Whether it changes the `parallel` that holds the regions, when that is written as a whole. */
function touchesParallel({ target }: Deed, { kind, of }: Whole, { unparallels }: Deed): boolean {
  return kind === "regions" && unparallels === of && target?.kind === "parallel" && target.name === of;
}

/** Whether it touches what stands in a list of states, events or timers, or below; all of them when that is not known. */
function touchesCovered(deed: Deed, whole: Whole, by: Deed): boolean {
  const isOfTrees = whole.kind === "states" || whole.kind === "regions";
  if (!isOfTrees && whole.kind !== "events" && whole.kind !== "timers") return false;
  return thingsOf(deed).some((thing) => {
    const bearer = bearerOf(thing);
    if (!bearer || (bearer.kind === "state") !== isOfTrees) return false;
    if (isOfTrees && bearer.name === whole.of) return false;
    return by.gone === undefined || isAmong(bearer, by);
  });
}

/** The things that an operation refers to: its target, the owners of its lists. */
function thingsOf({ target, place, from }: Deed): Thing[] {
  return [
    target,
    target?.kind === "item" ? ownerOf(target.list) : undefined,
    place && ownerOf(place.list),
    from && ownerOf(from.list),
  ].filter((thing) => thing !== undefined);
}

interface Bearer {
  readonly kind: "state" | "event" | "timer" | "declared";
  readonly name: string;
}

/** The named thing that a thing is, or belongs to. */
function bearerOf(thing: Thing): Bearer | undefined {
  if (thing.kind === "parallel") return { kind: "state", name: thing.name };
  return isNamed(thing) ? thing : undefined;
}

function isAmong({ kind, name }: Bearer, { gone }: Deed): boolean {
  if (!gone) return false;
  if (kind === "state") return gone.states.includes(name);
  return gone.events.includes(name) || gone.timers.includes(name);
}

function isOfStates(thing: Thing): boolean {
  return thing.kind === "state" || thing.kind === "parallel";
}

function isOfSources(thing: Thing): boolean {
  return thing.kind === "event" || thing.kind === "timer" || thing.kind === "declared" ||
    (thing.kind === "item" && thing.list.kind === "sources");
}

/** Something that was moved into what is removed, which its remover has not seen there. */
function movedInto(later: Deed, earlier: Deed): string | undefined {
  const [gone, moved] = [later.target, earlier.target];
  if (later.verb !== "remove" || earlier.verb !== "move" || !gone || !moved || !earlier.place) {
    return undefined;
  }
  if (sameTarget(later, earlier) || !comesBelow(earlier, gone, earlier.place)) return undefined;
  return `${nameThing(moved)} was moved into ${nameThing(gone)}`;
}

/** Whether a move takes something into a thing that it was not in before. */
function comesBelow({ target, from, descent, root }: Deed, thing: Thing, place: InsertionPlace): boolean {
  if (descent) {
    return thing.kind === "state" && descent.under.includes(thing.name) && !descent.was.includes(thing.name);
  }
  const owner = ownerOf(place.list);
  const origin = from ?? (target?.kind === "item" ? target : undefined);
  return owner !== undefined && sameThing(owner, thing, root) &&
    !(origin && sameList(origin.list, place.list, root));
}

/** Two moves of states that would put each below the other. */
function cycle(later: Deed, earlier: Deed): string | undefined {
  const [mine, theirs] = [later.target, earlier.target];
  if (later.verb !== "move" || earlier.verb !== "move") return undefined;
  if (mine?.kind !== "state" || theirs?.kind !== "state" || mine.name === theirs.name) return undefined;
  const { descent } = earlier;
  const into = later.place?.list.of;
  if (typeof into !== "string") return undefined;
  if (descent && !(descent.under.includes(mine.name) && descent.moved.includes(into))) return undefined;
  return `${nameThing(theirs)} was moved`;
}

/** Names that were changed in two ways, so that the texts that refer to them cannot be told to follow. */
function renamedTwice(later: Deed, earlier: Deed): string | undefined {
  const [main, derived] = later.renames;
  if (later.verb !== "rename" || !main || !earlier.target) return undefined;
  const isAlone = earlier.verb === "update" && earlier.renames.length > 0 && sameTarget(later, earlier);
  if (isAlone) return `${nameThing(earlier.target)} was renamed without the texts that refer to it`;
  // The event of a state's completion follows the state, unless it got a name of its own.
  if (!derived || earlier.renames[0]?.from !== derived.from || earlier.target.kind === "state") {
    return undefined;
  }
  return `${nameThing(earlier.target)} was renamed`;
}
