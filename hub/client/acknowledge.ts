import type { EditAck, EditRefused } from "@loom/protocol";
import { ripened } from "./carry.ts";
import { landAcked, takePatch } from "./hear.ts";
import { launch, sendAgain } from "./launch.ts";
import { type Flight, type FlightMessage, type Replica, REPLICA_LIMITS, type Turn } from "./replica.ts";
import { Turning } from "./turning.ts";

/** How long to wait where the hub does not say. */
const RETRY_MS = 1_000;

/**
 * Takes in what the hub said about a change that was sent.
 *
 * @param message the very message that was sent: an answer to an earlier one counts for nothing
 */
export function acknowledged(replica: Replica, message: FlightMessage, ack: EditAck): Turn {
  const turning = new Turning(replica);
  const { flight } = replica;
  if (flight?.message !== message) return turning.done();
  if (!ack.ok) refused(turning, flight, ack);
  else if (ack.epoch === replica.epoch) {
    const { seq: ackedAt, duplicate, rebased } = ack;
    const marks = { ...(duplicate ? { duplicate } : {}), ...(rebased ? { rebased } : {}) };
    turning.set({ flight: { ...flight, ackedAt, marks } });
    landAcked(turning);
  }
  launch(turning);
  return turning.done();
}

/** No answer came in time: sends the same again. */
export function unanswered(replica: Replica): Turn {
  const turning = new Turning(replica);
  sendAgain(turning);
  return turning.done();
}

/** Sends again what had to wait. */
export function retry(replica: Replica): Turn {
  const turning = new Turning(replica);
  turning.set({ isPaused: false });
  sendAgain(turning);
  launch(turning);
  return turning.done();
}

/**
 * Whoever knows more has had time to make the changes of an earlier epoch again. What is still not made is made from what it was,
 * on what the others have made, and goes out as far as that goes.
 */
export function yielded(replica: Replica): Turn {
  const turning = new Turning(replica);
  turning.set({ isYielding: false });
  turning.settleOn({
    remake: (entry, fork) =>
      entry.original && entry.flight === undefined ? ripened(entry, entry.original, fork) : undefined,
  });
  launch(turning);
  return turning.done();
}

function refused(turning: Turning, flight: Flight, { error, seq, missed, epoch }: EditRefused): void {
  switch (error.code) {
    case "rate_limited":
    case "unavailable":
    case "shutting_down":
      // The same goes out again: an earlier copy may still arrive.
      if (turning.replica.isPaused) return;
      turning.set({ isPaused: true });
      turning.tell({ type: "retry", afterMs: error.retryAfterMs ?? RETRY_MS });
      return;
    case "not_joined":
      turning.set({ isJoined: false });
      turning.tell({ type: "rejoin" });
      return;
  }
  if (epoch !== undefined && epoch !== turning.replica.epoch) {
    // The hub has begun anew, and that is not told yet: what is sent again after a join is looked at again.
    turning.set({ isJoined: false });
    turning.tell({ type: "rejoin" });
    return;
  }
  for (const envelope of missed ?? []) takePatch(turning, envelope);
  const { replica } = turning;
  const at = seq ?? 0;
  const hasMoved = replica.seq > flight.message.baseSeq || at > replica.seq;
  const isAboutBase = error.code === "stale_base" || error.code === "apply_failed" ||
    error.code === "no_base";
  if (!isAboutBase || !hasMoved || tooOften(replica, flight)) return giveUp(turning, flight, error);
  ground(turning, flight);
  if (at <= replica.seq || replica.epoch === null) return;
  turning.set({ holdUntil: at, asked: "missed" });
  turning.tell({ type: "request", sinceSeq: replica.seq, epoch: replica.epoch }, { type: "gap" });
}

/** Whether its changes have been sent often enough. */
function tooOften({ pending }: Replica, flight: Flight): boolean {
  return pending.some((entry) => entry.flight === flight.id && entry.tries >= REPLICA_LIMITS.tries);
}

/** Takes the changes back to where they waited. */
function ground(turning: Turning, { id }: Flight): void {
  const pending = turning.replica.pending.map((entry) => {
    if (entry.flight !== id) return entry;
    const { flight: _, sentAs, ...rest } = entry;
    // Everybody who makes a change of an earlier epoch again has to use the same name.
    const named = sentAs === undefined ? {} : { sentAs };
    return { ...rest, ...named, tries: entry.tries + 1 };
  });
  turning.set({ flight: null, pending });
}

function giveUp(turning: Turning, { id }: Flight, { code, message: reason }: EditRefused["error"]): void {
  turning.set({ flight: null });
  turning.settleOn({ refusal: (entry) => entry.flight === id ? { code, reason } : undefined });
}
