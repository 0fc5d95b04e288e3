import type {
  AnyOp,
  DefAck,
  EditedKind,
  FileNotice,
  FullEnvelope,
  JsonObject,
  KindTable,
  LayoutEnvelope,
  LivePresence,
  PatchEnvelope,
  Role,
  ViewEnvelope,
} from "@loom/protocol";
import type { BridgeError } from "./bridge_error.ts";
import type { Lost, Overwrote, ViewChange } from "./replica/update.ts";

/** Default times, in milliseconds. */
export const DEFAULTS = { join: 10_000, ack: 10_000, commit: 30_000, gap: 300, presence: 33 } as const;

/** Options of a client. */
export interface BridgeClientOptions {
  /** The address of the hub, such as `http://127.0.0.1:4599`. */
  readonly url: string;
  /** The role of the client. */
  readonly role: Role;
  /** The document, a path at the hub. */
  readonly docId: string;
  /** The name that others see. */
  readonly name?: string | undefined;
  /** The hub's token, when it has one. */
  readonly token?: string | undefined;
  /** Asks for missing changes automatically; default: true. */
  readonly autoResync?: boolean | undefined;
  /** Timeout of `connect()` and `join()`, in milliseconds; default: 10 000. */
  readonly joinTimeoutMs?: number | undefined;
  /** Time without an answer after which a change is sent again, in milliseconds; default: 10 000. */
  readonly ackTimeoutMs?: number | undefined;
  /** Timeout of `commit()` and `announce()`, in milliseconds; 0: none; default: 30 000. */
  readonly commitTimeoutMs?: number | undefined;
  /** Time before a missing message is asked for, in milliseconds; default: 300. */
  readonly gapMs?: number | undefined;
  /** The shortest time between two messages about cursor and selection, in milliseconds; default: 33. */
  readonly presenceMs?: number | undefined;
  /** The kinds of documents. Default: `KINDS` of `@loom/protocol`. */
  readonly kinds?: KindTable<EditedKind> | undefined;
  /** More settings for socket.io's client. */
  readonly socket?: Readonly<Record<string, unknown>> | undefined;
}

/** The state of the connection. */
export type BridgeStatus = "connecting" | "connected" | "disconnected" | "error";

/** The state of the document: not in the room; joining; up to date; waiting for missing changes. */
export type BridgePhase = "away" | "joining" | "live" | "resyncing";

/** The values that handlers get, by event. */
export interface BridgeEvents {
  /** A change by others, in order and once each. */
  patch: PatchEnvelope;
  /** The whole document, from others or from the hub. */
  full: FullEnvelope;
  /** A change of this client that the hub has confirmed. */
  ack: DefAck;
  /** The members of the document, after a change of the list. */
  presence: readonly LivePresence[];
  /** An error. */
  error: BridgeError;
  /** The state of the connection. */
  status: BridgeStatus;
  /** The state of the document. */
  phase: BridgePhase;
  /** A request to show something. */
  view: ViewEnvelope;
  /** The file has another revision; the document did not change. */
  file: FileNotice;
  /** The arrangement of the document's pictures, where one is kept: after joining, and after every change of it. */
  layout: LayoutEnvelope;
  /** A change of this client is given up: someone has changed the same. */
  conflict: Lost;
  /** A change has overwritten values of others that its maker had not seen; also when the maker is this client. */
  overwrote: Overwrote;
  /** The number of pending changes, after it has decreased; offered changes of others count too. */
  pending: number;
  /** The view has changed, and not by a change of this client. */
  change: ViewChange;
}

/** The result of a change. */
export interface Committed {
  /** The number of the change in its epoch. */
  readonly seq: number;
  /** The epoch of the number. */
  readonly epoch: string;
  /** The name of the change. */
  readonly opId: string;
  /** The hub had it already. */
  readonly duplicate?: true;
  /** It was rebased over changes that came before. */
  readonly rebased?: true;
}

/** Members of a change that its sender has written to the file. */
export interface CommitOptions {
  /** The revision that was written with the change: the hub reads the file. */
  readonly revision?: string | undefined;
  /** The revision before. */
  readonly baseRevision?: string | undefined;
  /** A save: everything up to this number is in the file. It has no operations. */
  readonly savedSeq?: number | undefined;
  /** The epoch of that number. Default: the current one. */
  readonly epoch?: string | null | undefined;
  /** When the file was changed, in milliseconds since 1970. */
  readonly mtime?: number | undefined;
  /** Timeout of the answer, in milliseconds; 0: none. */
  readonly timeoutMs?: number | undefined;
}

/** The file before and after a write. */
export interface WrittenFile {
  /** The revision before; `undefined` for a new file. */
  readonly before?: string | undefined;
  /** The revision now. */
  readonly after: string;
  /** When it was written, in milliseconds since 1970. */
  readonly mtime: number;
}

/** Cursor and selection; what is left out stays as it was. */
export interface PresenceMove {
  /** The position of the pointer. */
  readonly cursor?: unknown;
  /** The selection. */
  readonly selection?: unknown;
}

/** A request to the canvases of a document to show something. */
export interface ViewWish {
  /** The document whose canvases are meant; default: the client's own. */
  readonly docId?: string | undefined;
  /** The member file to open. */
  readonly member?: string | undefined;
  /** The element to select, `<kind>:<name>`. */
  readonly focus?: string | undefined;
  /** A sentence to show. */
  readonly note?: string | undefined;
  /** The name of the client that asks. */
  readonly origin?: string | undefined;
}

/** The document as a client has it. */
export interface BridgeDocument {
  /** The document's id; once the client has joined, the one of the hub. */
  readonly docId: string;
  /** The confirmed document with the pending changes: what a person sees. */
  readonly view: JsonObject | null;
  /** The document as the hub has it at `seq`. */
  readonly confirmed: JsonObject | null;
  /** The number of the last change. */
  readonly seq: number;
  /** The epoch of the number. */
  readonly epoch: string | null;
  /** The states that are active in the running machine. */
  readonly active: readonly string[];
  /** The file's revision as the hub knows it. */
  readonly fileRevision: string | null;
  /** When the file was changed, in milliseconds since 1970; 0 without a file. */
  readonly fileTime: number;
  /** Why the file cannot be read now, a sentence; `null` when it can. */
  readonly fileProblem: string | null;
  /** True when the confirmed document holds changes that the file does not have. */
  readonly unsaved: boolean;
  /** The names of those changes; a save passes them to the writer of the file. */
  readonly unsavedIds: readonly string[];
  /** The number of pending changes. */
  readonly pending: number;
}

/** A connection to a document at a hub. */
export interface BridgeClient {
  /** The state of the connection. */
  readonly status: BridgeStatus;
  /** The state of the document. */
  readonly phase: BridgePhase;
  /** The number of the last change. */
  readonly lastSeq: number;
  /** The members of the document; a copy. */
  readonly presence: LivePresence[];
  /** The id of the connection; `undefined` before the first join. */
  readonly selfId: string | undefined;
  /** The document. */
  readonly document: BridgeDocument;
  /**
   * Connects. After a failure, the socket keeps trying until `disconnect()`.
   *
   * @throws {BridgeError} `connect_error` when the hub cannot be reached, `timeout`, `disconnected`.
   */
  connect(): Promise<void>;
  /**
   * Connects and joins the document, again after every reconnection, until `disconnect()`.
   *
   * @throws {BridgeError} as `connect()`, and what the hub says: `unauthorized`, `forbidden_path`, ...
   */
  join(): Promise<JoinResult>;
  /**
   * Changes the document without waiting: `ack` reports success, `error` and `conflict` failure. Without a connection the change stays
   * pending.
   *
   * @param mtime the time of the file, for a change that the file has already
   * @param baseSeq the number that the change was made on; default: the view
   * @throws {PatchError} When the operations do not apply to the view.
   */
  emitPatch(ops: readonly AnyOp[], mtime?: number, baseSeq?: number): void;
  /** Replaces the document without waiting. */
  emitFull(def: JsonObject, mtime?: number): void;
  /**
   * Changes the document. The promise always settles.
   *
   * @throws {BridgeError} What the hub says (`stale_base`: someone changed the same thing), `timeout`, `disconnected`,
   * `outbox_full`.
   * @throws {PatchError} When the operations do not apply to the view.
   */
  commit(ops: readonly AnyOp[], options?: CommitOptions): Promise<Committed>;
  /** Announces a change that is in the file already. The promise settles like that of `commit()`. */
  announce(
    ops: readonly AnyOp[],
    written: WrittenFile,
    options?: Pick<CommitOptions, "timeoutMs">,
  ): Promise<Committed>;
  /** Asks for the document, or for the changes since a number. */
  request(sinceSeq?: number): void;
  /** Sends cursor and selection to the others. */
  updatePresence(move: PresenceMove): void;
  /**
   * Asks the canvases of a document to show something; without joining it.
   *
   * @returns The number of clients that show it; `undefined` where the hub does not count them.
   * @throws {BridgeError} What the hub says, `timeout`, `disconnected`.
   */
  showView(wish: ViewWish): Promise<number | undefined>;
  /** Adds a handler; the returned function removes it. */
  on<Name extends keyof BridgeEvents>(event: Name, handler: (value: BridgeEvents[Name]) => void): () => void;
  /**
   * Leaves. Open promises are rejected; pending changes stay, and are sent when the client joins again.
   */
  disconnect(): void;
  /** Leaves as `disconnect()` does, and waits until the connection is closed. */
  close(): Promise<void>;
}

/** The result of a join. */
export interface JoinResult {
  /** The id of the connection; new with every connection. */
  readonly selfId: string;
  /** The document as the hub has it. */
  readonly snapshot: {
    readonly docId: string;
    readonly def: JsonObject | null;
    readonly seq: number;
    readonly mtime: number;
    readonly epoch: string;
    readonly revision: string | null;
    readonly unsaved: boolean;
  };
  /** The members of the document. */
  readonly presence: readonly LivePresence[];
}
