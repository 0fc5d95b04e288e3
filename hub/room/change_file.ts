import { equalJson, goneNames, type JsonObject, type MachineOp } from "@loom/protocol";
import { originsOf } from "./add_unsaved.ts";
import { applied, difference, machine } from "./document.ts";
import { addToLog, seqOf, withKnown, withSaved } from "./log.ts";
import { type Broadcast, LOST_TO_FILE, type Outcome, unchanged } from "./outcome.ts";
import { rebaseUnsaved } from "./rebase_unsaved.ts";
import type { Change, FileState, Room, Unsaved } from "./room.ts";

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

/** Someone who wrote the file and told the hub. */
export interface Writer {
  readonly origin: string;
  readonly opId?: string | undefined;
  readonly mtime?: number | undefined;
  /** What they changed, in terms of the content before. */
  readonly ops?: readonly MachineOp[] | undefined;
}

/**
 * Takes in a content of the file. The live document becomes that content with the unsaved changes made on it.
 *
 * @param writer who made the change, as far as one of those who take part said so
 */
export function takeFile(before: Room, { saved, ...content }: FileContent, writer?: Writer): Outcome {
  const room = returned(withSaved(before, saved));
  const { file, def } = room;
  const known = seqOf(room, writer?.opId);
  const isKnown = content.revision === file.revision && file.def !== null && equalJson(file.def, content.def);
  if (isKnown) {
    return { ...unchanged(touched(withKnown(room, writer?.opId), content), known), duplicate: true };
  }
  const moved: FileState = { ...content, before: file.mtime };
  if (def === null || file.def === null || !room.patchable) {
    return takeWhole({ ...room, file: moved }, content.def, writer);
  }
  const told = writer?.ops && applied(file.def, writer.ops);
  const isTold = told !== undefined && typeof told !== "string" && equalJson(told, content.def);
  const ops = isTold && writer?.ops ? writer.ops : difference(file.def, content.def);
  const by = isTold ? writer : undefined;
  if (room.unsaved.length === 0) return sendChange({ ...room, file: moved }, ops, content.def, by, []);
  const { def: now, unsaved, lost } = rebaseUnsaved(
    room.unsaved,
    file.def,
    content.def,
    ops,
    // Operations that lead exactly there leave no room for a save besides.
    isTold ? saved ?? [] : saved,
  );
  return sendChange({ ...room, file: moved, unsaved }, difference(def, now), now, by, lost);
}

/**
 * Takes in a save: the file now holds the live document as it was at `savedSeq`, and perhaps what someone else wrote since.
 */
export function takeSave(before: Room, whole: FileContent, savedSeq: number): Outcome {
  const room = withSaved(before, whole.saved);
  const { saved: _, ...content } = whole;
  const { file } = room;
  const isSaved = ({ seq }: { readonly seq: number }) => seq <= savedSeq;
  const rest = room.unsaved.filter((change) => !isSaved(change));
  if (rest.some(({ ops }) => ops === null)) return replacedSince(room, content, rest);
  const saved = savedContent(room, savedSeq);
  if (saved === undefined) return takeFile({ ...room, unsaved: rest, file: { ...file, def: null } }, whole);
  const after: Room = { ...room, unsaved: rest, file: { ...content, def: saved, before: file.mtime } };
  if (!equalJson(saved, content.def)) {
    return takeFile({ ...after, file: { ...after.file, revision: null } }, whole);
  }
  return {
    ...unchanged({ ...after, file: { ...after.file, def: content.def } }),
    broadcasts: [{ type: "file" }],
  };
}

/** The document was replaced after what was saved: it does not rest on the file. */
function replacedSince(room: Room, content: Omit<FileContent, "saved">, rest: readonly Unsaved[]): Outcome {
  const { def, patchable } = room;
  const last = rest.at(-1);
  const ops = patchable && def !== null ? difference(content.def, def) : null;
  const unsaved = last && ops && def !== null
    ? [{
      seq: last.seq,
      ids: idsOf(rest),
      origin: last.origin,
      ops,
      gone: goneNames(machine(content.def), machine(def), ops),
    }]
    : rest;
  const after: Room = { ...room, unsaved, file: { ...content, before: room.file.mtime } };
  return { ...unchanged(after), broadcasts: [{ type: "file" }] };
}

/** The file as the room expects it with the unsaved changes up to a number; `undefined` where that cannot be told. */
function savedContent({ file, unsaved }: Room, savedSeq: number): JsonObject | undefined {
  let def = file.def;
  for (const { seq, ops, def: whole } of unsaved) {
    if (seq > savedSeq) break;
    const next = ops === null ? whole : def === null ? undefined : applied(def, ops);
    if (next === undefined || typeof next === "string") return undefined;
    def = next;
  }
  return def ?? undefined;
}

/** Takes the file away: the live document stays, and everything in it is unsaved then. */
export function loseFile(room: Room): Outcome {
  if (room.file.revision === null) return unchanged(room);
  const { def, mtime } = room.file;
  const gone = def === null ? {} : { gone: { def, unsaved: room.unsaved } };
  const file: FileState = { revision: null, def: null, mtime: 0, before: mtime, ...gone };
  const unsaved = room.def === null ? [] : [
    { seq: room.seq, ids: idsOf(room.unsaved), origin: "file", ops: null, def: room.def },
  ];
  return { ...unchanged({ ...room, file, unsaved }), broadcasts: [{ type: "file" }] };
}

/** The room of a file that is there again, as if it had not been away: what was unsaved is adapted to what it holds now. */
function returned(room: Room): Room {
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

/** Sends the operations that lead to the new document, where there are any. */
function sendChange(
  room: Room,
  ops: readonly MachineOp[],
  def: JsonObject,
  writer: Writer | undefined,
  lost: readonly Unsaved[],
): Outcome {
  const ids = idsOf(lost);
  const told: Broadcast[] = lost.length === 0 ? [] : [{
    type: "lost",
    origins: [...new Set(lost.flatMap(originsOf))],
    ids,
    message: LOST_TO_FILE,
  }];
  if (ops.length === 0) return { ...unchanged({ ...room, def }), broadcasts: [{ type: "file" }, ...told] };
  const change: Change = {
    ...changeBy(room, writer, ops),
    ...(ids.length === 0 ? {} : { lost: ids }),
    ...(room.def === null ? {} : { gone: goneNames(machine(room.def), machine(def), ops) }),
  };
  return {
    ok: true,
    room: { ...addToLog(room, change), def },
    seq: change.seq,
    broadcasts: [{ type: "patch", change }, ...told],
  };
}

function changeBy(room: Room, writer: Writer | undefined, ops: readonly MachineOp[] | null): Change {
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

/** The same content, perhaps written again. */
function touched(room: Room, { mtime }: Pick<FileContent, "mtime">): Room {
  return mtime === room.file.mtime ? room : { ...room, file: { ...room.file, mtime } };
}
