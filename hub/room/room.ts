import type { AnyOp, Gone, JsonObject, KindName } from "@loom/protocol";

/** A change of the live document, as it is sent and kept. */
export interface Change {
  /** Its number in the epoch. */
  readonly seq: number;
  /** Who made it: a socket id, `"file"` for the file, `"hub"` for the hub. */
  readonly origin: string;
  /** What changed; `null` when the document was replaced by one that operations do not lead to. */
  readonly ops: readonly AnyOp[] | null;
  /** The names that it made disappear. */
  readonly gone?: Gone;
  /** The sender's name for it. */
  readonly opId?: string;
  /** The revision and the time of the file that has it, as the sender told. */
  readonly revision?: string;
  /** When the file was changed, in milliseconds since 1970. */
  readonly mtime?: number;
  /** The names of unsaved changes that it cost, at least in part. */
  readonly lost?: readonly string[];
  /** How large its operations are as JSON, in UTF-16 units, where that counts. */
  readonly size?: number;
}

/** A change that is not in the file yet. */
export interface Unsaved {
  /** The number it got in the live document; the last one of several changes that were put together. */
  readonly seq: number;
  /** Its name, or those of several changes that were put together. */
  readonly ids: readonly string[];
  /** Who made it. */
  readonly origin: string;
  /** Who else, where several were put together. */
  readonly others?: readonly string[];
  /** The change, to be made on the file's content with the unsaved changes before it; `null`: the document was replaced. */
  readonly ops: readonly AnyOp[] | null;
  /** The names that it made disappear. */
  readonly gone?: Gone;
  /** The document that took the place of another, where `ops` is `null`. */
  readonly def?: JsonObject;
  /** How large its operations were as JSON when it was made, in UTF-16 units, where that counts. */
  readonly size?: number;
}

/** What the file holds, as far as the hub knows. */
export interface FileState {
  /** `null` when there is no file that can be read. */
  readonly revision: string | null;
  /** The document; `null` where there is none. */
  readonly def: JsonObject | null;
  /** When it was changed, in milliseconds since 1970; 0 without a file. */
  readonly mtime: number;
  /** The time of the content before: a writer that tells a time between the two is known to be in the file. */
  readonly before: number;
  /** What it held before it went away, and what was unsaved then: some editors take a file away and put it back. */
  readonly gone?: { readonly def: JsonObject; readonly unsaved: readonly Unsaved[] };
}

/**
 * What a hub knows of one document. A plain value: every change makes a new one.
 *
 * Everything rests on one rule: the live document is the file's content with the unsaved changes made on it. Where nothing is
 * unsaved the two are the same.
 */
export interface Room {
  /** The document. */
  readonly docId: string;
  /** The name of the document's kind, `""` for none in the table; `null` before path or content were looked at. */
  readonly kind: KindName | null;
  /** New whenever the numbering begins anew. */
  readonly epoch: string;
  /** Its number in the epoch. */
  readonly seq: number;
  /** The live document; `null` before there is any. */
  readonly def: JsonObject | null;
  /** What the file holds. */
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

/** Bounds of what a room remembers. */
export const ROOM_LIMITS = {
  /** Changes in the log. */
  log: 1_000,
  /** Operations in the log, so that a few large changes do not make it huge. */
  logOps: 10_000,
  /** JSON of operations in the log, in UTF-16 units, likewise; small changes are not counted. */
  logSize: 8 * 1024 * 1024,
  /** How large a change is at least that counts, in UTF-16 units of JSON. */
  countedSize: 4 * 1024,
  /** Names of changes. */
  named: 2_000,
  /** Unsaved changes; of more, the older half is put together into one. */
  unsaved: 1_000,
  /** Operations in them, likewise. */
  unsavedOps: 10_000,
  /** JSON of operations in them, in UTF-16 units, likewise; small changes are not counted. */
  unsavedSize: 64 * 1024 * 1024,
  /** Names in one unsaved change that was put together of several, and those that are told to who joins; the latest count. */
  unsavedIds: 1_000,
  /** Active states, and the length of the name of one. */
  active: 1_000,
  activeName: 1_000,
} as const;

/** A room before anything happened. */
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
