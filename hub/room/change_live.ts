import {
  type AnyOp,
  type Changes,
  type ChangeStep,
  type JsonObject,
  type KindTable,
  type Overwrite,
  type Overwritten,
  WIRE_LIMITS,
} from "@loom/protocol";
import { activeAfter, type Change, changesOf, isReport, type Room, withKind } from "./room.ts";
import { addUnsaved } from "./add_unsaved.ts";
import { addToLog, changeName, changesSince, seqOf } from "./log.ts";
import { type Outcome, type Refused, unchanged } from "./outcome.ts";
import { overwritesOf } from "./overwrites.ts";

/** The client that changes the live document, and what it had seen. */
export interface Sender {
  readonly origin: string;
  readonly opId?: string | undefined;
  /** The number of the last change that the sender had seen; clients may leave it out. */
  readonly baseSeq?: number | undefined;
  /** The time of a file that the sender wrote, which nobody else can confirm. */
  readonly mtime?: number | undefined;
  /** The values that the change overwrites, of changes that its sender has rebased it over. */
  readonly overwrote?: readonly Overwrite[] | undefined;
}

/** Changes the live document by operations; they are rebased over what the sender had not seen. */
export function changeLive(kinds: KindTable, room: Room, ops: readonly AnyOp[], sender: Sender): Outcome {
  const known = seqOf(room, sender.opId);
  if (known !== undefined) return { ...unchanged(room, known), duplicate: true };
  const { def } = room;
  const changes = changesOf(kinds, room);
  if (def === null || changes === undefined) {
    return {
      ok: false,
      code: "no_base",
      message: "The document is empty: send it whole first, as def:full.",
    };
  }
  const missed = missedBy(room, sender);
  if ("code" in missed) return missed;
  const overwritten: Overwritten[] = [];
  const rebased = changes.rebase(ops, missed.map(stepOf), undefined, (one) => overwritten.push(one));
  if ("conflict" in rebased) return staleBase(rebased.conflict.reason, missed);
  const changed = changes.apply(def, rebased.ops);
  if (!changed.ok) return { ok: false, code: "apply_failed", message: changed.refusal.message, missed };
  const makers = missed.map(({ origin }) => origin);
  const overwrote = [
    ...sender.overwrote ?? [],
    ...overwritesOf(changes, def, rebased.ops, overwritten, makers),
  ].slice(0, WIRE_LIMITS.overwrites);
  const change: Change = {
    ...changeOf(changes, room, sender, rebased.ops, changed.value),
    ...(overwrote.length > 0 ? { overwrote } : {}),
  };
  return {
    ok: true,
    room: withChange(changes, room, change, changed.value),
    seq: change.seq,
    broadcasts: [{ type: "patch", change }],
    ...(missed.length > 0 ? { rebased: true as const } : {}),
    ...(overwrote.length > 0 ? { overwrote } : {}),
  };
}

/** The changes of others that a sender had not seen, or why its own cannot be rebased over them. */
function missedBy(room: Room, { origin, baseSeq }: Sender): readonly Change[] | Refused {
  const since = baseSeq === undefined ? [] : changesSince(room, baseSeq);
  if (since === undefined) {
    return staleBase(
      "The change is based on a state of the document that is too old: ask for the document, and make the change on that.",
    );
  }
  // A sender makes its second change on top of its first; announcements of the file are not part of that.
  const isOwn = (change: Change) => change.origin === origin && change.revision === undefined;
  const missed = since.filter((change) => !isOwn(change));
  // An own change after an unseen one was rebased: it is not what the sender built on.
  if (missed.length > 0 && since.findIndex((change) => !isOwn(change)) < since.findLastIndex(isOwn)) {
    return staleBase(
      "Others changed the document between your changes: send one when the one before is answered.",
      missed,
    );
  }
  const isReplaced = missed.some((change) => change.ops === null);
  if (isReplaced) {
    return staleBase("The document was replaced meanwhile: make the change on the new one.", missed);
  }
  return missed;
}

function stepOf({ ops, gone }: Change): ChangeStep {
  return { ops: ops ?? [], ...(gone ? { gone } : {}) };
}

/** Replaces the live document. */
export function replaceLive(kinds: KindTable, before: Room, def: JsonObject, sender: Sender): Outcome {
  const room = withKind(kinds, before, def);
  const known = seqOf(room, sender.opId);
  if (known !== undefined) return { ...unchanged(room, known), duplicate: true };
  if (sender.baseSeq !== undefined && sender.baseSeq !== room.seq) {
    return staleBase(
      "The document has changed since: replacing it would undo that.",
      changesSince(room, sender.baseSeq),
    );
  }
  const changes = changesOf(kinds, room);
  const ops = changes && room.def !== null ? changes.diff(room.def, def) : null;
  const change = changeOf(changes, room, sender, ops, def);
  return {
    ok: true,
    room: withChange(changes, room, change, def),
    seq: change.seq,
    broadcasts: [{ type: "full", change, def }],
  };
}

function changeOf(
  changes: Changes | undefined,
  room: Room,
  { origin, opId, mtime }: Sender,
  ops: readonly AnyOp[] | null,
  after: JsonObject,
): Change {
  return {
    seq: room.seq + 1,
    origin,
    ops,
    ...(changes && ops && room.def ? { gone: changes.gone(room.def, after, ops) } : {}),
    ...(opId === undefined ? {} : { opId }),
    ...(mtime === undefined ? {} : { mtime }),
  };
}

function withChange(changes: Changes | undefined, room: Room, change: Change, def: JsonObject): Room {
  const { seq, origin, ops, gone } = change;
  const ids = [changeName(room.epoch, change)];
  const logged = addToLog(room, change);
  const size = logged.log.at(-1)?.size;
  // Reports, and a change of which nothing is left, leave the document as it is.
  const isNothing = ops !== null && isReport(ops);
  return {
    ...logged,
    def,
    unsaved: isNothing ? room.unsaved : addUnsaved(changes, room, {
      seq,
      ids,
      origin,
      ops,
      ...(gone ? { gone } : {}),
      ...(ops ? {} : { def }),
      ...(size === undefined ? {} : { size }),
    }),
    active: ops === null ? room.active : activeAfter(room.active, ops),
  };
}

function staleBase(message: string, missed?: readonly Change[]): Refused {
  return { ok: false, code: "stale_base", message, ...(missed ? { missed } : {}) };
}
