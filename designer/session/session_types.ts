import type { BridgeClient, BridgeClientOptions, BridgeStatus } from "@loom/hub/client";
import type {
  FullEnvelope,
  JsonObject,
  LivePresence,
  MachineOp,
  PatchEnvelope,
  StateMachineDefinition,
} from "@loom/protocol";
import type { SessionStatus } from "./session_status.ts";

/** How to make a session. */
export interface SessionOptions extends BridgeClientOptions {
  /** Is called with every whole document of others, and once with the one that a join brings, of the origin `"join"`. */
  readonly onFull?: ((envelope: FullEnvelope) => void) | undefined;
  /** Is called with every change by operations of others. */
  readonly onPatch?: ((envelope: PatchEnvelope) => void) | undefined;
  /** Is called with everybody who takes part, after it has changed. */
  readonly onPresence?: ((presence: readonly LivePresence[]) => void) | undefined;
  /** The client to use; default: one that is made from the other options. */
  readonly client?: BridgeClient | undefined;
}

/** What someone else has changed where the person had changed the same. */
export interface RemoteChange {
  /** What clashed, in a sentence. */
  readonly reason: string;
}

/** The two documents that a person chooses between. */
export interface RemoteDifference {
  /** The document as it is, with the changes of others. */
  readonly theirs: JsonObject;
  /** The document as it would be with what the person had changed. */
  readonly mine: JsonObject;
  /** What leads from theirs to mine. */
  readonly ops: readonly MachineOp[];
}

/** A session at one moment; a new object after every change, so that it can be compared by identity. */
export interface SessionSnapshot {
  /** How things stand. */
  readonly status: SessionStatus;
  /** The state of the connection. */
  readonly connection: BridgeStatus;
  /** The document with the person's own changes; `null` while there is none. */
  readonly def: StateMachineDefinition | null;
  /** The number of the last change that was taken in. */
  readonly seq: number;
  /** Who takes part. */
  readonly presence: readonly LivePresence[];
  /** The states that are active in the running machine. */
  readonly activeStates: readonly string[];
  /** Whether the document holds something that the file does not have. */
  readonly dirty: boolean;
  /** Whether it is being saved. */
  readonly saving: boolean;
  /** How many changes the hub has not confirmed. */
  readonly pending: number;
  /** The file's revision as the hub knows it. */
  readonly fileRevision: string | null;
  /** Whether there is something to undo. */
  readonly canUndo: boolean;
  /** Whether there is something to do again. */
  readonly canRedo: boolean;
  /** What the person has to choose about, in the status `remote-changed`. */
  readonly remoteChange: RemoteChange | null;
  /** What the person should know, in a sentence, until the next one. */
  readonly notice: string | null;
}

/** What a writer of files says of what it wrote. */
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
   * Changes the document: at once here, at the hub when it can be.
   *
   * @throws {PatchError} When the operations do not apply.
   */
  emitPatch(ops: readonly MachineOp[]): void;
  /** Replaces the document. */
  emitFull(def: JsonObject): void;
  /** Tells that a state of the running machine became active. */
  enter(state: string, from?: string, eventId?: string): void;
  /** Tells that a state of the running machine is not active any more. */
  exit(state: string): void;
  /** Takes back the person's last change that can be taken back. What others did stays. Tells whether there was one. */
  undo(): boolean;
  /** Makes again what was taken back last. */
  redo(): boolean;
  /**
   * Saves the document: writes what the hub has confirmed, and tells the hub.
   *
   * @throws {BridgeError} When the hub cannot be reached, or does not answer.
   * @throws What `write` throws.
   */
  save(write: SaveWrite): Promise<Saved>;
  /** Chooses, in the status `remote-changed`, what the person had changed: it is made again, over what others did. */
  keepMine(): void;
  /** Chooses, in the status `remote-changed`, the document as it is. */
  takeTheirs(): void;
  /** What is chosen between in the status `remote-changed`; else `null`. */
  difference(): RemoteDifference | null;
  /** Takes part, and again by itself after every reconnection. It settles whatever comes of it. */
  connect(): Promise<void>;
  /** Leaves. */
  disconnect(): void;
  /** Leaves, and waits until the connection is closed. */
  close(): Promise<void>;
}
