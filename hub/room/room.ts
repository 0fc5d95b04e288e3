import {
  type AnyOp,
  type Changes,
  type EditedKind,
  equalJson,
  type Gone,
  type JsonObject,
  type KindName,
  type KindTable,
  type Overwrite,
} from "@loom/protocol";

/** A change of the live document, as it is sent and kept. */
export interface Change {
  /** The number of the last change in the epoch. */
  readonly seq: number;
  /** Its maker: a socket id, `"file"` for the file, `"hub"` for the hub. */
  readonly origin: string;
  /** The operations; `null` when the document was replaced and operations do not lead there. */
  readonly ops: readonly AnyOp[] | null;
  /** The names that disappeared with it. */
  readonly gone?: Gone;
  /** Its name. */
  readonly opId?: string;
  /** The revision of the file that has it, as announced. */
  readonly revision?: string;
  /** When the file was changed, in milliseconds since 1970. */
  readonly mtime?: number;
  /** The names of unsaved changes that are lost to it, at least in part. */
  readonly lost?: readonly string[];
  /** The values of others that it has overwritten. */
  readonly overwrote?: readonly Overwrite[];
  /** The size of its operations as JSON, in UTF-16 units, if it is large. */
  readonly size?: number;
}

/** A change that is not in the file yet. */
export interface Unsaved {
  /** Its number; the last one of changes that were merged. */
  readonly seq: number;
  /** Its name, or the names of changes that were merged. */
  readonly ids: readonly string[];
  /** Its maker. */
  readonly origin: string;
  /** The other makers of changes that were merged. */
  readonly others?: readonly string[];
  /** The operations, on the file's content with the unsaved changes before it; `null`: the document was replaced. */
  readonly ops: readonly AnyOp[] | null;
  /** The names that disappeared with it. */
  readonly gone?: Gone;
  /** The new document, when `ops` is `null`. */
  readonly def?: JsonObject;
  /** The size of its operations as JSON when it was made, in UTF-16 units, if it was large. */
  readonly size?: number;
}

/** The file as the hub knows it. */
export interface FileState {
  /** `null` when there is no file that can be read. */
  readonly revision: string | null;
  /** The document; `null` where there is none. */
  readonly def: JsonObject | null;
  /** When it was changed, in milliseconds since 1970; 0 without a file. */
  readonly mtime: number;
  /** The time of the content before: what a client wrote between the two times is in the file. */
  readonly before: number;
  /** Why the file cannot be read now, a sentence: the other members are about what it held before. */
  readonly problem?: string;
  /** The content and the unsaved changes before the file was removed: some editors remove a file and write it again. */
  readonly gone?: { readonly def: JsonObject; readonly unsaved: readonly Unsaved[] };
}

/**
 * The state of one document at a hub: a plain JSON value. Every change makes a new one.
 *
 * Invariant: the live document is the file's content with the unsaved changes applied.
 */
export interface Room {
  /** The document. */
  readonly docId: string;
  /** The name of the document's kind, `""` for none in the table; `null` before path or content were looked at. */
  readonly kind: KindName | null;
  /** The life of the numbers; new whenever they begin again. */
  readonly epoch: string;
  /** The number of the last change in the epoch. */
  readonly seq: number;
  /** The live document; `null` before there is any. */
  readonly def: JsonObject | null;
  /** The file. */
  readonly file: FileState;
  /** The changes that are not in the file, oldest first. */
  readonly unsaved: readonly Unsaved[];
  /** The latest changes, without a gap up to `seq`, oldest first. */
  readonly log: readonly Change[];
  /** The numbers of the latest changes that have a name, oldest first. */
  readonly named: readonly (readonly [opId: string, seq: number])[];
  /** The states that are active in the running machine. */
  readonly active: readonly string[];
}

/** Limits of a room. */
export const ROOM_LIMITS = {
  /** Changes in the log. */
  log: 1_000,
  /** Operations in the log, so that a few large changes do not make it huge. */
  logOps: 10_000,
  /** JSON of operations in the log, in UTF-16 units, likewise; small changes are not counted. */
  logSize: 8 * 1024 * 1024,
  /** The size from which a change is large, in UTF-16 units of JSON. */
  countedSize: 4 * 1024,
  /** Names of changes. */
  named: 2_000,
  /** Unsaved changes; beyond that the older half is merged into one. */
  unsaved: 1_000,
  /** Operations in them, likewise. */
  unsavedOps: 10_000,
  /** JSON of operations in them, in UTF-16 units, likewise; small changes are not counted. */
  unsavedSize: 64 * 1024 * 1024,
  /** Names in one merged change, and names of unsaved changes in a snapshot; the latest are kept. */
  unsavedIds: 1_000,
  /** Active states, and the length of the name of one. */
  active: 1_000,
  activeName: 1_000,
} as const;

/** True when the file does not hold the live document. */
export function isUnsaved({ def, unsaved, file }: Room): boolean {
  // Changes that cancel each other out stay in the list: a save of some of them may be under way.
  return file.problem !== undefined || (unsaved.length > 0 && !equalJson(def, file.def));
}

/** A room without a document. */
export function emptyRoom(docId: string, epoch: string): Room {
  return {
    docId,
    kind: null,
    epoch,
    seq: 0,
    def: null,
    file: { revision: null, def: null, mtime: 0, before: 0 },
    unsaved: [],
    log: [],
    named: [],
    active: [],
  };
}

/** True when operations only report what a running document does: they change no document, of whatever kind. */
export function isReport(ops: readonly AnyOp[]): boolean {
  return ops.every(isRuntimeOp);
}

/** The active states after operations. */
export function activeAfter(active: readonly string[], ops: readonly AnyOp[]): readonly string[] {
  if (!ops.some(isRuntimeOp)) return active;
  const now = new Set(active);
  for (const { op, state } of ops) {
    // Names that no state has are not kept without bound.
    if (typeof state !== "string" || state.length > ROOM_LIMITS.activeName) continue;
    if (op === "runtime.enter" && now.size < ROOM_LIMITS.active) now.add(state);
    if (op === "runtime.exit") now.delete(state);
  }
  return [...now];
}

function isRuntimeOp({ op }: AnyOp): boolean {
  return op.startsWith("runtime.");
}

/** The `kind` of a room whose document is of no kind in the table. */
const NO_KIND = "";

/** The kind of a document by its path, else by its content; `undefined` when neither tells. */
export function kindOf<Kind extends EditedKind>(
  kinds: KindTable<Kind>,
  docId: string,
  def: JsonObject | null,
): Kind | undefined {
  return kinds.ofPath(docId) ?? kinds.ofDocument(def);
}

/** The operations to assume before path or content tell the kind: those of the first kind that has some. */
export function defaultChanges(kinds: KindTable<EditedKind>): Changes | undefined {
  return kinds.rows.find(({ content }) => content !== undefined)?.content?.changes;
}

/** The room with the kind of a document that it takes in. */
export function withKind(kinds: KindTable, room: Room, def: JsonObject): Room {
  const kind = kindOf(kinds, room.docId, def)?.kind ?? NO_KIND;
  return kind === room.kind ? room : { ...room, kind };
}

/** The operations of a room's document; `undefined` for a kind without operations, whose documents are sent whole. */
export function changesOf(
  kinds: KindTable,
  { docId, kind }: Pick<Room, "docId" | "kind">,
): Changes | undefined {
  const known = kind ?? kinds.ofPath(docId)?.kind;
  return known === undefined ? defaultChanges(kinds) : kinds.named(known)?.content?.changes;
}
