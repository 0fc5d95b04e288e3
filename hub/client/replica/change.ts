import { type AnyOp, type JsonObject, PatchError } from "@loom/protocol";
import { isReport } from "../../room/room.ts";
import { BridgeError } from "../bridge_error.ts";
import { type PendingChange, type Replica, REPLICA_LIMITS, viewOf } from "./replica.ts";
import { sendNext } from "./send.ts";
import { Transaction } from "./transaction.ts";
import type { Update } from "./update.ts";

/**
 * Makes a change by operations: at once in the view, at the hub when it can be.
 *
 * @param id the name of the change, unique in the room
 * @throws {PatchError} When the operations do not apply to the view.
 * @throws {BridgeError} When there is no document: `no_base`.
 */
export function changed(replica: Replica, id: string, ops: readonly AnyOp[]): Update {
  const view = viewOf(replica);
  if (view === null && replica.epoch !== null) {
    throw new BridgeError("no_base", "The document is empty: send it whole first, with emitFull().", {
      opId: id,
    });
  }
  const after = view && (isReport(ops) ? view : viewAfter(replica, view, ops));
  return added(replica, { id, ops, after, tries: 0 });
}

function viewAfter({ changes }: Replica, view: JsonObject, ops: readonly AnyOp[]): JsonObject {
  if (changes === undefined) {
    throw new BridgeError(
      "apply_failed",
      "Documents of this kind have no operations: send the document whole, with emitFull().",
    );
  }
  const after = changes.apply(view, ops);
  if (after.ok) return after.value;
  const { refusal } = after;
  throw refusal instanceof PatchError ? refusal : new BridgeError("apply_failed", refusal.message);
}

/** Replaces the document, as a pending change. */
export function changedWhole(replica: Replica, id: string, def: JsonObject): Update {
  const view = viewOf(replica);
  const ops = view && replica.changes ? replica.changes.diff(view, def) : null;
  return added(replica, { id, ops, after: def, whole: true, tries: 0 });
}

/** Takes back a change that has not been sent. */
export function withdrawn(replica: Replica, id: string): Update {
  const transaction = new Transaction(replica);
  const isIt = (entry: PendingChange) => entry.id === id && entry.sentIn === undefined;
  const refusal = {
    code: "timeout" as const,
    reason: "It was not sent in time: see that the hub can be reached, and make it again.",
  };
  if (replica.pending.some(isIt)) {
    transaction.refresh({ refusal: (entry) => isIt(entry) ? refusal : undefined });
  }
  return transaction.done();
}

function added(replica: Replica, entry: PendingChange): Update {
  const transaction = new Transaction(replica);
  transaction.set({ pending: [...replica.pending, entry] });
  if (replica.pending.length >= REPLICA_LIMITS.pending) dropOldest(transaction);
  sendNext(transaction);
  return transaction.done();
}

function dropOldest(transaction: Transaction): void {
  const { pending } = transaction.replica;
  const oldest = pending.find(({ sentIn }) => sentIn === undefined);
  const refusal = {
    code: "outbox_full" as const,
    reason: `More than ${REPLICA_LIMITS.pending} changes wait for the hub.`,
  };
  transaction.refresh({ refusal: (entry) => entry === oldest ? refusal : undefined });
}
