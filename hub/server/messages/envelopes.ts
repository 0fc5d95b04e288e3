import {
  type DocSnapshot,
  EV,
  type FileLayout,
  type FileNotice,
  type FullEnvelope,
  type LayoutEnvelope,
  type PatchEnvelope,
} from "@loom/protocol";
import type { Broadcast } from "../../room/outcome.ts";
import { type Change, isUnsaved, type Room, ROOM_LIMITS } from "../../room/room.ts";
import { type Commit, commitOf } from "../../store/room_store.ts";
import type { HubServer } from "../hub.ts";

/** The state of the room that a message is about. */
type About = Omit<Commit, "broadcasts">;

/** The message of a change by operations. */
export function patchEnvelope(change: Change, about: About): PatchEnvelope {
  const { ops, lost, overwrote } = change;
  return {
    ...headOf(change, about),
    ops: [...ops ?? []],
    ...(lost ? { lostOpIds: [...lost] } : {}),
    ...(overwrote ? { overwrote: [...overwrote] } : {}),
  };
}

/** The message of a whole document. */
export function fullEnvelope(
  change: Change,
  about: About,
  def: object | null,
  reason?: "remote-changed",
): FullEnvelope {
  return { ...headOf(change, about), def, ...(reason === undefined ? {} : { reason }) };
}

/** The whole document as the answer to a request. */
export function answerEnvelope(room: Room): FullEnvelope {
  const envelope = fullEnvelope({ seq: room.seq, origin: "hub", ops: null }, commitOf(room, []), room.def);
  return { ...envelope, ...unsavedIn(room) };
}

/** Changes of a room's log as messages. The state of the file goes with the last of them only. */
export function logEnvelopes(room: Room, changes: readonly Change[]): PatchEnvelope[] {
  const about = commitOf(room, []);
  return changes.map((change, at) => {
    const envelope = patchEnvelope(change, about);
    if (at === changes.length - 1) return envelope;
    const { fileRevision: _, unsaved: __, fileProblem: ___, ...earlier } = envelope;
    return earlier;
  });
}

/** The message of a new file revision. */
export function fileNotice({ docId, seq, fileRevision, unsaved, fileProblem }: About): FileNotice {
  return { docId, revision: fileRevision, seq, unsaved, ...(fileProblem ? { fileProblem } : {}) };
}

/** The message of an arrangement. */
export function layoutEnvelope(docId: string, { arrangement, revision }: FileLayout): LayoutEnvelope {
  return { docId, arrangement, revision };
}

/** The document as the answer to a join; without its content when the client resumes from the missed changes. */
export function snapshotOf(room: Room, isResumed: boolean): DocSnapshot {
  const { docId, seq, epoch, file } = room;
  const def = isResumed ? null : room.def;
  return {
    docId,
    def,
    seq,
    mtime: file.mtime,
    epoch,
    revision: file.revision,
    unsaved: isUnsaved(room),
    ...(file.problem ? { fileProblem: file.problem } : {}),
    ...(isResumed ? {} : unsavedIn(room)),
  };
}

function unsavedIn(room: Room): { unsavedOpIds?: string[] } {
  if (room.unsaved.length === 0) return {};
  return { unsavedOpIds: room.unsaved.flatMap(({ ids }) => ids).slice(-ROOM_LIMITS.unsavedIds) };
}

function headOf(
  { seq, origin, opId, mtime, revision }: Change,
  { docId, epoch, fileRevision, unsaved, fileProblem }: About,
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
    ...(fileProblem ? { fileProblem } : {}),
  };
}

/** The members of a room that get no operations, only whole documents. */
export function wholeRoom(docId: string): string {
  return `${docId}\nwhole`;
}

/** The members of a room that show it when a system asks for its member. Earlier clients expect views of their own document only. */
export function shownRoom(docId: string): string {
  return `${docId}\nshown`;
}

/**
 * Sends a change to the members of the room that are connected to this process.
 *
 * @param read Reads the newest room, for members that get whole documents.
 */
export async function sendCommit(
  io: HubServer,
  commit: Commit,
  read: (docId: string) => Promise<Room | undefined>,
): Promise<void> {
  for (const broadcast of commit.broadcasts) send(io, commit, broadcast);
  const patches = commit.broadcasts.flatMap((one) => one.type === "patch" ? [one.change] : []);
  const last = patches.at(-1);
  const members = wholeRoom(commit.docId);
  if (last === undefined || !io.sockets.adapter.rooms.has(members)) return;
  const room = await read(commit.docId);
  if (room === undefined) return;
  const change = { ...last, seq: room.seq };
  io.local.to(members).emit(EV.FULL_OUT, fullEnvelope(change, commitOf(room, []), room.def));
}

function send(io: HubServer, commit: Commit, broadcast: Broadcast): void {
  const { docId } = commit;
  const room = io.local.to(docId);
  switch (broadcast.type) {
    case "patch":
      room.except(wholeRoom(docId)).emit(EV.PATCH_OUT, patchEnvelope(broadcast.change, commit));
      return;
    case "full":
      room.emit(EV.FULL_OUT, fullEnvelope(broadcast.change, commit, broadcast.def, broadcast.reason));
      return;
    case "file":
      room.emit(EV.FILE, fileNotice(commit));
      return;
    case "lost":
      io.local.to([...broadcast.origins]).emit(EV.ERROR, {
        code: "stale_base",
        message: broadcast.message,
        docId,
        lostOpIds: [...broadcast.ids],
      });
  }
}
