import {
  type AnyOp,
  equalJson,
  type FileNotice,
  type FullEnvelope,
  type JsonObject,
  type PatchEnvelope,
  stepOf,
} from "@loom/protocol";
import { activeAfter, isReport } from "../../room/room.ts";
import { NO_RESTS, remainder, restsOf } from "./remainder.ts";
import { isBehind, type PendingChange, type Replica, REPLICA_LIMITS } from "./replica.ts";
import { sendNext } from "./send.ts";
import { Transaction } from "./transaction.ts";
import { emptyLog, unsavedAfter, withLogged } from "./unsaved_log.ts";
import type { Update } from "./update.ts";

/** Takes in a `def:patch` of the hub. Messages may come twice and in any order. */
export function patched(replica: Replica, envelope: PatchEnvelope): Update {
  const transaction = new Transaction(replica);
  takePatch(transaction, envelope);
  sendNext(transaction);
  return transaction.done();
}

/** Takes in a `def:full` of the hub. */
export function replaced(replica: Replica, envelope: FullEnvelope): Update {
  const transaction = new Transaction(replica);
  takeFull(transaction, envelope);
  sendNext(transaction);
  return transaction.done();
}

/** Takes in a `def:file` of the hub. */
export function fileMoved(replica: Replica, notice: FileNotice): Update {
  const transaction = new Transaction(replica);
  if (notice.seq > replica.seq) {
    // It is about a document that has not arrived yet.
    transaction.set({ notice });
    if (replica.isJoined && replica.notice === null && replica.ahead.length === 0) {
      transaction.emit({ type: "gap" });
    }
  } else if (notice.seq === replica.seq && replica.isJoined) {
    takeNotice(transaction, notice);
    // The hub's answer when nothing is missing.
    if (replica.ahead.length === 0) transaction.set({ isAsking: false });
  }
  sendNext(transaction);
  return transaction.done();
}

function takeNotice(transaction: Transaction, { revision, unsaved, fileProblem }: FileNotice): void {
  transaction.set({ fileRevision: revision, unsaved, fileProblem: fileProblem ?? null, notice: null });
  if (!unsaved) transaction.set({ unsavedLog: emptyLog(transaction.replica.confirmed), unsavedIds: [] });
}

/** A message is still missing: asks for it. */
export function gapLasted(replica: Replica): Update {
  const transaction = new Transaction(replica);
  const { seq, epoch } = replica;
  if (epoch === null || !isBehind(replica)) return transaction.done();
  transaction.set({ isAsking: true });
  transaction.emit({ type: "request", sinceSeq: seq, epoch }, { type: "gap" });
  return transaction.done();
}

/** Takes in a patch, and those that waited for it. */
export function takePatch(transaction: Transaction, envelope: PatchEnvelope): void {
  const { isJoined, epoch, seq, ahead } = transaction.replica;
  if (isJoined && envelope.epoch !== epoch) return transaction.rejoin();
  if (isJoined && envelope.seq <= seq) return;
  if (isJoined && envelope.seq === seq + 1) {
    applyPatch(transaction, envelope);
    return drain(transaction);
  }
  if (ahead.some((other) => other.seq === envelope.seq && other.epoch === envelope.epoch)) return;
  transaction.set({ ahead: [...ahead, envelope].slice(-REPLICA_LIMITS.ahead) });
  if (isJoined && ahead.length === 0) transaction.emit({ type: "gap" });
}

/** Takes in the messages whose turn has come. */
export function drain(transaction: Transaction): void {
  while (transaction.replica.isJoined) {
    const { ahead, seq, epoch } = transaction.replica;
    const rest = ahead.filter((envelope) => envelope.epoch === epoch && envelope.seq > seq);
    const next = rest.find((envelope) => envelope.seq === seq + 1);
    transaction.set({ ahead: rest.filter((envelope) => envelope !== next) });
    if (!next) break;
    applyPatch(transaction, next);
  }
  const { ahead, notice, seq } = transaction.replica;
  if (notice && notice.seq === seq) takeNotice(transaction, notice);
  else if (notice && notice.seq < seq) transaction.set({ notice: null });
  if (ahead.length === 0) transaction.set({ isAsking: false });
}

function applyPatch(transaction: Transaction, envelope: PatchEnvelope): void {
  const { replica } = transaction;
  const def = confirmedAfter(replica, envelope.ops);
  if (def === undefined) return transaction.rejoin(true);
  advance(transaction, envelope, {
    unsavedLog: withLogged(replica, envelope, envelope.ops, def),
    unsavedIds: unsavedAfter(replica.unsavedIds, envelope, envelope.ops),
    active: activeAfter(replica.active, envelope.ops),
  });
  transaction.emit({ type: "patch", envelope });
  confirmPatch(transaction, replica, envelope, def);
  landAcked(transaction);
}

/** The confirmed document after operations; `undefined` when they do not apply to it. */
function confirmedAfter({ confirmed, changes }: Replica, ops: readonly AnyOp[]): JsonObject | undefined {
  if (confirmed === null) return undefined;
  if (isReport(ops)) return confirmed;
  const after = changes?.apply(confirmed, ops);
  return after?.ok ? after.value : undefined;
}

/** Sets the document after a patch, and settles the pending changes that it holds. */
function confirmPatch(
  transaction: Transaction,
  before: Replica,
  { opId, origin, ops, seq, epoch, overwrote }: PatchEnvelope,
  def: JsonObject,
): void {
  const { confirmed, changes, inFlight, pending, selfIds } = before;
  const isOwn = (entry: PendingChange) =>
    opId !== undefined && (entry.earlierName === opId || entry.sentIn === opId);
  // A message of this client is complete, however the hub rebased it; another client may have lacked a part.
  const isByOther = opId !== undefined && !selfIds.includes(origin);
  const rests = isByOther ? restsOf(before, opId, ops) : NO_RESTS;
  const isLanded = (entry: PendingChange) => isOwn(entry) && !rests.has(entry.id);
  const mine = pending.findLast(isOwn);
  const sent = mine?.after ?? null;
  // What the hub made of a change is usually what this client made of it.
  const isAsSent = sent !== null && equalJson(sent, def);
  const steps = mine !== undefined || confirmed === null || changes === undefined
    ? null
    : def === confirmed
    ? []
    : [stepOf(changes, ops, confirmed, def)];
  transaction.confirm(isAsSent ? sent : def, steps, {
    isLanded,
    by: origin,
    remake: (entry, fork, changes) => {
      const rest = rests.get(entry.id);
      return rest && remainder(changes, entry, rest, fork);
    },
  });
  if (overwrote) transaction.emit({ type: "overwrote", overwrote, origin, after: def });
  if (inFlight && inFlight.id === opId) transaction.land(inFlight, seq);
  else if (mine && mine.sentIn === undefined) {
    transaction.emit({ type: "settled", opIds: pending.filter(isLanded).map(({ id }) => id), seq, epoch });
  }
}

function takeFull(transaction: Transaction, envelope: FullEnvelope): void {
  const { isJoined, epoch, seq, isAsking, inFlight, confirmed, changes } = transaction.replica;
  if (!isJoined) return;
  if (envelope.epoch !== epoch) return transaction.rejoin();
  if (envelope.seq < seq || (envelope.seq === seq && !isAsking)) return;
  const isNext = envelope.seq === seq + 1;
  const isOwn = inFlight !== null && inFlight.id === envelope.opId;
  // Whether the document holds the message in flight is known at the hub only.
  if (!isNext && !isOwn && inFlight !== null) return transaction.rejoin(true);
  const def = envelope.def as JsonObject | null;
  const ops = changes && confirmed && def && isNext ? changes.diff(confirmed, def) : undefined;
  const unsavedLog = ops && def ? withLogged(transaction.replica, envelope, ops, def) : emptyLog(def);
  const { unsavedOpIds = unsavedAfter(transaction.replica.unsavedIds, envelope, null) } = envelope;
  advance(transaction, envelope, { unsavedLog, unsavedIds: unsavedOpIds });
  transaction.confirm(def, null, { isLanded: ({ sentIn }) => isOwn && sentIn === inFlight.id });
  if (isOwn) transaction.land(inFlight, envelope.seq);
  transaction.set({ isAsking: false });
  transaction.emit({ type: "full", envelope });
  landAcked(transaction);
  drain(transaction);
}

/** Lands the message in flight whose acknowledgement came before the change itself. */
export function landAcked(transaction: Transaction): void {
  const { inFlight, seq } = transaction.replica;
  if (inFlight?.ackedAt === undefined || inFlight.ackedAt > seq) return;
  transaction.refresh({ isLanded: ({ sentIn }) => sentIn === inFlight.id });
  transaction.land(inFlight, inFlight.ackedAt);
}

function advance(
  transaction: Transaction,
  { seq, fileRevision, mtime, unsaved, fileProblem }: PatchEnvelope | FullEnvelope,
  members: Partial<Replica>,
): void {
  transaction.set({
    ...members,
    seq,
    ...(fileRevision === undefined ? {} : { fileRevision }),
    ...(mtime === undefined ? {} : { fileTime: mtime }),
    ...(unsaved === undefined ? {} : { unsaved, fileProblem: fileProblem ?? null }),
  });
}
