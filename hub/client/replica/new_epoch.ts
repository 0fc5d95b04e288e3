import type { JsonObject } from "@loom/protocol";
import { rebasePending } from "./rebase_pending.ts";
import type { PendingChange, Replica } from "./replica.ts";
import type { Transaction } from "./transaction.ts";
import { emptyLog } from "./unsaved_log.ts";

/** A document in an epoch that is new to a client. */
export interface EpochStart {
  readonly def: JsonObject | null;
  readonly seq: number;
  readonly epoch: string;
  readonly revision: string | null;
  readonly unsaved: boolean;
  /** The changes that the document or the file has, of those that this client holds. */
  readonly known: ReadonlySet<string>;
}

/**
 * Begins a new epoch: the hub has forgotten the one before, and with it every change that was not in the file. The changes that this
 * client has seen confirmed are pending again, whoever made them, under the names they had: the hub takes the first that arrives. Then
 * the changes follow that were pending before.
 */
export function beginEpoch(
  transaction: Transaction,
  { def, seq, epoch, revision, unsaved, known }: EpochStart,
): void {
  const before = transaction.replica;
  transaction.set({
    epoch,
    seq,
    fileRevision: revision,
    unsaved,
    inFlight: null,
    holdUntil: 0,
    notice: null,
    isYielding: false,
    unsavedLog: emptyLog(def),
  });
  const { confirmed } = before;
  if (before.epoch === null || def === null || confirmed === null) {
    // Where the hub has nothing, what this client has seen is all that is left.
    const whole = confirmed === null || def !== null ? [] : [offeredWhole(before, confirmed)];
    transaction.set({ pending: [...whole, ...before.pending.map(notSent)] });
    transaction.confirm(def, null);
    return;
  }
  const { base, entries, inFile } = chainOf(before, def, confirmed, revision);
  const { pending, lost, view } = rebasePending(
    { ...before, confirmed: base, pending: entries },
    { under: base, now: def, across: null },
    {
      isLanded: ({ id, sentIn, earlierName }) => inFile.has(id) || known.has(sentIn ?? earlierName ?? ""),
    },
  );
  transaction.set({ confirmed: def, pending: pending.map(notSent) });
  transaction.emit(...lost);
  settleLanded(transaction, before, pending, new Set(lost.map(({ opId }) => opId)));
  if (view) transaction.emit(view);
}

interface Chain {
  /** The document that the first of the changes was made on. */
  readonly base: JsonObject;
  readonly entries: readonly PendingChange[];
  /** The ids of changes that the file has. */
  readonly inFile: ReadonlySet<string>;
}

/** Every change that the new epoch may lack, oldest first. */
function chainOf(
  replica: Replica,
  def: JsonObject,
  confirmed: JsonObject,
  revision: string | null,
): Chain {
  const { unsavedLog, pending, changes, unsaved, fileRevision } = replica;
  if (changes === undefined) {
    // Without operations a document can only be put back whole, and only over the file that it was made from.
    const isOffered = unsaved && revision === fileRevision;
    const entries = isOffered ? [offeredWhole(replica, confirmed), ...pending] : pending;
    return { base: isOffered ? def : confirmed, entries, inFile: new Set() };
  }
  const offered = unsavedLog.changes.map(({ id, ops, after }): PendingChange => ({
    id,
    earlierName: id,
    ops,
    after,
    isOffered: true,
    tries: 0,
  }));
  return {
    base: unsavedLog.base ?? confirmed,
    entries: [...offered, ...pending],
    inFile: new Set(unsavedLog.changes.filter(({ isInFile }) => isInFile).map(({ id }) => id)),
  };
}

/** The document as this client has seen it, for a hub that has forgotten it. */
function offeredWhole({ epoch, seq }: Replica, confirmed: JsonObject): PendingChange {
  const name = `${(epoch ?? "").replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 60)}.${seq}.whole`;
  return {
    id: name,
    ops: null,
    after: confirmed,
    whole: true,
    earlierName: name,
    isOffered: true,
    tries: 0,
  };
}

/** Settles the changes that were pending and are in the document now. */
function settleLanded(
  transaction: Transaction,
  before: Replica,
  pending: readonly PendingChange[],
  lost: ReadonlySet<string>,
): void {
  const still = new Set(pending.map(({ id }) => id));
  const opIds = before.pending.map(({ id }) => id).filter((id) => !still.has(id) && !lost.has(id));
  const { seq, epoch } = transaction.replica;
  if (opIds.length > 0) transaction.emit({ type: "settled", opIds, seq, epoch: epoch ?? "" });
}

/** A change that is no longer in flight, in a new epoch. */
function notSent({ sentIn, partial, ...entry }: PendingChange): PendingChange {
  return {
    ...entry,
    ...(sentIn === undefined ? {} : { earlierName: sentIn }),
    ...(partial === undefined ? {} : { partial: { ...partial, stage: "waiting" } }),
  };
}
