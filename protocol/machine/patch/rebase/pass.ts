import { idWord, stateWord } from "./brought_names.ts";
import { movedWords, sameTarget } from "./collide.ts";
import type { Deed, InsertionPlace, Renaming } from "./deed.ts";
import { disappears, followList, followName, followThing, isLoss } from "./follow.ts";
import { type Step, stepsOf } from "./positions.ts";
import { type NamedKind, sameList, sameNames, type Whole } from "./thing.ts";

/**
 * What an earlier operation still does in a document in which a later one was done already: what the later one
 * overrules is left out. The author's next operations are rebased over that.
 *
 * @param earlier The operation that comes first.
 * @param later The one that comes second, and does not collide with it.
 * @param steps The steps of the earlier one in lists, after the later one.
 * @returns `undefined` when nothing is left of it.
 */
export function passOver(earlier: Deed, later: Deed, steps: readonly Step[]): Deed | undefined {
  if (earlier.verb === "runtime" || later.verb === "runtime") return earlier;
  if (sameTarget(earlier, later)) {
    if (later.verb === "remove") return aftermath(earlier, later);
    if (later.verb === "move" && earlier.verb === "move") return undefined;
  }
  const place = earlier.place && passPlace(earlier.place, later, steps.find(({ takesOut }) => !takesOut));
  if (earlier.place && !place) return vaguely(earlier, followList(earlier.place.list, later));
  const target = earlier.target && followThing(earlier.target, later);
  if (target === "unclear") return blurred(earlier, later, place) ?? vaguely(earlier, target);
  if (isLoss(target)) return place ? arrival(earlier, place) : aftermath(earlier, later);
  const renames = passRenames(earlier, later);
  if (earlier.verb === "rename" && renames.length === 0) return undefined;
  return {
    ...earlier,
    target,
    place,
    from: passFrom(earlier, later, steps),
    renames,
    brings: passBrought(earlier, renames),
    wholes: passWholes(earlier.wholes, later),
    emptied: passWholes(earlier.emptied, later),
    gone: passGone(earlier, later),
    descent: passDescent(earlier, later),
    unparallels: passUnparallels(earlier, later),
    root: earlier.root === undefined ? undefined : nowNamed("state", earlier.root, later),
  };
}

/** What a rename did to others than the thing that is gone: the event of a state's completion. */
function aftermath(earlier: Deed, later: Deed): Deed | undefined {
  const renames = passRenames(earlier, later);
  if (renames.length === 0) return undefined;
  return { ...idle(earlier), verb: "update", renames, brings: renames.map(wordOf) };
}

/** What is known of it where nobody can tell any more in which list it did something; `undefined` where that list is gone. */
function vaguely(earlier: Deed, loss: unknown): Deed | undefined {
  if (loss !== "unclear") return undefined;
  const kinds = [...earlier.wholes, ...earlier.place ? [earlier.place.list] : []].map(({ kind }) => kind);
  return kinds.length === 0
    ? undefined
    : { ...idle(earlier), verb: "update", place: undefined, vague: kinds };
}

/** A move out of what the later operation removed: seen from there, something new arrives. */
function arrival(earlier: Deed, place: InsertionPlace): Deed {
  return { ...idle(earlier), verb: "add", place, brings: movedWords(earlier) };
}

function idle(earlier: Deed): Deed {
  return {
    ...earlier,
    target: undefined,
    from: undefined,
    renames: [],
    wholes: [],
    vague: earlier.vague,
    emptied: [],
    gone: undefined,
    descent: undefined,
    unparallels: undefined,
  };
}

/** An operation that takes something out of a list, of which nobody can tell where. */
function blurred(earlier: Deed, later: Deed, place: InsertionPlace | undefined): Deed | undefined {
  if (earlier.target?.kind !== "item" || (earlier.verb !== "remove" && earlier.verb !== "move")) {
    return undefined;
  }
  const list = followList(earlier.target.list, later);
  if (isLoss(list)) return undefined;
  return { ...idle(earlier), from: { list, index: null }, place };
}

function passPlace(place: InsertionPlace, later: Deed, step: Step | undefined): InsertionPlace | undefined {
  const list = followList(place.list, later);
  return isLoss(list) ? undefined : { list, index: step ? step.index : place.index, sure: place.sure };
}

function passFrom({ from, target }: Deed, later: Deed, steps: readonly Step[]): Deed["from"] {
  if (!from || target?.kind === "item") return undefined;
  const list = followList(from.list, later);
  const step = steps.find(({ takesOut }) => takesOut);
  return isLoss(list) ? undefined : { list, index: step ? step.index : from.index };
}

function passRenames({ renames }: Deed, later: Deed): readonly Renaming[] {
  const passed: Renaming[] = [];
  for (const renaming of renames) {
    const { kind, from } = renaming;
    const isOverruled = later.renames.some((other) => other.from === from && sameNames(other.kind, kind));
    if (!isOverruled && !disappears(kind, from, later)) passed.push(renaming);
  }
  return passed.length === renames.length ? renames : passed;
}

/** The names that it still brings when some of its renames are overruled. */
function passBrought(earlier: Deed, renames: readonly Renaming[]): readonly string[] {
  if (renames.length === earlier.renames.length) return earlier.brings;
  const lost = earlier.renames.filter((renaming) => !renames.includes(renaming)).map(wordOf);
  return earlier.brings.filter((word) => !lost.includes(word));
}

function wordOf({ kind, to }: Renaming): string {
  return kind === "state" ? stateWord(to) : idWord(to);
}

function passWholes(wholes: readonly Whole[], later: Deed): readonly Whole[] {
  if (wholes.length === 0) return wholes;
  return wholes.map((whole) => followList(whole, later)).filter((whole) => !isLoss(whole)) as Whole[];
}

function passGone({ gone }: Deed, later: Deed): Deed["gone"] {
  if (!gone) return undefined;
  const left = (kind: NamedKind, names: readonly string[]) =>
    names.some((name) => disappears(kind, name, later))
      ? names.filter((name) => !disappears(kind, name, later))
      : names;
  return {
    states: left("state", gone.states),
    events: left("event", gone.events),
    timers: left("timer", gone.timers),
  };
}

/** The state that may have lost its last region, when both took one away. */
function passUnparallels({ unparallels, from }: Deed, later: Deed): string | undefined {
  if (unparallels !== undefined) return nowNamed("state", unparallels, later);
  if (from?.list.kind !== "regions" || typeof from.list.of !== "string") return undefined;
  if ((later.verb !== "remove" && later.verb !== "move") || later.target?.kind !== "state") return undefined;
  return later.from && !sameList(later.from.list, from.list, later.root) ? undefined : from.list.of;
}

/** Who stands above and below a moved state, when the later operation moved or added states there too. */
function passDescent({ descent }: Deed, later: Deed): Deed["descent"] {
  if (!descent) return undefined;
  const { under, was, moved } = descent;
  const into = later.place?.list.of;
  const parent = typeof into === "string" ? into : undefined;
  const isBelow = parent !== undefined && moved.includes(parent);
  if (later.verb === "move" && later.target?.kind === "state") {
    // Whether further moves could close a circle cannot be told without the tree.
    if (isBelow || under.includes(later.target.name)) return undefined;
  }
  const names = (list: readonly string[]) => list.map((name) => nowNamed("state", name, later) ?? name);
  const added = isBelow && later.verb === "add" ? statesBroughtBy(later) : [];
  if (later.renames.length === 0 && added.length === 0) return descent;
  return { under: names(under), was: names(was), moved: [...names(moved), ...added] };
}

function statesBroughtBy({ brings }: Deed): string[] {
  const prefix = stateWord("");
  return brings.filter((word) => word.startsWith(prefix)).map((word) => word.slice(prefix.length));
}

function nowNamed(kind: NamedKind, name: string, later: Deed): string | undefined {
  const now = followName(kind, name, later);
  return typeof now === "string" ? now : undefined;
}

/** The steps of both operations, ready to be carried over each other. */
export function stepsToCross(
  later: Deed,
  earlier: Deed,
): { later: readonly Step[]; earlier: readonly Step[] } {
  const [mine, theirs] = [stepsOf(later), stepsOf(earlier)];
  if (theirs.length < 2 || !takesSame(later, earlier)) return { later: mine, earlier: theirs };
  // Once the thing is taken out again, nothing is left of the earlier move.
  const put = theirs[1] as Step;
  return { later: mine.map((step) => step.takesOut ? { ...put, takesOut: true } : step), earlier: [] };
}

/** Whether both take the same thing out of its place. */
function takesSame(later: Deed, earlier: Deed): boolean {
  return (later.verb === "remove" || later.verb === "move") && sameTarget(later, earlier);
}
