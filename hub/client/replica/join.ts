import { equalJson, type JoinAccepted, type JsonObject } from "@loom/protocol";
import { beginEpoch } from "./new_epoch.ts";
import { drain, landAcked, takePatch } from "./receive.ts";
import { changesFor, type Replica } from "./replica.ts";
import { sendAgain, sendNext } from "./send.ts";
import { Transaction } from "./transaction.ts";
import { emptyLog } from "./unsaved_log.ts";
import type { Update } from "./update.ts";

/** The most earlier connections that are remembered. */
const MAX_SELF_IDS = 100;

/** Takes in the answer to a join. */
export function joined(
  replica: Replica,
  { selfId, snapshot, resumed, patches, active, knownOpIds = [] }: JoinAccepted,
): Update {
  const transaction = new Transaction(replica);
  const { docId, epoch, seq, mtime, revision, unsaved, fileProblem, unsavedOpIds = [] } = snapshot;
  const def = snapshot.def as JsonObject | null;
  const known = new Set(knownOpIds);
  transaction.set({
    isJoined: true,
    selfIds: [...replica.selfIds.slice(1 - MAX_SELF_IDS), selfId],
    isAsking: false,
    isPaused: false,
    docId,
    changes: changesFor(replica.kinds, docId, def ?? replica.confirmed),
  });
  const isSame = replica.epoch === epoch && (resumed === true || seq >= replica.seq);
  if (!isSame) beginEpoch(transaction, { def, seq, epoch, revision, unsaved, known });
  else if (resumed) { for (const envelope of patches ?? []) takePatch(transaction, envelope); }
  else jump(transaction, def, seq, known);
  if (transaction.replica.seq === seq) {
    transaction.set({ fileRevision: revision, fileTime: mtime, unsaved, fileProblem: fileProblem ?? null });
    if (!isSame || !resumed) transaction.set({ unsavedIds: unsavedOpIds });
    if (!unsaved) transaction.set({ unsavedLog: emptyLog(transaction.replica.confirmed), unsavedIds: [] });
  }
  // After a resumption the patches say who is active; else the answer does, unless nobody is.
  if (active || !isSame || !resumed) transaction.set({ active: active ?? [] });
  landAcked(transaction);
  drain(transaction);
  sendAgain(transaction);
  sendNext(transaction);
  return transaction.done();
}

/** The connection is gone. The message in flight is sent again after the next join. */
export function parted(replica: Replica): Update {
  return {
    replica: {
      ...replica,
      isJoined: false,
      ahead: [],
      notice: null,
      isAsking: false,
      isPaused: false,
      holdUntil: 0,
    },
    effects: [],
  };
}

/** The client has left. While it is only disconnected, the grace period of partial changes goes on. */
export function left(replica: Replica): Update {
  return { replica: { ...replica, isYielding: false }, effects: [] };
}

/** Takes the document as it is later in the same epoch, without the changes in between. */
function jump(
  transaction: Transaction,
  def: JsonObject | null,
  seq: number,
  known: ReadonlySet<string>,
): void {
  const { replica } = transaction;
  if (seq === replica.seq && equalJson(def, replica.confirmed)) return;
  transaction.set({ seq, unsavedLog: emptyLog(def) });
  transaction.confirm(def, null, {
    isLanded: ({ sentIn }) => sentIn !== undefined && known.has(sentIn),
  });
}
