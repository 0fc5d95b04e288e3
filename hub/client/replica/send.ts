import {
  type AnyOp,
  type Changes,
  equalJson,
  type Fork,
  memberAt,
  type Overwrite,
  WIRE_LIMITS,
} from "@loom/protocol";
import { LOST_TO_FILE } from "../../room/outcome.ts";
import { type RebasedChange, remakePartial } from "./rebase_pending.ts";
import { type EditMessage, type InFlight, isBehind, type PendingChange, REPLICA_LIMITS } from "./replica.ts";
import type { Transaction } from "./transaction.ts";

/** Sends the next pending changes, when nothing is in flight and nothing is missing. */
export function sendNext(transaction: Transaction): void {
  const { replica } = transaction;
  if (!replica.isJoined || replica.inFlight || replica.isPaused || isBehind(replica)) return;
  if (replica.seq < replica.holdUntil || isYielding(transaction)) return;
  finishPartials(transaction);
  dropNoOps(transaction);
  // Behind the no-ops there may be a partial change.
  if (isYielding(transaction)) return;
  const { pending, seq } = transaction.replica;
  const entries = nextOf(pending);
  const message = messageOf(entries, seq);
  if (!message) return;
  const id = nameOf(entries);
  const inFlight: InFlight = { id, entries: entries.map((entry) => entry.id), message };
  const sent = pending.map((entry, at) => at < entries.length ? { ...entry, sentIn: id } : entry);
  transaction.set({ inFlight, pending: sent });
  transaction.emit({ type: "send", opId: id, message });
}

/** Sends the message in flight again, unchanged: whether it arrived is not known. */
export function sendAgain(transaction: Transaction): void {
  const { inFlight, isJoined, isPaused } = transaction.replica;
  if (inFlight && isJoined && !isPaused && inFlight.ackedAt === undefined) {
    transaction.emit({ type: "send", opId: inFlight.id, message: inFlight.message });
  }
}

/** True when the next change is partial and waits for clients that may have the rest. */
function isYielding(transaction: Transaction): boolean {
  const { pending: [first], isYielding } = transaction.replica;
  if (first?.partial?.stage !== "waiting") return false;
  if (isYielding) return true;
  transaction.set({ isYielding: true });
  transaction.emit({ type: "yield" });
  return true;
}

/**
 * Makes partial changes that are sent now from their original operations: other clients may have restored what the rest builds on. The
 * loss of what still does not apply is reported.
 */
function finishPartials(transaction: Transaction): void {
  for (;;) {
    const due = nextWithNoOps(transaction.replica.pending).filter(({ partial }) => partial?.stage === "due");
    if (due.length === 0) return;
    const ids = new Set(due.map(({ id }) => id));
    const pending = transaction.replica.pending.map((entry): PendingChange =>
      ids.has(entry.id) && entry.partial ? { ...entry, partial: { ...entry.partial, stage: "final" } } : entry
    );
    transaction.set({ pending });
    transaction.refresh({
      remake: (entry, fork, changes) => ids.has(entry.id) ? remakeIfMore(changes, entry, fork) : undefined,
    });
    reportLosses(transaction, ids);
  }
}

/** The change as it can be made now, when that is more of it than it holds. */
function remakeIfMore(changes: Changes, entry: PendingChange, fork: Fork): RebasedChange | undefined {
  if (entry.partial === undefined) return undefined;
  const now = remakePartial(changes, entry, entry.partial, fork);
  const isMore = now.entry.partial === undefined || (now.entry.ops?.length ?? 0) > (entry.ops?.length ?? 0);
  return isMore ? now : undefined;
}

/** Reports changes that are sent in part or not at all: the file has lost what they build on. */
function reportLosses(transaction: Transaction, ids: ReadonlySet<string>): void {
  const { pending, confirmed: theirs, changes } = transaction.replica;
  for (const { id: opId, partial } of pending) {
    if (!ids.has(opId) || !partial) continue;
    const { ops, under } = partial;
    const mine = changes?.apply(under, ops);
    transaction.emit({
      type: "lost",
      opId,
      code: "stale_base",
      reason: LOST_TO_FILE,
      ops,
      mine: mine?.ok ? mine.value : null,
      theirs,
    });
  }
}

/** Drops pending changes that became no-ops. */
function dropNoOps(transaction: Transaction): void {
  const { pending, seq, epoch } = transaction.replica;
  const done = leadingNoOps(pending);
  if (done.length === 0) return;
  transaction.set({ pending: pending.slice(done.length) });
  // Those that are partial are reported as lost.
  const opIds = done.filter(({ partial }) => partial === undefined).map(({ id }) => id);
  if (opIds.length > 0) transaction.emit({ type: "settled", opIds, seq, epoch: epoch ?? "" });
}

/** The changes that leave the outbox with the next message: leading no-ops, and those in the message. */
function nextWithNoOps(pending: readonly PendingChange[]): readonly PendingChange[] {
  const count = leadingNoOps(pending).length;
  return pending.slice(0, count + nextOf(pending.slice(count)).length);
}

function leadingNoOps(pending: readonly PendingChange[]): readonly PendingChange[] {
  const first = pending.findIndex(({ ops, whole, partial }) =>
    ops?.length !== 0 || whole || partial?.stage === "waiting"
  );
  return first < 0 ? pending : pending.slice(0, first);
}

/** The changes of one message: a whole document, what was one message in an earlier epoch, or some changes by operations. */
function nextOf(pending: readonly PendingChange[]): readonly PendingChange[] {
  const [first] = pending;
  if (!first) return [];
  if (isWhole(first)) return [first];
  const { earlierName } = first;
  let count = 0;
  const end = pending.findIndex((entry, at) => {
    count += entry.ops?.length ?? 0;
    const isFull = earlierName === undefined && at > 0 && count > REPLICA_LIMITS.messageOps;
    return isWhole(entry) || entry.earlierName !== earlierName || isFull;
  });
  return end < 0 ? pending : pending.slice(0, end);
}

/** A name that no message had before; a change of an earlier epoch keeps the one that others know. */
function nameOf([first]: readonly PendingChange[]): string {
  if (!first) return "";
  if (first.earlierName !== undefined) return first.earlierName;
  return first.tries === 0 ? first.id : `${first.id}:${first.tries}`;
}

function messageOf(entries: readonly PendingChange[], baseSeq: number): EditMessage | undefined {
  const [first] = entries;
  if (!first) return undefined;
  if (isWhole(first)) return first.after === null ? undefined : { def: first.after, baseSeq };
  const ops: AnyOp[] = entries.flatMap((entry) => [...entry.ops ?? []]);
  const overwrote = overwrotesOf(entries);
  return { ops, baseSeq, ...(overwrote.length > 0 ? { overwrote } : {}) };
}

/** The values that some changes overwrite; without those whose place holds something else by now. */
function overwrotesOf(entries: readonly PendingChange[]): readonly Overwrite[] {
  const after = entries.at(-1)?.after;
  return entries.flatMap(({ overwrote = [] }) => overwrote)
    .filter(({ path, stands }) => equalJson(memberAt(after, path), stands))
    .map(({ stands: _, ...overwrite }) => overwrite)
    .slice(-WIRE_LIMITS.overwrites);
}

function isWhole({ whole, ops }: PendingChange): boolean {
  return whole === true || ops === null || ops.length > WIRE_LIMITS.ops;
}
