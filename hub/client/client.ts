import {
  type AnyOp,
  type EditedKind,
  EV,
  type JsonObject,
  type KindTable,
  type LivePresence,
  parseLayoutEnvelope,
  parseViewAccepted,
  parseViewEnvelope,
  resolveMemberPath,
  type ViewEnvelope,
} from "@loom/protocol";
import { BridgeError } from "./bridge_error.ts";
import {
  type BridgeClient,
  type BridgeClientOptions,
  type BridgeDocument,
  type BridgeEvents,
  type BridgePhase,
  type BridgeStatus,
  type CommitOptions,
  type Committed,
  DEFAULTS,
  type JoinResult,
  type PresenceMove,
  type ViewWish,
  type WrittenFile,
} from "./client_options.ts";
import { DocumentSync, silenceOf } from "./document_sync.ts";
import { changed, changedWhole, withdrawn } from "./replica/change.ts";
import { left } from "./replica/join.ts";
import { activeOf, viewOf } from "./replica/replica.ts";
import { Announcements } from "./transport/announcements.ts";
import { Connection } from "./transport/connection.ts";
import { Emitter } from "./transport/emitter.ts";
import { errorIn, Listener } from "./transport/listener.ts";
import { Presence } from "./transport/presence.ts";
import { Throttle, Timers } from "./transport/timing.ts";
import { Waiting } from "./transport/waiting.ts";

/** Options of a client whose kinds are known. */
type ClientOptions = BridgeClientOptions & { readonly kinds: KindTable<EditedKind> };

/** A client of a document at a hub. */
class Client implements BridgeClient {
  readonly #options: BridgeClientOptions;
  readonly #connection: Connection;
  readonly #emitter = new Emitter<BridgeEvents>();
  readonly #timers = new Timers();
  readonly #moves: Throttle<PresenceMove>;
  readonly #connects = new Waiting<void>();
  readonly #views = new Waiting<number | undefined>();
  readonly #announcements: Announcements;
  readonly #presence: Presence;
  readonly #sync: DocumentSync;
  /** The latest cursor and selection. */
  #lastMove: PresenceMove = {};

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#connection = new Connection(options, this.#timers, {
      onOpen: () => {
        this.#connects.doneAll(undefined);
        if (this.#sync.isWanted) this.#sync.join();
      },
      onClosed: () => this.#sync.part(),
      onFailed: (error) => {
        this.#connects.failAll(error);
        this.#sync.joins.failAll(error);
        this.#emitter.emit("error", error);
      },
      onStatus: (status) => this.#emitter.emit("status", status),
      isWanted: () => this.#sync.isWanted,
    });
    const { socket } = this.#connection;
    this.#sync = new DocumentSync({
      options,
      connection: this.#connection,
      timers: this.#timers,
      emitter: this.#emitter,
      onJoined: ({ presence }) => {
        this.#presence.set(presence);
        this.#announcements.resend();
        if (Object.keys(this.#lastMove).length > 0) this.#moves.push(this.#lastMove);
      },
    });
    this.#moves = new Throttle(options.presenceMs ?? DEFAULTS.presence, (move) => {
      if (this.#sync.replica.isJoined) socket.emit(EV.PRESENCE_IN, move);
    });
    this.#announcements = this.#announcing(options, socket);
    const listener = new Listener({
      socket,
      isForeign: (docId) => this.#sync.replica.isJoined && docId !== this.#sync.replica.docId,
      onBad: (error) => this.#emitter.emit("error", error),
    });
    this.#presence = new Presence(listener, (list) => this.#emitter.emit("presence", list));
    this.#sync.listen(listener);
    listener.on(EV.LAYOUT, parseLayoutEnvelope, (layout) => this.#emitter.emit("layout", layout));
    listener.on(EV.VIEW_OUT, parseViewEnvelope, (view) => {
      this.#emitter.emit("view", asOwn(view, this.#sync.replica.docId));
      return this.#emitter.has("view");
    });
  }

  #announcing(
    { ackTimeoutMs = DEFAULTS.ack }: BridgeClientOptions,
    socket: Connection["socket"],
  ): Announcements {
    return new Announcements({
      socket,
      timers: this.#timers,
      ackTimeoutMs,
      docId: () => this.#sync.replica.docId,
      epoch: () => this.#sync.replica.epoch,
      isJoined: () => this.#sync.replica.isJoined,
      onDone: (committed) => this.#sync.settle(committed),
      onRefused: (error, opId) => {
        if (!this.#sync.commits.fail(opId, error)) this.#emitter.emit("error", error);
      },
      onOutside: () => this.#sync.join(),
    });
  }

  get status(): BridgeStatus {
    return this.#connection.status;
  }

  get phase(): BridgePhase {
    return this.#sync.phase;
  }

  get lastSeq(): number {
    return this.#sync.replica.seq;
  }

  get presence(): LivePresence[] {
    return this.#presence.list;
  }

  get selfId(): string | undefined {
    return this.#sync.selfId;
  }

  get document(): BridgeDocument {
    const {
      docId,
      confirmed,
      seq,
      epoch,
      fileRevision,
      fileTime,
      fileProblem,
      unsaved,
      unsavedIds,
      pending,
    } = this.#sync.replica;
    return {
      docId,
      view: viewOf(this.#sync.replica),
      confirmed,
      seq,
      epoch,
      active: activeOf(this.#sync.replica),
      fileRevision,
      fileTime,
      fileProblem,
      unsaved,
      unsavedIds,
      pending: pending.length,
    };
  }

  connect(): Promise<void> {
    if (this.#connection.isOpen) return Promise.resolve();
    const promise = this.#wait(this.#connects, this.#sync.nextName(), this.#joinTimeout);
    this.#connection.open();
    return promise;
  }

  join(): Promise<JoinResult> {
    this.#sync.isWanted = true;
    const promise = this.#wait(this.#sync.joins, this.#sync.nextName(), this.#joinTimeout);
    if (this.#connection.isOpen) this.#sync.join();
    else this.#connection.open();
    return promise;
  }

  emitPatch(ops: readonly AnyOp[], mtime?: number, baseSeq?: number): void {
    const { pending, seq } = this.#sync.replica;
    const isOnView = baseSeq === undefined || (baseSeq === seq && pending.length === 0);
    if (mtime === undefined && isOnView) {
      return this.#sync.run(changed(this.#sync.replica, this.#sync.nextName(), ops));
    }
    this.#announcements.add(this.#sync.nextName(), { ops: [...ops], ...defined({ mtime, baseSeq }) });
  }

  emitFull(def: JsonObject, mtime?: number): void {
    if (mtime === undefined) {
      return this.#sync.run(changedWhole(this.#sync.replica, this.#sync.nextName(), def));
    }
    if (!this.#sync.replica.isJoined) {
      throw new BridgeError("not_joined", "Join the document before sending it whole.");
    }
    const message = { docId: this.#sync.replica.docId, def, mtime, opId: this.#sync.nextName() };
    this.#connection.socket.emit(EV.FULL_IN, message, (reply: unknown) => {
      const error = errorIn(reply);
      if (error) this.#emitter.emit("error", error);
    });
  }

  commit(ops: readonly AnyOp[], options: CommitOptions = {}): Promise<Committed> {
    const { timeoutMs = this.#options.commitTimeoutMs ?? DEFAULTS.commit, epoch, ...file } = options;
    const opId = this.#sync.nextName();
    const isInFile = file.revision !== undefined || file.savedSeq !== undefined || file.mtime !== undefined;
    // Throws when the operations do not apply: then there is nothing to wait for.
    const update = isInFile ? undefined : changed(this.#sync.replica, opId, ops);
    const promise = this.#wait(this.#sync.commits, opId, timeoutMs, () => {
      this.#announcements.drop(opId);
      this.#sync.run(withdrawn(this.#sync.replica, opId));
    });
    if (update) this.#sync.run(update);
    else this.#announcements.add(opId, { ops: [...ops], ...defined(file) }, epoch);
    return promise;
  }

  announce(
    ops: readonly AnyOp[],
    { before, after, mtime }: WrittenFile,
    options: Pick<CommitOptions, "timeoutMs"> = {},
  ): Promise<Committed> {
    return this.commit(ops, { ...options, baseRevision: before, revision: after, mtime });
  }

  request(sinceSeq?: number): void {
    if (!this.#connection.isOpen) return;
    const { docId, epoch } = this.#sync.replica;
    const since = sinceSeq === undefined || epoch === null ? {} : { sinceSeq, epoch };
    this.#connection.socket.emit(EV.REQUEST, { docId, ...since });
  }

  updatePresence(move: PresenceMove): void {
    this.#lastMove = { ...this.#lastMove, ...move };
    this.#moves.push(move);
  }

  async showView(wish: ViewWish): Promise<number | undefined> {
    await this.connect();
    const name = this.#sync.nextName();
    const promise = this.#wait(this.#views, name, this.#options.ackTimeoutMs ?? DEFAULTS.ack);
    const view = { ...defined(wish), docId: wish.docId ?? this.#options.docId };
    this.#connection.socket.emit(EV.VIEW_IN, view, (reply: unknown) => {
      const error = errorIn(reply);
      if (error) this.#views.fail(name, error);
      else {
        const accepted = parseViewAccepted(reply);
        this.#views.done(name, accepted.ok ? accepted.value.shown : undefined);
      }
    });
    return await promise;
  }

  on<Name extends keyof BridgeEvents>(event: Name, handler: (value: BridgeEvents[Name]) => void): () => void {
    return this.#emitter.on(event, handler);
  }

  disconnect(): void {
    this.#sync.isWanted = false;
    this.#sync.forgetJoins();
    this.#timers.stop();
    this.#moves.stop();
    this.#connection.close(this.#sync.replica.docId, this.#sync.selfId, this.#sync.replica.isJoined);
    this.#sync.part();
    this.#sync.run(left(this.#sync.replica));
    this.#announcements.clear();
    const error = new BridgeError("disconnected", "The client has left before there was an answer.");
    for (const waiting of [this.#connects, this.#sync.joins, this.#sync.commits, this.#views]) {
      waiting.failAll(error);
    }
    this.#connection.end();
  }

  async close(): Promise<void> {
    const closed = this.#connection.closed();
    this.disconnect();
    await closed;
  }

  #wait<T>(waiting: Waiting<T>, name: string, timeoutMs: number, onTimeout?: () => void): Promise<T> {
    return waiting.wait(name, timeoutMs, silenceOf(this.#options), onTimeout);
  }

  get #joinTimeout(): number {
    return this.#options.joinTimeoutMs ?? DEFAULTS.join;
  }
}

/** The members that are not undefined. */
function defined<T extends object>(members: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}

/** Makes a client that knows these kinds of documents only: a page need not load the others. */
export function createClientOf(kinds: KindTable<EditedKind>, options: BridgeClientOptions): BridgeClient {
  return new Client({ ...options, kinds });
}

/** A request to show a member of a system; where that is the client's own document, one to show this. */
function asOwn({ member, ...view }: ViewEnvelope, docId: string): ViewEnvelope {
  if (member === undefined) return view;
  const isOwn = view.docId !== docId && resolveMemberPath(view.docId, member) === docId;
  return isOwn ? { ...view, docId } : { ...view, member };
}
