import { adaptOps, type AnyOp, type Changes, type Fork, forkAfter, type JsonObject } from "@loom/protocol";
import { adaptEach, type AdaptedPart } from "./adapt_each.ts";
import type { Unsaved } from "./room.ts";
import { savedPart } from "./saved_part.ts";

/** Unsaved changes on a new content of the file. */
export interface Rebased {
  /** The document with the changes that could be kept. */
  readonly def: JsonObject;
  readonly unsaved: Unsaved[];
  /** The changes that were lost, at least in part: the file changed the same thing. */
  readonly lost: Unsaved[];
}

/**
 * Rebases unsaved changes onto a new content of the file. Operations that conflict with the file's change are left out. A change
 * that the file has already is not applied again: the save was seen in the file before it was announced.
 *
 * @param before the content that the changes were made on
 * @param ops the operations from there to `now`
 * @param inFile the names of changes that were saved; `undefined` when savers do not report them
 */
export function rebaseUnsaved(
  changes: Changes,
  unsaved: readonly Unsaved[],
  before: JsonObject,
  now: JsonObject,
  ops: readonly AnyOp[],
  inFile?: readonly string[],
): Rebased {
  const states = statesOf(changes, unsaved, before);
  const named = new Set(inFile);
  const isSaved = ({ ids }: Unsaved) => named.size > 0 && ids.every((id) => named.has(id));
  const saved = inFile === undefined ? savedPart(unsaved, states, now, ops) : 0;
  const under = states[saved] ?? before;
  let fork: Fork = {
    under,
    now,
    across: saved === 0 ? [{ ops, gone: changes.gone(before, now, ops) }] : null,
  };
  const kept: Unsaved[] = [];
  const lost: Unsaved[] = [];
  for (const [index, change] of unsaved.entries()) {
    if (index < saved) continue;
    const after = states[index + 1] ?? fork.under;
    if (isSaved(change)) {
      fork = { under: after, now: fork.now, across: null };
      continue;
    }
    const adapted = adaptWhole(changes, change.ops ?? [], after, fork);
    if (change.ops === null || adapted.failed > 0) lost.push(change);
    const gone = changes.gone(fork.now, adapted.fork.now, adapted.ops);
    if (adapted.ops.length > 0) kept.push({ ...change, ops: adapted.ops, gone });
    fork = adapted.fork;
  }
  return { def: fork.now, unsaved: kept, lost };
}

/** A change as one, else operation by operation. */
function adaptWhole(changes: Changes, own: readonly AnyOp[], after: JsonObject, fork: Fork): AdaptedPart {
  const adapted = adaptOps(changes, own, after, fork);
  if (!adapted.ok) return adaptEach(changes, own, fork);
  const { ops, after: now } = adapted.value;
  return { ops, failed: 0, fork: forkAfter(changes, own, after, fork, now) };
}

/** The content that the changes were made on, and the document after each of them. */
function statesOf(changes: Changes, unsaved: readonly Unsaved[], before: JsonObject): JsonObject[] {
  const states = [before];
  for (const { ops } of unsaved) {
    const after = changes.apply(states.at(-1) ?? before, ops ?? []);
    if (!after.ok) {
      throw new Error(`An unsaved change does not fit the document it was made on: ${after.refusal.message}`);
    }
    states.push(after.value);
  }
  return states;
}
