import { haveSameTarget, movedWords } from "./conflict.ts";
import { type Effect, type Insertion, nameWord, type Renamed } from "./effect.ts";
import { disappears, followList, followName, followTarget, isLoss } from "./follow.ts";
import { type Step, stepsOf } from "./positions.ts";
import { named, type Names, sameList, sameNames, type Whole } from "./target.ts";

/**
 * The effect that an earlier operation still has on a document with a later one applied: whatever the later one
 * overrules is left out. The author's next operations are rebased over that.
 *
 * @param earlier The operation that comes first.
 * @param later The one that comes second, and does not conflict with it.
 * @param steps The steps of the earlier one in lists, after the later one.
 * @returns `undefined` when nothing is left of it.
 */
export function passOver(earlier: Effect, later: Effect, steps: readonly Step[]): Effect | undefined {
  if (earlier.verb === "report" || later.verb === "report") return earlier;
  if (haveSameTarget(earlier, later)) {
    if (later.verb === "remove") return aftermath(earlier, later);
    if (later.verb === "move" && earlier.verb === "move") return undefined;
  }
  const place = earlier.place && passPlace(earlier.place, later, steps.find(({ takesOut }) => !takesOut));
  if (earlier.place && !place) return vaguely(earlier, followList(earlier.place.list, later));
  const target = earlier.target && followTarget(earlier.target, later);
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
    ancestry: passAncestry(earlier, later),
    loses: passLosses(earlier, later),
    root: earlier.root === undefined ? undefined : nowNamed(rootPart(earlier), earlier.root, later),
  };
}

/** The rest of a rename whose part is gone: the names derived from it. */
function aftermath(earlier: Effect, later: Effect): Effect | undefined {
  const renames = passRenames(earlier, later);
  if (renames.length === 0) return undefined;
  return { ...idle(earlier), verb: "update", renames, brings: renames.map(wordOf) };
}

/** The rest of an effect whose list cannot be known any more; `undefined` where that list is gone. */
function vaguely(earlier: Effect, loss: unknown): Effect | undefined {
  if (loss !== "unclear") return undefined;
  const kinds = [...earlier.wholes, ...earlier.place ? [earlier.place.list] : []].map(({ kind }) => kind);
  return kinds.length === 0
    ? undefined
    : { ...idle(earlier), verb: "update", place: undefined, vague: kinds };
}

/** A move out of what the later operation removed: seen from there, something new arrives. */
function arrival(earlier: Effect, place: Insertion): Effect {
  return { ...idle(earlier), verb: "add", place, brings: movedWords(earlier) };
}

function idle(earlier: Effect): Effect {
  return {
    ...earlier,
    target: undefined,
    from: undefined,
    renames: [],
    wholes: [],
    vague: earlier.vague,
    emptied: [],
    gone: undefined,
    ancestry: undefined,
    loses: undefined,
  };
}

/** An operation that takes something out of a list, where exactly cannot be known. */
function blurred(earlier: Effect, later: Effect, place: Insertion | undefined): Effect | undefined {
  if (earlier.target?.by !== "index" || (earlier.verb !== "remove" && earlier.verb !== "move")) {
    return undefined;
  }
  const list = followList(earlier.target.list, later);
  if (isLoss(list)) return undefined;
  return { ...idle(earlier), from: { list, index: null }, place };
}

function passPlace(place: Insertion, later: Effect, step: Step | undefined): Insertion | undefined {
  const list = followList(place.list, later);
  return isLoss(list) ? undefined : { list, index: step ? step.index : place.index, sure: place.sure };
}

function passFrom({ from, target }: Effect, later: Effect, steps: readonly Step[]): Effect["from"] {
  if (!from || target?.by === "index") return undefined;
  const list = followList(from.list, later);
  const step = steps.find(({ takesOut }) => takesOut);
  return isLoss(list) ? undefined : { list, index: step ? step.index : from.index };
}

function passRenames({ renames }: Effect, later: Effect): readonly Renamed[] {
  const passed = renames.filter((renamed) => {
    const isOverruled = later.renames.some((other) =>
      other.from === renamed.from && sameNames(other, renamed)
    );
    return !isOverruled && !disappears(renamed, renamed.from, later);
  });
  return passed.length === renames.length ? renames : passed;
}

/** The names that it still brings when some of its renames are overruled. */
function passBrought(earlier: Effect, renames: readonly Renamed[]): readonly string[] {
  if (renames.length === earlier.renames.length) return earlier.brings;
  const lost = earlier.renames.filter((renamed) => !renames.includes(renamed)).map(wordOf);
  return earlier.brings.filter((word) => !lost.includes(word));
}

function wordOf({ space, to }: Renamed): string {
  return nameWord(space, to);
}

function passWholes(wholes: readonly Whole[], later: Effect): readonly Whole[] {
  if (wholes.length === 0) return wholes;
  return wholes.map((whole) => followList(whole, later)).filter((whole) => !isLoss(whole)) as Whole[];
}

function passGone({ gone, structure }: Effect, later: Effect): Names | undefined {
  if (!gone) return undefined;
  return Object.fromEntries(
    Object.entries(gone).map(([part, names]) => {
      const kind = { of: part, space: structure.spaceOf(part) };
      return [part, names.filter((name) => !disappears(kind, name, later))];
    }),
  );
}

/** The inner part that may go with its last item, when both took one away. */
function passLosses({ loses, from, structure }: Effect, later: Effect): Effect["loses"] {
  if (loses) {
    const owner = structure.inners.get(loses.of)?.owner ?? "";
    const name = nowNamed(owner, loses.name, later);
    return name === undefined ? undefined : { ...loses, name };
  }
  const list = from && structure.list(from.list.kind);
  if (list?.model.whenEmpty !== "drop lone holder" || typeof from?.list.of !== "string") return undefined;
  const takesOut = later.verb === "remove" || later.verb === "move";
  if (!takesOut || later.target?.by !== "name" || later.target.space !== structure.spaceOf(list.of)) {
    return undefined;
  }
  if (later.from && !sameList(later.from.list, from.list, later.root)) return undefined;
  const inner = structure.innersOf(list.owner).find(({ path }) => path[0] === list.path[0]);
  return inner && { of: inner.name, name: from.list.of };
}

/** The parts above and below a moved part, when the later operation moved or added parts there too. */
function passAncestry({ ancestry, target, structure, place }: Effect, later: Effect): Effect["ancestry"] {
  if (!ancestry) return undefined;
  const { under, was, moved } = ancestry;
  const part = target?.by === "name" ? target.of : structure.lists.get(place?.list.kind ?? "")?.owner ?? "";
  const into = later.place?.list.of;
  const parent = typeof into === "string" ? into : undefined;
  const isBelow = parent !== undefined && moved.includes(parent);
  if (
    later.verb === "move" && later.target?.by === "name" && later.target.space === structure.spaceOf(part)
  ) {
    // Whether further moves could close a circle cannot be known without the tree.
    if (isBelow || under.includes(later.target.name)) return undefined;
  }
  const names = (list: readonly string[]) => list.map((name) => nowNamed(part, name, later) ?? name);
  const prefix = nameWord(structure.spaceOf(part), "");
  const added = isBelow && later.verb === "add"
    ? later.brings.filter((word) => word.startsWith(prefix)).map((word) => word.slice(prefix.length))
    : [];
  if (later.renames.length === 0 && added.length === 0) return ancestry;
  return { under: names(under), was: names(was), moved: [...names(moved), ...added] };
}

/** The part that roots are, for kinds that have a root. */
function rootPart({ structure }: Effect): string {
  return structure.innersOf("document").find(({ part }) => structure.isNamed(part))?.part ?? "";
}

function nowNamed(part: string, name: string, later: Effect): string | undefined {
  const now = followName(named(later.structure, part, name), name, later);
  return typeof now === "string" ? now : undefined;
}

/** The steps of both operations, ready to be moved over each other. */
export function stepsToCross(
  later: Effect,
  earlier: Effect,
): { later: readonly Step[]; earlier: readonly Step[] } {
  const [mine, theirs] = [stepsOf(later), stepsOf(earlier)];
  if (theirs.length < 2 || !takesSame(later, earlier)) return { later: mine, earlier: theirs };
  // Once the part is taken out again, nothing is left of the earlier move.
  const put = theirs[1] as Step;
  return { later: mine.map((step) => step.takesOut ? { ...put, takesOut: true } : step), earlier: [] };
}

/** True when both take the same part out of its place. */
function takesSame(later: Effect, earlier: Effect): boolean {
  return (later.verb === "remove" || later.verb === "move") && haveSameTarget(later, earlier);
}
