import type { EditAck, EditRefused } from "@loom/protocol";
import { landAcked, takePatch } from "./receive.ts";
import {
  type EditMessage,
  type InFlight,
  type PendingChange,
  type Replica,
  REPLICA_LIMITS,
} from "./replica.ts";
import { sendAgain, sendNext } from "./send.ts";
import { Transaction } from "./transaction.ts";
import type { Update } from "./update.ts";

/** Pause before the next try, if the hub does not say, in milliseconds. */
const RETRY_MS = 1_000;

/**
 * Takes in the hub's answer to a message.
 *
 * @param message the very message that was sent: an answer to an earlier one is ignored
 */
export function acknowledged(replica: Replica, message: EditMessage, ack: EditAck): Update {
  const transaction = new Transaction(replica);
  const { inFlight } = replica;
  if (inFlight?.message !== message) return transaction.done();
  if (!ack.ok) refused(transaction, inFlight, ack);
  else if (ack.epoch === replica.epoch) {
    const { seq: ackedAt, duplicate, rebased } = ack;
    const marks = { ...(duplicate ? { duplicate } : {}), ...(rebased ? { rebased } : {}) };
    transaction.set({ inFlight: { ...inFlight, ackedAt, marks } });
    landAcked(transaction);
  }
  sendNext(transaction);
  return transaction.done();
}

/** No answer came in time: sends the same again. */
export function unanswered(replica: Replica): Update {
  const transaction = new Transaction(replica);
  sendAgain(transaction);
  return transaction.done();
}

/** The pause that the hub asked for is over: sends again. */
export function retry(replica: Replica): Update {
  const transaction = new Transaction(replica);
  transaction.set({ isPaused: false });
  sendAgain(transaction);
  sendNext(transaction);
  return transaction.done();
}

/** Grace period over: other clients have had time to restore the rest of partial changes, which are sent now as they are. */
export function graceOver(replica: Replica): Update {
  const transaction = new Transaction(replica);
  const pending = replica.pending.map((entry): PendingChange =>
    entry.partial?.stage === "waiting" ? { ...entry, partial: { ...entry.partial, stage: "due" } } : entry
  );
  transaction.set({ isYielding: false, pending });
  sendNext(transaction);
  return transaction.done();
}

function refused(
  transaction: Transaction,
  inFlight: InFlight,
  { error, seq, missed, epoch }: EditRefused,
): void {
  switch (error.code) {
    case "rate_limited":
    case "unavailable":
    case "shutting_down":
      // The same is sent again: an earlier copy may still arrive.
      if (transaction.replica.isPaused) return;
      transaction.set({ isPaused: true });
      transaction.emit({ type: "retry", afterMs: error.retryAfterMs ?? RETRY_MS });
      return;
    case "not_joined":
      return transaction.rejoin();
  }
  // The hub has started again, which this client did not know yet.
  if (epoch !== undefined && epoch !== transaction.replica.epoch) return transaction.rejoin();
  for (const envelope of missed ?? []) takePatch(transaction, envelope);
  const { replica } = transaction;
  const at = seq ?? 0;
  const hasMoved = replica.seq > inFlight.message.baseSeq || at > replica.seq;
  const isAboutBase = error.code === "stale_base" || error.code === "apply_failed" ||
    error.code === "no_base";
  if (!isAboutBase || !hasMoved || isTriedOften(replica, inFlight)) {
    return giveUp(transaction, inFlight, error);
  }
  takeBack(transaction, inFlight);
  if (at <= replica.seq || replica.epoch === null) return;
  transaction.set({ holdUntil: at, isAsking: true });
  transaction.emit({ type: "request", sinceSeq: replica.seq, epoch: replica.epoch }, { type: "gap" });
}

function isTriedOften({ pending }: Replica, inFlight: InFlight): boolean {
  return pending.some(({ sentIn, tries }) => sentIn === inFlight.id && tries >= REPLICA_LIMITS.tries);
}

/** Takes the changes of a message back to the outbox. */
function takeBack(transaction: Transaction, { id }: InFlight): void {
  const pending = transaction.replica.pending.map((entry) => {
    if (entry.sentIn !== id) return entry;
    const { sentIn: _, ...rest } = entry;
    return { ...rest, tries: entry.tries + 1 };
  });
  transaction.set({ inFlight: null, pending });
}

function giveUp(
  transaction: Transaction,
  { id }: InFlight,
  { code, message: reason }: EditRefused["error"],
): void {
  transaction.set({ inFlight: null });
  transaction.refresh({ refusal: (entry) => entry.sentIn === id ? { code, reason } : undefined });
}
