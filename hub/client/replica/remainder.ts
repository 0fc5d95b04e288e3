/**
 * The rest of a change that another client has restored in part.
 *
 * After a hub has started again, several clients offer the same change, and one that lacks a part of it may be first. Those who have more
 * of it send the rest.
 *
 * @module
 */
import { type AnyOp, type Changes, type Fork, isObject, ownIdOf, WIRE_LIMITS } from "@loom/protocol";
import { adaptEach } from "../../room/adapt_each.ts";
import type { RebasedChange } from "./rebase_pending.ts";
import type { PendingChange, Replica } from "./replica.ts";

/** The operations that are missing, by the id of the pending change. */
export type Rests = ReadonlyMap<string, ReadonlySet<AnyOp>>;

/** Nothing is missing. */
export const NO_RESTS: Rests = new Map();

/** Ends the name of the rest of a change that several offer: all of them use the same. */
const REST = ".rest";

/** The operations of pending changes that are missing in a change that arrived under their name. */
export function restsOf({ pending, changes }: Replica, opId: string, arrived: readonly AnyOp[]): Rests {
  if (changes === undefined || opId.endsWith(REST)) return NO_RESTS;
  const added = new Set(arrived.filter((op) => adds(changes, op)).map((op) => keyOf(changes, op)));
  const rests = pending.filter(({ earlierName }) => earlierName === opId).map(({ id, ops, isOffered }) => {
    const rest = (ops ?? []).filter((op) => adds(changes, op) && !added.has(keyOf(changes, op)));
    // Others send the rest of an offered change too: only what cannot be added twice is safe.
    return [id, new Set(isOffered ? rest.filter((op) => isAddedOnce(changes, op)) : rest)] as const;
  });
  return new Map(rests.filter(([, rest]) => rest.size > 0));
}

/** The rest of a change as a change of its own, with a new name. */
export function remainder(
  changes: Changes,
  entry: PendingChange,
  rest: ReadonlySet<AnyOp>,
  start: Fork,
): RebasedChange {
  const { ops, fork } = adaptEach(changes, entry.ops ?? [], start, (op) => !rest.has(op));
  const { earlierName = entry.id, partial: _, ...own } = entry;
  if (entry.isOffered) {
    const name = earlierName.slice(0, WIRE_LIMITS.opId - REST.length) + REST;
    return { entry: { ...own, earlierName: name, ops, after: fork.now }, fork };
  }
  const tries = entry.tries + (entry.sentIn === undefined ? 1 : 0);
  return { entry: { ...own, ops, after: fork.now, tries }, fork };
}

function adds(changes: Changes, op: AnyOp): boolean {
  return changes.added(op) !== undefined;
}

/** True when the document takes an item only once: by its name, or because it has an id of its own. */
function isAddedOnce(changes: Changes, op: AnyOp): boolean {
  return changes.isUnique(op) || ownId(changes.added(op)) !== undefined;
}

/** Identifies an item that is added: by an id of its own, which no rename changes, else by all of it. */
function keyOf(changes: Changes, op: AnyOp): string {
  const item = changes.added(op);
  const id = ownId(item);
  return id === undefined ? JSON.stringify(item) : `${op.op} ${id}`;
}

function ownId(item: unknown): ReturnType<typeof ownIdOf> {
  return isObject(item) ? ownIdOf(item) : undefined;
}
