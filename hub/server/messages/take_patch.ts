import { type AnyOp, DocumentReadError, type KindTable, type PatchIn } from "@loom/protocol";
import { type FileContent, loseFile, takeFile, takeSave, type Writer } from "../../room/change_file.ts";
import { changeLive } from "../../room/change_live.ts";
import { changesOf, type FileState, type Room } from "../../room/room.ts";
import { seqOf, withKnown } from "../../room/log.ts";
import { type Outcome, unchanged } from "../../room/outcome.ts";
import type { RoomStore, Updated } from "../../store/room_store.ts";
import { RefusedError } from "../refused_error.ts";
import type { RoomKeeper } from "../rooms/room_keeper.ts";

/** The parts of the hub that handle an edit. */
export interface EditParts {
  readonly store: RoomStore;
  readonly rooms: RoomKeeper;
  readonly kinds: KindTable;
}

/** A change of a document that a client sent. */
export interface Edit<Input> {
  readonly docId: string;
  readonly input: Input;
  /** The id of the client. */
  readonly origin: string;
}

/** A change by operations, checked. */
type Patch = Edit<PatchIn> & { readonly ops: readonly AnyOp[]; readonly writer: Writer };

/**
 * Takes in a change by operations; call it in the room's queue.
 *
 * The members that are about the file decide what it means: without any, it changes the live document; with `revision`, it is written;
 * with `savedSeq`, it is a save; with `mtime` only, an earlier client may have written it.
 *
 * @throws {RefusedError} when these are no operations of the kind of the document
 */
export async function takePatch(parts: EditParts, edit: Edit<PatchIn>): Promise<Updated> {
  const { docId, input, origin } = edit;
  const room = await currentRoom(parts, docId);
  const ops = opsOf(parts.kinds, edit, room);
  const { opId, mtime } = input;
  const patch: Patch = { ...edit, ops, writer: { origin, opId, mtime, ops } };
  if (input.savedSeq !== undefined) return await takeSaved(parts, patch, input.savedSeq);
  if (input.revision !== undefined) return await takeAnnounced(parts, patch, input.revision);
  if (mtime !== undefined) return await takeTimed(parts, patch, Math.floor(mtime));
  return await takeLive(parts, patch);
}

/** The room, read from its file again while it has no document. */
async function currentRoom({ store, rooms }: EditParts, docId: string): Promise<Room | undefined> {
  const room = await store.read(docId);
  if (room !== undefined && room.def !== null) return room;
  try {
    await rooms.refresh(docId);
  } catch (error) {
    // An empty file counts as no file.
    if (!(error instanceof DocumentReadError && error.isEmpty)) throw error;
  }
  return await store.read(docId);
}

function opsOf(
  kinds: KindTable,
  { docId, input: { ops, savedSeq } }: Edit<PatchIn>,
  room: Room | undefined,
): readonly AnyOp[] {
  if (ops.length === 0) return [];
  if (savedSeq !== undefined) {
    throw new RefusedError("bad_request", "A save has no operations: send those first, then the save.", {
      member: "ops",
    });
  }
  const changes = changesOf(kinds, room ?? { docId, kind: null });
  if (changes === undefined) {
    throw new RefusedError(
      "apply_failed",
      "Documents of this kind have no operations: send the document whole, as def:full.",
    );
  }
  const parsed = changes.parse(ops);
  if (!parsed.ok) throw new RefusedError("bad_request", parsed.refusal.message, { member: "ops" });
  return parsed.value;
}

async function takeLive(
  { store, rooms, kinds }: EditParts,
  { docId, ops, writer, input }: Patch,
): Promise<Updated> {
  await rooms.checkGrowth(docId, ops);
  return await store.update(
    docId,
    (room) => changeLive(kinds, room, ops, { ...writer, baseSeq: input.baseSeq, overwrote: input.overwrote }),
  );
}

/** Takes in a change that is written: as announced where that fits the known file, else by reading the file. */
async function takeAnnounced(parts: EditParts, patch: Patch, revision: string): Promise<Updated> {
  const { docId, ops, writer, input } = patch;
  let isTaken = false;
  const updated = await parts.store.update(docId, (room) => {
    const outcome = announced(parts.kinds, room, patch, revision);
    isTaken = outcome !== undefined;
    return outcome ?? unchanged(room);
  });
  parts.rooms.checkSoon(docId);
  if (isTaken || !updated.ok) return updated;
  await parts.rooms.checkGrowth(docId, ops);
  const sender = { ...writer, baseSeq: input.baseSeq };
  return await parts.rooms.changeByFile(
    docId,
    (room, content) =>
      content === null
        ? changeLive(parts.kinds, room, ops, sender)
        : takeFile(parts.kinds, room, content, writer),
  );
}

/** The outcome of an announcement that fits the known file; `undefined` when it does not fit. */
function announced(
  kinds: KindTable,
  room: Room,
  { ops, writer, input }: Patch,
  revision: string,
): Outcome | undefined {
  const { file } = room;
  const known = seqOf(room, writer.opId);
  if (known !== undefined) return { ...unchanged(room, known), duplicate: true };
  if (file.def === null) return undefined;
  if (file.revision === revision) return { ...unchanged(withKnown(room, writer.opId)), duplicate: true };
  if (input.baseRevision === undefined || file.revision !== input.baseRevision) return undefined;
  const def = changesOf(kinds, room)?.apply(file.def, ops);
  if (!def?.ok) return undefined;
  return takeFile(kinds, room, { revision, def: def.value, mtime: input.mtime ?? file.mtime }, writer);
}

/** Takes in a save, by reading the file. */
async function takeSaved({ rooms, kinds }: EditParts, { docId }: Patch, savedSeq: number): Promise<Updated> {
  return await rooms.changeByFile(docId, (room, content) => {
    if (content === null) return loseFile(room);
    // A number that the room has not reached is of another epoch.
    return savedSeq > room.seq ? takeFile(kinds, room, content) : takeSave(kinds, room, content, savedSeq);
  });
}

/** Takes in a change of an earlier client, with the time of the file that it may have written. */
async function takeTimed({ rooms, kinds }: EditParts, patch: Patch, mtime: number): Promise<Updated> {
  const { docId, ops, writer, input } = patch;
  await rooms.checkGrowth(docId, ops);
  const sender = { ...writer, baseSeq: input.baseSeq };
  const updated = await rooms.changeByFile(docId, (room, content) => {
    const isWritten = content !== null && (room.def === null || isInFile(room.file, content, mtime));
    return isWritten ? takeFile(kinds, room, content, writer) : changeLive(kinds, room, ops, sender);
  });
  rooms.checkSoon(docId);
  return updated;
}

/**
 * True when a change of a client that announces a file time, and no revision, is in the file.
 *
 * @param known the file as it was known before it was read
 * @param content what was read
 * @param mtime the time that the sender announces, in whole milliseconds
 */
export function isInFile(known: FileState, content: FileContent, mtime: number): boolean {
  if (mtime === content.mtime) return true;
  // An unchanged file holds what was written since the content before. Nothing is known about the first content that is read.
  const since = known.revision === content.revision ? known.before : known.mtime;
  return since > 0 && mtime > since && mtime < content.mtime;
}
