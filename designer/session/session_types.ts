import type { BridgeClient, BridgeClientOptions, BridgeStatus } from "@loom/hub/client";
import type {
  AnyOp,
  EditedKind,
  FullEnvelope,
  JsonObject,
  KindTable,
  LivePresence,
  PatchEnvelope,
} from "@loom/protocol";
import type { SessionStatus } from "./session_status.ts";

/** Options of a session. */
export interface SessionOptions extends BridgeClientOptions {
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable<EditedKind> | undefined;
  /** Is called with every whole document of others, and once with the one of the join, with the origin `"join"`. */
  readonly onFull?: ((envelope: FullEnvelope) => void) | undefined;
  /** Is called with every change by operations of others. */
  readonly onPatch?: ((envelope: PatchEnvelope) => void) | undefined;
  /** Is called with everybody who takes part, after it has changed. */
  readonly onPresence?: ((presence: readonly LivePresence[]) => void) | undefined;
  /** The client to use; default: one that is made from the other options. */
  readonly client?: BridgeClient | undefined;
}

/** A conflict: someone else has changed what the person had changed. */
export interface RemoteChange {
  /** The conflict, in a sentence. */
  readonly reason: string;
}

/** A value that someone has overwritten without having seen it. */
export interface LostValue {
  /** Its number in this session. */
  readonly id: number;
  /** The place in the document at that time, a JSON pointer. */
  readonly path: string;
  /** The name of the element that has it, at that time; none for a value of the document itself. */
  readonly of?: string | undefined;
  /** The lost value; `undefined` for a member that was taken away. */
  readonly was: unknown;
  /** The value that took its place. */
  readonly now: unknown;
  /** The author of the lost value: the id of a client, `"file"` or `"hub"`. */
  readonly by: string;
  /** The author of the value that took its place. */
  readonly overwrittenBy: string;
  /** The changes that a file with an older content took away, a line each, where it is these that can be put back. */
  readonly rolledBack?: readonly string[];
}

/** The two documents that a person chooses between. */
export interface RemoteDifference {
  /** The present document, with the changes of others. */
  readonly theirs: JsonObject;
  /** The document with the person's changes. */
  readonly mine: JsonObject;
  /** The operations that lead from theirs to mine. */
  readonly ops: readonly AnyOp[];
}

/** A session at one moment; a new object after every change, so that it can be compared by identity. */
export interface SessionSnapshot {
  /** The status. */
  readonly status: SessionStatus;
  /** The state of the connection. */
  readonly connection: BridgeStatus;
  /** The document with the person's own changes; `null` while there is none. */
  readonly def: JsonObject | null;
  /** The sequence number of the last change. */
  readonly seq: number;
  /** The participants. */
  readonly presence: readonly LivePresence[];
  /** The active states of the running machine. */
  readonly activeStates: readonly string[];
  /** True when the document has unsaved changes. */
  readonly dirty: boolean;
  /** True when it is being saved. */
  readonly saving: boolean;
  /** The number of changes that the hub has not confirmed. */
  readonly pending: number;
  /** The revision of the file, from the hub. */
  readonly fileRevision: string | null;
  /** Why the file cannot be read now, a sentence; `null` when it can. The document stays as it was, and is dirty. */
  readonly fileProblem: string | null;
  /** True when there is something to undo. */
  readonly canUndo: boolean;
  /** True when there is something to redo. */
  readonly canRedo: boolean;
  /** The conflict to decide, in the status `remote-changed`. */
  readonly remoteChange: RemoteChange | null;
  /** The values that someone has overwritten without having seen them: `putBack` and `dismiss` take their `id`. */
  readonly lostValues: readonly LostValue[];
  /** The last message for the person, a sentence, while its cause lasts; else why the file cannot be read. */
  readonly notice: string | null;
}

/** The result of a save. */
export interface Saved {
  /** The revision now. */
  readonly revision: string;
  /** When it was written, in milliseconds since 1970. */
  readonly mtime: number;
}

/**
 * Writes the document to its file, under the file's lock.
 *
 * @param def the document
 * @param baseRevision the revision that the file has to have; `null` for a new file
 * @param savedChanges the names of the changes that go into the file: for the writer of documents, under that name
 * @throws an error with the code `stale_revision` when the file has another one
 */
export type SaveWrite = (
  def: JsonObject,
  baseRevision: string | null,
  savedChanges: readonly string[],
) => Promise<Saved>;

/** A document that several people edit at once, as one of them sees it. */
export interface BridgeSession {
  /** The session as it is now. */
  getSnapshot(): SessionSnapshot;
  /** Calls a function after every change; the function that comes back ends that. */
  subscribe(listener: () => void): () => void;
  /**
   * Changes the document: at once here, and at the hub as soon as it can be reached.
   *
   * @throws {PatchError} When the operations do not apply.
   */
  emitPatch(ops: readonly AnyOp[]): void;
  /** Replaces the document. */
  emitFull(def: JsonObject): void;
  /** Reports that a state of the running machine became active. */
  enter(state: string, from?: string, eventId?: string): void;
  /** Reports that a state of the running machine is no longer active. */
  exit(state: string): void;
  /** Undoes the person's last change that can be undone; the changes of others stay. Returns whether there was one. */
  undo(): boolean;
  /** Redoes what was undone last. */
  redo(): boolean;
  /**
   * Saves the document: writes what the hub has confirmed, and announces it to the hub.
   *
   * @throws {BridgeError} When the hub cannot be reached, or does not answer.
   * @throws What `write` throws.
   */
  save(write: SaveWrite): Promise<Saved>;
  /** Decides a conflict, in the status `remote-changed`: applies the person's changes again, over those of others. */
  keepMine(): void;
  /** Decides a conflict, in the status `remote-changed`: keeps the present document. */
  takeTheirs(): void;
  /** Puts a lost value back, as an ordinary edit. Returns whether that was possible. */
  putBack(id: number): boolean;
  /** Offers a lost value no more. */
  dismiss(id: number): void;
  /** The two documents of a conflict, in the status `remote-changed`; else `null`. */
  difference(): RemoteDifference | null;
  /** Joins, and joins again after every reconnection. Settles whether or not that succeeds. */
  connect(): Promise<void>;
  /** Leaves. */
  disconnect(): void;
  /** Leaves, and waits until the connection is closed. */
  close(): Promise<void>;
}
