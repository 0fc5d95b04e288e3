import { textOf } from "../../located.ts";
import {
  allFragments,
  branchPoint,
  fragmentsOf,
  type LocatedFragment,
  messagesOf,
  rejoinPoint,
} from "../lookup.ts";
import type { SequenceOp } from "../ops.ts";
import type { SequenceDefinition, SqdFragment } from "../types.ts";

/** The fragments of a document by the ids that operations use. */
export interface Identified {
  /** The operations that give ids to fragments without one; mostly none. */
  readonly ops: readonly SequenceOp[];
  /** The id of a fragment. */
  idOf(fragment: LocatedFragment): string;
}

/** Gives every fragment an id of its own: documents of earlier versions have none. */
export function identified(def: SequenceDefinition): Identified {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  let isChanged = false;
  for (const { ref, value } of allFragments(def)) {
    const own = textOf(value.id);
    const id = own !== "" && !taken.has(own) ? own : freeId(textOf(value.kind), taken);
    isChanged ||= id !== own;
    taken.add(id);
    ids.set(ref, id);
  }
  const fragments = def.fragments;
  return {
    ops: isChanged && fragments
      ? [{ op: "document.update", patch: { fragments: withIds(fragments, "", ids) } }]
      : [],
    idOf: ({ ref }) => ids.get(ref) ?? "",
  };
}

/** An id for a new fragment: its kind and a number. */
export function newFragmentId(def: SequenceDefinition, kind: string): string {
  const taken = new Set(allFragments(def).map(({ value }) => textOf(value.id)));
  return freeId(kind, taken);
}

function freeId(kind: string, taken: ReadonlySet<string>): string {
  for (let number = 1;; number++) {
    const id = `${kind || "fragment"}${number}`;
    if (!taken.has(id)) return id;
  }
}

function withIds(
  fragments: readonly SqdFragment[],
  before: string,
  ids: ReadonlyMap<string, string>,
): SqdFragment[] {
  return fragments.map((fragment, index) => {
    const ref = `${before}f${index + 1}`;
    const id = ids.get(ref);
    // An entry that is no object stays as it is.
    if (typeof fragment !== "object" || fragment === null) return fragment;
    const inner = fragment.fragments ? { fragments: withIds(fragment.fragments, `${ref}.`, ids) } : {};
    return {
      ...(id === undefined ? {} : { id }),
      ...fragment,
      ...(id === undefined ? {} : { id }),
      ...inner,
    };
  });
}

/**
 * The operations that keep fragments at the messages they follow, when messages of the path around them come, go or
 * move.
 *
 * @param around The fragment whose messages change; `undefined` for the main path.
 * @param shifted The number of messages before a point, afterwards.
 */
export function shiftAnchors(
  def: SequenceDefinition,
  around: LocatedFragment | undefined,
  shifted: (point: number) => number,
  { idOf }: Identified,
): SequenceOp[] {
  return fragmentsOf(def, around).flatMap((fragment): SequenceOp[] => {
    const [after, until] = [branchPoint(fragment), rejoinPoint(fragment)];
    const newAfter = shifted(after);
    const newUntil = until === undefined ? undefined : Math.max(newAfter, shifted(until));
    const patch = {
      ...(newAfter === after ? {} : { after: newAfter }),
      ...(newUntil === until ? {} : { until: newUntil }),
    };
    return Object.keys(patch).length === 0
      ? []
      : [{ op: "fragment.update", id: idOf(fragment), patch: patch as Partial<SqdFragment> }];
  });
}

/**
 * The fragments that lose their last message, inner fragments included; one that had none is none of them.
 *
 * @param gone The addresses of the messages that go.
 */
export function emptiedFragments(def: SequenceDefinition, gone: ReadonlySet<string>): LocatedFragment[] {
  return allFragments(def).filter((fragment) => {
    const all = [fragment, ...allFragments(def, fragment)].flatMap((one) => messagesOf(def, one));
    return all.length > 0 && all.every(({ ref }) => gone.has(ref));
  });
}

/** Of some fragments, those that are in none of the others. */
export function outermost(fragments: readonly LocatedFragment[]): LocatedFragment[] {
  const refs = new Set(fragments.map(({ ref }) => ref));
  return fragments.filter(({ around }) => around === undefined || !refs.has(around.ref));
}
