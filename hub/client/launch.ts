import { type MachineOp, WIRE_LIMITS } from "@loom/protocol";
import { lookOnceMore } from "./last_look.ts";
import { type Entry, type Flight, type FlightMessage, isBehind, REPLICA_LIMITS } from "./replica.ts";
import type { Turning } from "./turning.ts";

/** Sends what waits, when nothing is on its way and nothing is missing. */
export function launch(turning: Turning): void {
  const { replica } = turning;
  if (!replica.isJoined || replica.flight || replica.isPaused || isBehind(replica)) return;
  if (replica.seq < replica.holdUntil) return;
  if (isYielding(turning)) return;
  lookOnceMore(turning, dueOf);
  settleEmpty(turning);
  const { pending, seq } = turning.replica;
  const entries = nextOf(pending);
  const message = messageOf(entries, seq);
  if (!message) return;
  const id = nameOf(entries);
  const flight: Flight = { id, entries: entries.map((entry) => entry.id), message };
  const sent = pending.map((entry, at) => at < entries.length ? { ...entry, flight: id } : entry);
  turning.set({ flight, pending: sent });
  turning.tell({ type: "send", opId: id, message });
}

/** Whether those who know more of the next change go first. */
function isYielding(turning: Turning): boolean {
  const { pending: [first], isYielding } = turning.replica;
  if (first?.original === undefined || first.isRipe) return false;
  if (isYielding) return true;
  turning.set({ isYielding: true });
  turning.tell({ type: "yield" });
  return true;
}

/** Sends the flight again, as it was: it is not known whether it arrived. */
export function sendAgain(turning: Turning): void {
  const { flight, isJoined, isPaused } = turning.replica;
  if (flight && isJoined && !isPaused && flight.ackedAt === undefined) {
    turning.tell({ type: "send", opId: flight.id, message: flight.message });
  }
}

/** What leaves with the next message: those of which nothing is to be sent, and those in it. */
function dueOf(pending: readonly Entry[]): readonly Entry[] {
  const count = emptyOnes(pending).length;
  return pending.slice(0, count + nextOf(pending.slice(count)).length);
}

/** Changes that others have made superfluous are done without being sent. */
function settleEmpty(turning: Turning): void {
  const { pending, seq, epoch } = turning.replica;
  const done = emptyOnes(pending);
  if (done.length === 0) return;
  turning.set({ pending: pending.slice(done.length) });
  // Of those that had their time it was told that they are lost.
  const opIds = done.filter(({ isRipe }) => !isRipe).map(({ id }) => id);
  if (opIds.length > 0) turning.tell({ type: "settled", opIds, seq, epoch: epoch ?? "" });
}

/** The first changes, as long as nothing of them is to be sent. */
function emptyOnes(pending: readonly Entry[]): readonly Entry[] {
  const first = pending.findIndex(({ ops, whole }) => ops?.length !== 0 || whole);
  return first < 0 ? pending : pending.slice(0, first);
}

/** What goes out together: one whole document, what went out together in an earlier epoch, or some changes by operations. */
function nextOf(pending: readonly Entry[]): readonly Entry[] {
  const [first] = pending;
  if (!first) return [];
  if (isWhole(first)) return [first];
  if (first.sentAs !== undefined) {
    const end = pending.findIndex((entry) => entry.sentAs !== first.sentAs || isWhole(entry));
    return end < 0 ? pending : pending.slice(0, end);
  }
  const entries: Entry[] = [];
  let count = 0;
  for (const entry of pending) {
    count += entry.ops?.length ?? 0;
    if (
      isWhole(entry) || entry.sentAs !== undefined || (entries.length > 0 && count > REPLICA_LIMITS.flightOps)
    ) break;
    entries.push(entry);
  }
  return entries;
}

/** A name that no message had before; what goes out again keeps the one by which others may know it. */
function nameOf([first]: readonly Entry[]): string {
  if (!first) return "";
  if (first.sentAs !== undefined) return first.sentAs;
  return first.tries === 0 ? first.id : `${first.id}:${first.tries}`;
}

function messageOf(entries: readonly Entry[], baseSeq: number): FlightMessage | undefined {
  const [first] = entries;
  if (!first) return undefined;
  if (isWhole(first)) return first.after === null ? undefined : { def: first.after, baseSeq };
  const ops: MachineOp[] = entries.flatMap((entry) => [...entry.ops ?? []]);
  return { ops, baseSeq };
}

function isWhole({ whole, ops }: Entry): boolean {
  return whole === true || ops === null || ops.length > WIRE_LIMITS.ops;
}
