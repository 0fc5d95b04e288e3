import { aKind, type AnyOp, type Changes, equalJson, type JsonObject, type KindTable } from "@loom/protocol";
import { originsOf } from "./add_unsaved.ts";
import {
  type Change,
  changesOf,
  type FileState,
  isUnsaved,
  type Room,
  type Unsaved,
  withKind,
} from "./room.ts";
import { addToLog, seqOf, withKnown, withSaved } from "./log.ts";
import { type Accepted, type Broadcast, LOST_TO_FILE, type Outcome, unchanged } from "./outcome.ts";
import { rebaseUnsaved } from "./rebase_unsaved.ts";

/** A content of the file. */
export interface FileContent {
  /** The revision of its bytes. */
  readonly revision: string;
  /** The document. */
  readonly def: JsonObject;
  /** When it was changed, in milliseconds since 1970. */
  readonly mtime: number;
  /** The names of changes of the live document that were saved into it, now or earlier; as far as that is known. */
  readonly saved?: readonly string[] | undefined;
}

/** A client that wrote the file and announced it. */
export interface Writer {
  readonly origin: string;
  readonly opId?: string | undefined;
  readonly mtime?: number | undefined;
  /** The operations, on the content before. */
  readonly ops?: readonly AnyOp[] | undefined;
}

/** Gives a new room the content of its file: that is no change, and has no number. */
export function seedRoom(kinds: KindTable, room: Room, content: FileContent): Outcome {
  if (room.def !== null || room.seq > 0) return takeFile(kinds, room, content);
  const { saved, ...file } = content;
  const seeded = withKind(kinds, withSaved(room, saved), file.def);
  return unchanged({ ...seeded, def: file.def, file: { ...file, before: 0 } });
}

/**
 * Takes in a content of the file. The live document becomes that content with the unsaved changes rebased onto it.
 *
 * @param writer the client that announced the change, if any
 */
export function takeFile(
  kinds: KindTable,
  before: Room,
  { saved, ...content }: FileContent,
  writer?: Writer,
): Outcome {
  const otherKind = kindProblem(kinds, before, content.def);
  if (otherKind !== undefined) return breakFile(before, otherKind);
  const room = withKind(kinds, withFileBack(withSaved(before, saved)), content.def);
  const { file, def } = room;
  const known = seqOf(room, writer?.opId);
  const isKnown = content.revision === file.revision && file.def !== null && equalJson(file.def, content.def);
  if (isKnown) {
    return { ...readable(withTime(withKnown(room, writer?.opId), content), known), duplicate: true };
  }
  const moved: FileState = { ...content, before: file.mtime };
  const changes = changesOf(kinds, room);
  if (def === null || file.def === null || changes === undefined) {
    // A member has just made the file of this room: what came since is unsaved, and nothing was replaced.
    const isOwn = def !== null && !equalJson(def, content.def) && isSavedIn(room, saved);
    return isOwn
      ? replacedSince(changes, room, content, room.unsaved)
      : takeWhole({ ...room, file: moved }, content.def, writer);
  }
  const announced = writer?.ops && changes.apply(file.def, writer.ops);
  const isAsAnnounced = announced?.ok === true && equalJson(announced.value, content.def);
  const ops = isAsAnnounced && writer?.ops ? writer.ops : changes.diff(file.def, content.def);
  const by = isAsAnnounced ? writer : undefined;
  if (!isUnsaved(room) && !isSavedIn(room, saved)) {
    return sendChange(changes, { ...room, file: moved, unsaved: [] }, ops, content.def, by, []);
  }
  const { def: now, unsaved, lost } = rebaseUnsaved(
    changes,
    room.unsaved,
    file.def,
    content.def,
    ops,
    // Operations that lead exactly there leave no room for a save in the same write.
    isAsAnnounced ? saved ?? [] : saved,
  );
  return sendChange(changes, { ...room, file: moved, unsaved }, changes.diff(def, now), now, by, lost);
}

/**
 * Takes in a save: the file now holds the live document as it was at `savedSeq`, and perhaps what someone else wrote since.
 */
export function takeSave(kinds: KindTable, before: Room, whole: FileContent, savedSeq: number): Outcome {
  const room = withKind(kinds, withSaved(before, whole.saved), whole.def);
  const changes = changesOf(kinds, room);
  const { saved: _, ...content } = whole;
  const { file } = room;
  const rest = room.unsaved.filter(({ seq }) => seq > savedSeq);
  if (rest.some(({ ops }) => ops === null)) return replacedSince(changes, room, content, rest);
  const saved = savedContent(changes, room, savedSeq);
  if (saved === undefined) {
    return takeFile(kinds, { ...room, unsaved: rest, file: { ...file, def: null } }, whole);
  }
  const after: Room = { ...room, unsaved: rest, file: { ...content, def: saved, before: file.mtime } };
  if (!equalJson(saved, content.def)) {
    return takeFile(kinds, { ...after, file: { ...after.file, revision: null } }, whole);
  }
  return {
    ...unchanged({ ...after, file: { ...after.file, def: content.def } }),
    broadcasts: [{ type: "file" }],
  };
}

/** Checks whether a content has changes that the room counts as unsaved. */
function isSavedIn({ unsaved }: Room, saved: readonly string[] = []): boolean {
  return idsOf(unsaved).some((id) => saved.includes(id));
}

/** The save of a document that was replaced since: the live document does not build on the file. */
function replacedSince(
  changes: Changes | undefined,
  room: Room,
  content: Omit<FileContent, "saved">,
  rest: readonly Unsaved[],
): Outcome {
  const { def } = room;
  const last = rest.at(-1);
  const ops = changes && def !== null ? changes.diff(content.def, def) : null;
  const unsaved = last && changes && ops && def !== null
    ? [{
      seq: last.seq,
      ids: idsOf(rest),
      origin: last.origin,
      ops,
      gone: changes.gone(content.def, def, ops),
    }]
    : rest;
  const after: Room = { ...room, unsaved, file: { ...content, before: room.file.mtime } };
  return { ...unchanged(after), broadcasts: [{ type: "file" }] };
}

/** The file with the unsaved changes up to a number; `undefined` where that is not known. */
function savedContent(
  changes: Changes | undefined,
  { file, unsaved }: Room,
  savedSeq: number,
): JsonObject | undefined {
  let def: JsonObject | null = file.def;
  for (const { seq, ops, def: whole } of unsaved) {
    if (seq > savedSeq) break;
    if (ops === null) def = whole ?? null;
    else {
      const after = def === null ? undefined : changes?.apply(def, ops);
      def = after?.ok ? after.value : null;
    }
    if (def === null) return undefined;
  }
  return def ?? undefined;
}

/** Takes in that the file cannot be read: the document stays, and counts as unsaved until the file can be read again. */
export function breakFile(room: Room, problem: string): Outcome {
  if (room.def === null || room.file.problem === problem) return unchanged(room);
  return {
    ...unchanged({ ...room, file: { ...room.file, problem } }),
    broadcasts: [{ type: "file" }],
  };
}

/** The outcome of reading a file that holds what it held before. */
function readable({ file: { problem, ...file }, ...room }: Room, seq: number | undefined): Accepted {
  const after = unchanged({ ...room, file }, seq);
  return problem === undefined ? after : { ...after, broadcasts: [{ type: "file" }] };
}

/** Why a content is none for a room: it is a document of another kind. */
function kindProblem(kinds: KindTable, { def, kind, docId }: Room, content: JsonObject): string | undefined {
  const [wanted, held] = [kinds.named(kind ?? ""), kinds.ofDocument(content)];
  if (def === null || wanted === undefined || held === undefined || held === wanted) return undefined;
  return `"${docId}" holds ${aKind(held)} now, and ${aKind(wanted)} is open here.`;
}

/** Takes the file away: the live document stays, and all of it is unsaved. */
export function loseFile(room: Room): Outcome {
  if (room.file.revision === null) return readable(room, undefined);
  const { def, mtime } = room.file;
  const gone = def === null ? {} : { gone: { def, unsaved: room.unsaved } };
  const file: FileState = { revision: null, def: null, mtime: 0, before: mtime, ...gone };
  const unsaved = room.def === null ? [] : [
    { seq: room.seq, ids: idsOf(room.unsaved), origin: "file", ops: null, def: room.def },
  ];
  return { ...unchanged({ ...room, file, unsaved }), broadcasts: [{ type: "file" }] };
}

/** The room of a file that is there again, as if it had not been away. */
function withFileBack(room: Room): Room {
  const { gone, ...file } = room.file;
  const [whole, ...since] = room.unsaved;
  if (gone === undefined || whole?.ops !== null || whole.origin !== "file") return room;
  return { ...room, file: { ...file, def: gone.def }, unsaved: [...gone.unsaved, ...since] };
}

function takeWhole(room: Room, def: JsonObject, writer: Writer | undefined): Outcome {
  const origins = [...new Set(room.unsaved.flatMap(originsOf))];
  if (room.def !== null && equalJson(room.def, def)) {
    return { ...unchanged({ ...room, unsaved: [] }), broadcasts: [{ type: "file" }] };
  }
  const change = changeBy(room, writer, null);
  const broadcasts: Broadcast[] = [{
    type: "full",
    change,
    def,
    ...(origins.length > 0 ? { reason: "remote-changed" as const } : {}),
  }];
  return { ok: true, room: { ...addToLog(room, change), def, unsaved: [] }, seq: change.seq, broadcasts };
}

/** Sends the operations that lead to the new document, if there are any. */
function sendChange(
  changes: Changes,
  room: Room,
  ops: readonly AnyOp[],
  def: JsonObject,
  writer: Writer | undefined,
  lost: readonly Unsaved[],
): Outcome {
  const ids = idsOf(lost);
  const losses: Broadcast[] = lost.length === 0 ? [] : [{
    type: "lost",
    origins: [...new Set(lost.flatMap(originsOf))],
    ids,
    message: LOST_TO_FILE,
  }];
  if (ops.length === 0) return { ...unchanged({ ...room, def }), broadcasts: [{ type: "file" }, ...losses] };
  const change: Change = {
    ...changeBy(room, writer, ops),
    ...(ids.length === 0 ? {} : { lost: ids }),
    ...(room.def === null ? {} : { gone: changes.gone(room.def, def, ops) }),
  };
  return {
    ok: true,
    room: { ...addToLog(room, change), def },
    seq: change.seq,
    broadcasts: [{ type: "patch", change }, ...losses],
  };
}

function changeBy(room: Room, writer: Writer | undefined, ops: readonly AnyOp[] | null): Change {
  return {
    seq: room.seq + 1,
    origin: writer?.origin ?? "file",
    ops,
    mtime: writer?.mtime ?? room.file.mtime,
    ...(room.file.revision === null ? {} : { revision: room.file.revision }),
    ...(writer?.opId === undefined ? {} : { opId: writer.opId }),
  };
}

/** The names of changes. */
function idsOf(unsaved: readonly Unsaved[]): readonly string[] {
  return unsaved.flatMap(({ ids }) => ids);
}

/** The room with the time of the same content, perhaps written again. */
function withTime(room: Room, { mtime }: Pick<FileContent, "mtime">): Room {
  return mtime === room.file.mtime ? room : { ...room, file: { ...room.file, mtime } };
}
