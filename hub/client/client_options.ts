import type {
  AnyOp,
  DefAck,
  FileNotice,
  FullEnvelope,
  JsonObject,
  KindTable,
  LivePresence,
  PatchEnvelope,
  Role,
  ViewEnvelope,
} from "@loom/protocol";
import type { BridgeError } from "./bridge_error.ts";
import type { Lost, ViewChange } from "./replica/update.ts";

/** Default times, in milliseconds. */
export const DEFAULTS = { join: 10_000, ack: 10_000, commit: 30_000, gap: 300, presence: 33 } as const;

/** How to reach a hub, and as whom. */
export interface BridgeClientOptions {
  /** Where the hub is, such as `http://127.0.0.1:4599`. */
  readonly url: string;
  /** What kind of party it is. */
  readonly role: Role;
  /** The document, a path at the hub. */
  readonly docId: string;
  /** What the others see. */
  readonly name?: string | undefined;
  /** The hub's token, when it has one. */
  readonly token?: string | undefined;
  /** Whether what is missing is asked for by itself; default: yes. */
  readonly autoResync?: boolean | undefined;
  /** How long `connect()` and `join()` wait, in milliseconds; default: 10 000. */
  readonly joinTimeoutMs?: number | undefined;
  /** How long an answer to a change may take before it is sent again, in milliseconds; default: 10 000. */
  readonly ackTimeoutMs?: number | undefined;
  /** How long `commit()` and `announce()` wait, in milliseconds; 0: as long as it takes; default: 30 000. */
  readonly commitTimeoutMs?: number | undefined;
  /** How long a message that is missing may be late before it is asked for, in milliseconds; default: 300. */
  readonly gapMs?: number | undefined;
  /** The shortest time between two messages about one's cursor and selection, in milliseconds; default: 33. */
  readonly presenceMs?: number | undefined;
  /** The kinds of documents. Default: `KINDS` of `@loom/protocol`. */
  readonly kinds?: KindTable | undefined;
  /** More settings for socket.io's client. */
  readonly socket?: Readonly<Record<string, unknown>> | undefined;
}

/** The state of the connection. */
export type BridgeStatus = "connecting" | "connected" | "disconnected" | "error";

/** The state of the document: not in the room; on the way there; up to date; waiting for what is missing. */
export type BridgePhase = "away" | "joining" | "live" | "resyncing";

/** What handlers get, by event. */
export interface BridgeEvents {
  /** A change that others made, in order and once each. */
  patch: PatchEnvelope;
  /** The whole document, from others or from the hub. */
  full: FullEnvelope;
  /** A change of one's own that the hub has confirmed. */
  ack: DefAck;
  /** Everybody who takes part, after it has changed. */
  presence: readonly LivePresence[];
  /** Something that was refused or did not work. */
  error: BridgeError;
  /** The state of the connection. */
  status: BridgeStatus;
  /** The state of the document. */
  phase: BridgePhase;
  /** A canvas is asked to show something. */
  view: ViewEnvelope;
  /** The file moved on, the document did not change. */
  file: FileNotice;
  /** A change of one's own is given up: someone has changed the same thing. */
  conflict: Lost;
  /** How many changes wait for the hub now that there are fewer: those of others that this client offers again included. */
  pending: number;
  /** The document with one's own changes is another one, and not by a change of one's own. */
  change: ViewChange;
}

/** What came of a change. */
export interface Committed {
  /** The number of the change in its epoch. */
  readonly seq: number;
  /** The epoch of the number. */
  readonly epoch: string;
  /** The name of the change. */
  readonly opId: string;
  /** It was there already. */
  readonly duplicate?: true;
  /** It was adapted to others that came before it. */
  readonly rebased?: true;
}

/** What a change says about the file, when its sender has written it there. */
export interface CommitOptions {
  /** The revision that was written with the change: the hub reads it there, the change is not made again. */
  readonly revision?: string | undefined;
  /** The revision before. */
  readonly baseRevision?: string | undefined;
  /** Everything up to this number is in the file now: a save, without operations. */
  readonly savedSeq?: number | undefined;
  /** The epoch of that number, where it was taken before something was waited for. Default: the present one. */
  readonly epoch?: string | null | undefined;
  /** When the file was changed, in milliseconds since 1970. */
  readonly mtime?: number | undefined;
  /** How long to wait for the answer, in milliseconds; 0: as long as it takes. */
  readonly timeoutMs?: number | undefined;
}

/** What a writer of files knows of what it wrote. */
export interface WrittenFile {
  /** The revision before; `undefined` for a new file. */
  readonly before?: string | undefined;
  /** The revision now. */
  readonly after: string;
  /** When it was written, in milliseconds since 1970. */
  readonly mtime: number;
}

/** Where one's cursor is and what is selected; what is left out stays as it was. */
export interface PresenceMove {
  /** Where the pointer is. */
  readonly cursor?: unknown;
  /** What is selected. */
  readonly selection?: unknown;
}

/** What the canvases of a document are asked to show. */
export interface ViewWish {
  /** The document whose canvases are meant; default: the client's own. */
  readonly docId?: string | undefined;
  /** The member file to open. */
  readonly member?: string | undefined;
  /** The element to select, `<kind>:<name>`. */
  readonly focus?: string | undefined;
  /** A sentence to show. */
  readonly note?: string | undefined;
  /** Who asks, in words. */
  readonly origin?: string | undefined;
}

/** The document as a client has it. */
export interface BridgeDocument {
  /** The document's id: the one that the hub has given it, once the client has joined. */
  readonly docId: string;
  /** What a person sees: the confirmed document with one's own changes on it. */
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
  /** Whether the confirmed document holds changes that the file does not have. */
  readonly unsaved: boolean;
  /** The names of those changes: who writes them into the file tells them to the writer of documents. */
  readonly unsavedIds: readonly string[];
  /** How many changes of one's own are not confirmed. */
  readonly pending: number;
}

/** A connection to a document at a hub. */
export interface BridgeClient {
  /** The state of the connection. */
  readonly status: BridgeStatus;
  /** The state of the document. */
  readonly phase: BridgePhase;
  /** The number of the last change that was taken in. */
  readonly lastSeq: number;
  /** Everybody who takes part; a copy. */
  readonly presence: LivePresence[];
  /** The id of the connection; `undefined` before the first join. */
  readonly selfId: string | undefined;
  /** The document. */
  readonly document: BridgeDocument;
  /**
   * Connects. The socket goes on trying when this fails, until `disconnect()`.
   *
   * @throws {BridgeError} `connect_error` when the hub cannot be reached, `timeout`, `disconnected`.
   */
  connect(): Promise<void>;
  /**
   * Connects and takes part in the document, from now on after every reconnection too, until `disconnect()`.
   *
   * @throws {BridgeError} as `connect()`, and what the hub says: `unauthorized`, `forbidden_path`, ...
   */
  join(): Promise<JoinResult>;
  /**
   * Changes the document, and does not wait: `ack` tells that it worked, `error` and `conflict` that it did not. Without a
   * connection it waits in the outbox.
   *
   * @param mtime the time of the file, for a change that is there already
   * @param baseSeq what the change was made on; default: what is seen
   * @throws {PatchError} When the operations do not apply to what is seen.
   */
  emitPatch(ops: readonly AnyOp[], mtime?: number, baseSeq?: number): void;
  /** Replaces the document, and does not wait. */
  emitFull(def: JsonObject, mtime?: number): void;
  /**
   * Changes the document. The promise always settles.
   *
   * @throws {BridgeError} What the hub says (`stale_base`: someone changed the same thing), `timeout`, `disconnected`,
   * `outbox_full`.
   * @throws {PatchError} When the operations do not apply to what is seen.
   */
  commit(ops: readonly AnyOp[], options?: CommitOptions): Promise<Committed>;
  /** Tells the hub of a change that is in the file already. The promise settles as that of `commit()`. */
  announce(
    ops: readonly AnyOp[],
    written: WrittenFile,
    options?: Pick<CommitOptions, "timeoutMs">,
  ): Promise<Committed>;
  /** Asks for the document, or for what is newer than a number. */
  request(sinceSeq?: number): void;
  /** Tells the others where one's cursor is and what is selected. */
  updatePresence(move: PresenceMove): void;
  /**
   * Asks the canvases of a document to show something; one need not have joined.
   *
   * @throws {BridgeError} What the hub says, `timeout`, `disconnected`.
   */
  showView(wish: ViewWish): Promise<void>;
  /** Adds a handler; the function that comes back takes it away. */
  on<Name extends keyof BridgeEvents>(event: Name, handler: (value: BridgeEvents[Name]) => void): () => void;
  /**
   * Leaves. Promises that wait are rejected; changes that are not confirmed stay, and go out when the client joins again.
   */
  disconnect(): void;
  /** Leaves as `disconnect()` does, and waits until the connection is closed. */
  close(): Promise<void>;
}

/** What a join gives. */
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
  /** Who takes part. */
  readonly presence: readonly LivePresence[];
}
