import type { AnyOp } from "../change/row.ts";
import type { Changes } from "../change/changes.ts";
import type { JsonObject } from "../json/value.ts";
import type { DrawnLine } from "../layout/incremental/drawn_lines.ts";
import { type Arrangement, pictureIn, type Place, type Places, withPicture } from "./arrangement.ts";
import {
  idsOf,
  keysOf,
  linesById,
  type Placeable,
  placeKeys,
  placesById,
  wholeNames,
} from "./element_keys.ts";

/** Lists the elements that have a place in a notation; without a name in the default one. */
export type ListPlaceables<Doc extends object = JsonObject> = (
  document: Doc,
  notation?: string,
) => readonly Placeable[];

/** An edit of a document, for {@linkcode followArrangement}. */
export interface FollowedEdit {
  /** The document before. */
  readonly before: JsonObject;
  /** The document after. */
  readonly after: JsonObject;
  /** The operations between them. */
  readonly ops: readonly AnyOp[];
}

/**
 * The arrangement of a document after an edit: renamed and moved elements keep their places, and what is gone loses its own. New
 * elements have none yet, unless the arrangement had a place for them before they came, as a canvas has.
 */
export function followArrangement(
  arrangement: Arrangement,
  { before, after, ops }: FollowedEdit,
  changes: Pick<Changes, "apply" | "rows">,
  list: ListPlaceables,
): Arrangement {
  const stages = stagesOf(before, ops, changes);
  const followed = (notation: string | undefined) => follow(stages, after, (one) => list(one, notation));
  let next: Arrangement = arrangement;
  for (const notation of [undefined, ...Object.keys(arrangement.notations)]) {
    const { old, now, origins } = followed(notation);
    const picture = pictureIn(arrangement, notation);
    next = withPicture(next, notation, {
      places: placesNow({ old, now, origins }, picture.places),
      lines: linesByKey(now, origins, linesById(old, picture.lines)),
    });
  }
  const { old, now, origins } = followed(undefined);
  const collapsed = new Set(idsOf(old, arrangement.collapsed));
  const keys = keysOf(now);
  return {
    ...next,
    collapsed: now.flatMap(({ id }, at) => collapsed.has(origins.get(id) ?? "") ? [keys[at] ?? id] : []),
  };
}

/** A document on the way from one to another: before renames, and after them. */
interface Stage {
  readonly document: JsonObject;
  /** True if it came from the last one by a rename, so that its elements are the same, one by one. */
  readonly isRenamed: boolean;
}

/** The documents before and after each rename; what else happens between them counts as one step. */
function stagesOf(
  before: JsonObject,
  ops: readonly AnyOp[],
  { apply, rows }: Pick<Changes, "apply" | "rows">,
): Stage[] {
  const renames = new Set(rows.flatMap(({ op, verb }) => verb === "rename" ? [op] : []));
  const stages: Stage[] = [{ document: before, isRenamed: false }];
  let document = before;
  let waiting: AnyOp[] = [];
  for (const op of ops) {
    if (!renames.has(op.op)) {
      waiting.push(op);
      continue;
    }
    const ready = apply(document, waiting);
    const renamed = ready.ok ? apply(ready.value, [op]) : ready;
    if (!ready.ok || !renamed.ok) break;
    if (waiting.length > 0) stages.push({ document: ready.value, isRenamed: false });
    stages.push({ document: renamed.value, isRenamed: true });
    [document, waiting] = [renamed.value, []];
  }
  return stages;
}

/** Elements before and now, and of those now the ids of those that they were. */
interface Followed {
  readonly old: readonly Placeable[];
  readonly now: readonly Placeable[];
  readonly origins: ReadonlyMap<string, string>;
}

function follow(
  [first, ...stages]: readonly Stage[],
  after: JsonObject,
  list: (document: JsonObject) => readonly Placeable[],
): Followed {
  const old = first ? list(first.document) : [];
  let [last, origins] = [old, new Map(old.map(({ id }) => [id, id]))];
  for (const { document, isRenamed } of [...stages, { document: after, isRenamed: false }]) {
    const now = list(document);
    const pairs = isRenamed && now.length === last.length
      ? now.map(({ id }, at) => [id, last[at]?.id] as const)
      : pairsOf(last, now);
    origins = new Map(pairs.flatMap(([id, was]) => {
      const origin = origins.get(was ?? "");
      return origin === undefined ? [] : [[id, origin]];
    }));
    last = now;
  }
  return { old, now: last, origins };
}

/** Pairs the elements of two versions: by all names, else by the own name where only one of each has it. */
function pairsOf(last: readonly Placeable[], now: readonly Placeable[]): [id: string, was: string][] {
  const names = wholeNames(last);
  const whole = new Map(last.map((element, at) => [names[at], element]));
  const pairs: [string, string][] = [];
  const own = wholeNames(now);
  const rest = now.filter(({ id }, at) => {
    const was = whole.get(own[at]);
    if (was) pairs.push([id, was.id]);
    return !was;
  });
  const paired = new Set(pairs.map(([, was]) => was));
  const left = Map.groupBy(last.filter(({ id }) => !paired.has(id)), ({ names }) => names.at(-1));
  for (const [name, [element, ...others]] of Map.groupBy(rest, ({ names }) => names.at(-1))) {
    const [was, ...more] = left.get(name) ?? [];
    if (element && was && others.length + more.length === 0) pairs.push([element.id, was.id]);
  }
  return pairs;
}

function placesNow({ old, now, origins }: Followed, places: Places): Record<string, Place> {
  const oldKeys = placeKeys(old, places);
  const taken = new Set(oldKeys.values());
  const early = placesById(
    now,
    Object.fromEntries(Object.entries(places).filter(([key]) => !taken.has(key))) as Places,
  );
  const keys = keysOf(now);
  return Object.fromEntries(now.flatMap(({ id }, at) => {
    const origin = origins.get(id);
    const place = origin === undefined ? early.get(id) : places[oldKeys.get(origin) ?? ""];
    return place ? [[keys[at] ?? id, place]] : [];
  }));
}

function linesByKey(
  now: readonly Placeable[],
  origins: ReadonlyMap<string, string>,
  lines: readonly DrawnLine[],
): DrawnLine[] {
  const names = keysOf(now);
  const keys = new Map(now.map(({ id }, at) => [origins.get(id), names[at]]));
  return lines.flatMap((line) => {
    const [from, to] = [keys.get(line.from), keys.get(line.to)];
    return from === undefined || to === undefined ? [] : [{ ...line, from, to }];
  });
}
