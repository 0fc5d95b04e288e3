import type { DocSnapshot, FileNotice, FullEnvelope, PatchEnvelope } from "@loom/protocol";
import { type Change, type Room, ROOM_LIMITS } from "../room/room.ts";
import { type Commit, commitOf } from "../store/room_store.ts";

/** What is known of the room that a message is about. */
type About = Omit<Commit, "broadcasts">;

/** The message of a change by operations. */
export function patchEnvelope(change: Change, about: About): PatchEnvelope {
  const { ops, lost } = change;
  return { ...headOf(change, about), ops: [...ops ?? []], ...(lost ? { lostOpIds: [...lost] } : {}) };
}

/** The message of a document that comes whole. */
export function fullEnvelope(
  change: Change,
  about: About,
  def: object | null,
  reason?: "remote-changed",
): FullEnvelope {
  return { ...headOf(change, about), def, ...(reason === undefined ? {} : { reason }) };
}

/** The whole document for someone who asked for it. */
export function answerEnvelope(room: Room): FullEnvelope {
  const envelope = fullEnvelope({ seq: room.seq, origin: "hub", ops: null }, commitOf(room, []), room.def);
  return { ...envelope, ...unsavedIn(room) };
}

/** Changes of a room's log as messages. What the file is now holds for the last of them: a document before is none of that revision. */
export function logEnvelopes(room: Room, changes: readonly Change[]): PatchEnvelope[] {
  const about = commitOf(room, []);
  return changes.map((change, at) => {
    const envelope = patchEnvelope(change, about);
    if (at === changes.length - 1) return envelope;
    const { fileRevision: _, unsaved: __, ...earlier } = envelope;
    return earlier;
  });
}

/** The message that the file has moved on. */
export function fileNotice({ docId, seq, fileRevision, unsaved }: About): FileNotice {
  return { docId, revision: fileRevision, seq, unsaved };
}

/** The document as someone who joins gets it; without its content when that is built from the changes. */
export function snapshotOf(room: Room, isResumed: boolean): DocSnapshot {
  const { docId, seq, epoch, file, unsaved } = room;
  const def = isResumed ? null : room.def;
  return {
    docId,
    def,
    seq,
    mtime: file.mtime,
    epoch,
    revision: file.revision,
    unsaved: unsaved.length > 0,
    ...(isResumed ? {} : unsavedIn(room)),
  };
}

function unsavedIn({ unsaved }: Room): { unsavedOpIds?: string[] } {
  if (unsaved.length === 0) return {};
  return { unsavedOpIds: unsaved.flatMap(({ ids }) => ids).slice(-ROOM_LIMITS.unsavedIds) };
}

function headOf(
  { seq, origin, opId, mtime, revision }: Change,
  { docId, epoch, fileRevision, unsaved }: About,
) {
  return {
    docId,
    seq,
    epoch,
    origin,
    unsaved,
    ...(mtime === undefined ? {} : { mtime }),
    ...(revision === undefined ? {} : { revision }),
    ...(opId === undefined ? {} : { opId }),
    ...(fileRevision === null ? {} : { fileRevision }),
  };
}
