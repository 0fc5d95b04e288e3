import {
  type AnyOp,
  EV,
  type JoinAccepted,
  type JsonObject,
  type LivePresence,
  parseEditAck,
  parseFileNotice,
  parseFullEnvelope,
  parseJoinAck,
  parsePatchEnvelope,
  parseViewEnvelope,
  parseWireError,
} from "@loom/protocol";
import { LOST_TO_FILE } from "../room/outcome.ts";
import { BridgeError, isTransient } from "./bridge_error.ts";
import type {
  BridgeClient,
  BridgeClientOptions,
  BridgeDocument,
  BridgeEvents,
  BridgePhase,
  BridgeStatus,
  CommitOptions,
  Committed,
  JoinResult,
  PresenceMove,
  ViewWish,
  WrittenFile,
} from "./client_options.ts";
import { acknowledged, graceOver, retry, unanswered } from "./replica/acknowledge.ts";
import { changed, changedWhole, withdrawn } from "./replica/change.ts";
import { joined, left, parted } from "./replica/join.ts";
import { fileMoved, gapLasted, patched, replaced } from "./replica/receive.ts";
import {
  activeOf,
  type EditMessage,
  emptyReplica,
  heldIds,
  isBehind,
  type Replica,
  viewOf,
} from "./replica/replica.ts";
import type { Effect, Lost, Update } from "./replica/update.ts";
import { Announcements } from "./transport/announcements.ts";
import { CALL_AGAIN_MS, Connection } from "./transport/connection.ts";
import { Emitter } from "./transport/emitter.ts";
import { errorIn, Listener } from "./transport/listener.ts";
import { Presence } from "./transport/presence.ts";
import { Throttle, Timers } from "./transport/timing.ts";
import { Waiting } from "./transport/waiting.ts";

/** Defaults of times, in milliseconds. */
const DEFAULTS = { join: 10_000, ack: 10_000, commit: 30_000, gap: 300, presence: 33 } as const;
/** How long other clients have to restore the rest of a change of an earlier epoch, before a part of it is sent. */
const GRACE_MS = 2_000;

/** A client of a document at a hub. */
class Client implements BridgeClient {
  readonly #options: BridgeClientOptions;
  readonly #connection: Connection;
  readonly #emitter = new Emitter<BridgeEvents>();
  readonly #timers = new Timers();
  readonly #moves: Throttle<PresenceMove>;
  readonly #connects = new Waiting<void>();
  readonly #joins = new Waiting<JoinResult>();
  readonly #commits = new Waiting<Committed>();
  readonly #views = new Waiting<void>();
  readonly #announcements: Announcements;
  readonly #presence: Presence;
  /** Begins the names of this client's changes. */
  readonly #prefix = `${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}.`;
  #replica: Replica;
  #queue: Effect[] = [];
  #isActing = false;
  #count = 0;
  /** The number of pending changes when it was last reported. */
  #pending = 0;
  #phase: BridgePhase = "away";
  #selfId: string | undefined;
  /** Changes that are lost to the message that is being taken in. */
  readonly #lost: string[] = [];
  /** Own changes that are reported as lost. */
  readonly #reportedLost = new Set<string>();
  /** The latest cursor and selection. */
  #lastMove: PresenceMove = {};
  /** Whether the client takes part, or will as soon as it can. */
  #isWanted = false;
  /** Counts the joins: a late answer to an earlier one is ignored. */
  #joinCount = 0;

  constructor(options: BridgeClientOptions) {
    this.#options = options;
    this.#replica = emptyReplica(options.docId, options.kinds);
    this.#connection = new Connection(options, this.#timers, {
      onOpen: () => {
        this.#connects.doneAll(undefined);
        if (this.#isWanted) this.#join();
      },
      onClosed: () => this.#part(),
      onFailed: (error) => {
        this.#connects.failAll(error);
        this.#joins.failAll(error);
        this.#emitter.emit("error", error);
      },
      onStatus: (status) => this.#emitter.emit("status", status),
      isWanted: () => this.#isWanted,
    });
    const { socket } = this.#connection;
    this.#moves = new Throttle(options.presenceMs ?? DEFAULTS.presence, (move) => {
      if (this.#replica.isJoined) socket.emit(EV.PRESENCE_IN, move);
    });
    this.#announcements = new Announcements({
      socket,
      timers: this.#timers,
      ackTimeoutMs: options.ackTimeoutMs ?? DEFAULTS.ack,
      docId: () => this.#replica.docId,
      epoch: () => this.#replica.epoch,
      isJoined: () => this.#replica.isJoined,
      onDone: (committed) => this.#settle(committed),
      onRefused: (error, opId) => {
        if (!this.#commits.fail(opId, error)) this.#emitter.emit("error", error);
      },
      onOutside: () => this.#join(),
    });
    const listener = new Listener({
      socket,
      isForeign: (docId) => this.#replica.isJoined && docId !== this.#replica.docId,
      onBad: (error) => this.#emitter.emit("error", error),
    });
    this.#presence = new Presence(listener, (list) => this.#emitter.emit("presence", list));
    this.#listen(listener);
  }

  get status(): BridgeStatus {
    return this.#connection.status;
  }

  get phase(): BridgePhase {
    return this.#phase;
  }

  get lastSeq(): number {
    return this.#replica.seq;
  }

  get presence(): LivePresence[] {
    return this.#presence.list;
  }

  get selfId(): string | undefined {
    return this.#selfId;
  }

  get document(): BridgeDocument {
    const { docId, confirmed, seq, epoch, fileRevision, fileTime, unsaved, unsavedIds, pending } =
      this.#replica;
    return {
      docId,
      view: viewOf(this.#replica),
      confirmed,
      seq,
      epoch,
      active: activeOf(this.#replica),
      fileRevision,
      fileTime,
      unsaved,
      unsavedIds,
      pending: pending.length,
    };
  }

  connect(): Promise<void> {
    if (this.#connection.isOpen) return Promise.resolve();
    const promise = this.#wait(this.#connects, this.#name(), this.#joinTimeout);
    this.#connection.open();
    return promise;
  }

  join(): Promise<JoinResult> {
    this.#isWanted = true;
    const promise = this.#wait(this.#joins, this.#name(), this.#joinTimeout);
    if (this.#connection.isOpen) this.#join();
    else this.#connection.open();
    return promise;
  }

  emitPatch(ops: readonly AnyOp[], mtime?: number, baseSeq?: number): void {
    const { pending, seq } = this.#replica;
    const isOnView = baseSeq === undefined || (baseSeq === seq && pending.length === 0);
    if (mtime === undefined && isOnView) return this.#run(changed(this.#replica, this.#name(), ops));
    this.#announcements.add(this.#name(), { ops: [...ops], ...defined({ mtime, baseSeq }) });
  }

  emitFull(def: JsonObject, mtime?: number): void {
    if (mtime === undefined) return this.#run(changedWhole(this.#replica, this.#name(), def));
    if (!this.#replica.isJoined) {
      throw new BridgeError("not_joined", "Join the document before sending it whole.");
    }
    const message = { docId: this.#replica.docId, def, mtime, opId: this.#name() };
    this.#connection.socket.emit(EV.FULL_IN, message, (reply: unknown) => {
      const error = errorIn(reply);
      if (error) this.#emitter.emit("error", error);
    });
  }

  commit(ops: readonly AnyOp[], options: CommitOptions = {}): Promise<Committed> {
    const { timeoutMs = this.#options.commitTimeoutMs ?? DEFAULTS.commit, epoch, ...file } = options;
    const opId = this.#name();
    const isInFile = file.revision !== undefined || file.savedSeq !== undefined || file.mtime !== undefined;
    // Throws when the operations do not apply: then there is nothing to wait for.
    const update = isInFile ? undefined : changed(this.#replica, opId, ops);
    const promise = this.#wait(this.#commits, opId, timeoutMs, () => {
      this.#announcements.drop(opId);
      this.#run(withdrawn(this.#replica, opId));
    });
    if (update) this.#run(update);
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
    const { docId, epoch } = this.#replica;
    const since = sinceSeq === undefined || epoch === null ? {} : { sinceSeq, epoch };
    this.#connection.socket.emit(EV.REQUEST, { docId, ...since });
  }

  updatePresence(move: PresenceMove): void {
    this.#lastMove = { ...this.#lastMove, ...move };
    this.#moves.push(move);
  }

  async showView(wish: ViewWish): Promise<void> {
    await this.connect();
    const name = this.#name();
    const promise = this.#wait(this.#views, name, this.#options.ackTimeoutMs ?? DEFAULTS.ack);
    const view = { ...defined(wish), docId: wish.docId ?? this.#options.docId };
    this.#connection.socket.emit(EV.VIEW_IN, view, (reply: unknown) => {
      const error = errorIn(reply);
      if (error) this.#views.fail(name, error);
      else this.#views.done(name, undefined);
    });
    return await promise;
  }

  on<Name extends keyof BridgeEvents>(event: Name, handler: (value: BridgeEvents[Name]) => void): () => void {
    return this.#emitter.on(event, handler);
  }

  disconnect(): void {
    this.#isWanted = false;
    this.#joinCount++;
    this.#timers.stop();
    this.#moves.stop();
    this.#connection.close(this.#replica.docId, this.#selfId, this.#replica.isJoined);
    this.#part();
    this.#run(left(this.#replica));
    this.#announcements.clear();
    const error = new BridgeError("disconnected", "The client has left before there was an answer.");
    for (const waiting of [this.#connects, this.#joins, this.#commits, this.#views]) waiting.failAll(error);
    this.#connection.end();
  }

  async close(): Promise<void> {
    const closed = this.#connection.closed();
    this.disconnect();
    await closed;
  }

  #listen(listener: Listener): void {
    listener.on(EV.PATCH_OUT, parsePatchEnvelope, (patch) => this.#run(patched(this.#replica, patch)));
    listener.on(EV.FULL_OUT, parseFullEnvelope, (full) => this.#run(replaced(this.#replica, full)));
    listener.on(EV.FILE, parseFileNotice, (notice) => {
      this.#run(fileMoved(this.#replica, notice));
      this.#emitter.emit("file", notice);
    });
    listener.on(EV.VIEW_OUT, parseViewEnvelope, (view) => this.#emitter.emit("view", view));
    listener.on(EV.ERROR, parseWireError, (error) => {
      if (error.lostOpIds) return this.#reportLosses(error.lostOpIds);
      // The acknowledgement of a change, a join or a view has the error too.
      const isAnswered = error.event === EV.JOIN || error.event === EV.VIEW_IN ||
        error.opId?.startsWith(this.#prefix);
      if (isAnswered) return;
      if (error.code === "unauthorized" && !this.#replica.isJoined) this.#refused(BridgeError.of(error));
      else this.#emitter.emit("error", BridgeError.of(error));
    });
  }

  /** @param isWhole asks for the document instead of the missed changes */
  #join(isWhole = false): void {
    const count = ++this.#joinCount;
    const { role, name, docId } = this.#options;
    const { seq: sinceSeq, epoch, isJoined } = this.#replica;
    if (isJoined) this.#run(parted(this.#replica));
    const heldOpIds = heldIds(this.#replica);
    const since = epoch === null || isWhole ? {} : { sinceSeq, epoch };
    const held = epoch === null || heldOpIds.length === 0 ? {} : { heldOpIds };
    const request = { docId, role, ...defined({ name }), ...since, ...held };
    this.#enterPhase("joining");
    this.#connection.socket.timeout(this.#joinTimeout).emit(
      EV.JOIN,
      request,
      (silence: Error | null, reply: unknown) => {
        if (count !== this.#joinCount || !this.#connection.isOpen) return;
        if (silence) return this.#refused(new BridgeError("timeout", this.#silence));
        const parsed = parseJoinAck(reply);
        if (!parsed.ok) return this.#refused(new BridgeError("join_failed", parsed.error.message));
        if ("error" in parsed.value) return this.#refused(BridgeError.of(parsed.value.error));
        this.#joined(parsed.value);
      },
    );
  }

  #joined(accepted: JoinAccepted): void {
    const { selfId, presence, snapshot } = accepted;
    this.#selfId = selfId;
    this.#run(joined(this.#replica, accepted));
    this.#presence.set(presence);
    this.#announcements.resend();
    if (Object.keys(this.#lastMove).length > 0) this.#moves.push(this.#lastMove);
    const { confirmed: def } = this.#replica;
    this.#joins.doneAll({ selfId, presence, snapshot: { ...snapshot, def } });
  }

  /** The hub refused a join. */
  #refused(error: BridgeError): void {
    this.#enterPhase("away");
    if (isTransient(error) && this.#isWanted) {
      this.#timers.set("join", error.retryAfterMs ?? CALL_AGAIN_MS, () => {
        if (this.#connection.isOpen && this.#isWanted) this.#join();
      });
    } else this.#isWanted = false;
    this.#joins.failAll(error);
    this.#emitter.emit("error", error);
  }

  #part(): void {
    this.#timers.clear("gap", "retry", "join");
    this.#run(parted(this.#replica));
    this.#enterPhase("away");
  }

  #enterPhase(phase: BridgePhase): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.#emitter.emit("phase", phase);
  }

  /** Takes over the result of an input and carries out its effects; inputs that come meanwhile wait. */
  #run({ replica, effects }: Update): void {
    this.#replica = replica;
    this.#queue.push(...effects);
    if (this.#isActing) return;
    this.#isActing = true;
    try {
      for (let effect = this.#queue.shift(); effect; effect = this.#queue.shift()) this.#do(effect);
      // After the change that they were lost to.
      this.#reportLosses(this.#lost.splice(0));
    } finally {
      this.#isActing = false;
    }
    if (this.#replica.isJoined) this.#enterPhase(isBehind(this.#replica) ? "resyncing" : "live");
    const before = this.#pending;
    this.#pending = this.#replica.pending.length;
    if (this.#pending < before) this.#emitter.emit("pending", this.#pending);
  }

  #do(effect: Effect): void {
    switch (effect.type) {
      case "send":
        return this.#send(effect.opId, effect.message);
      case "request":
        if (this.#options.autoResync !== false) this.request(effect.sinceSeq);
        return;
      case "gap":
        return this.#after("gap", this.#options.gapMs ?? DEFAULTS.gap, gapLasted);
      case "retry":
        return this.#after("retry", effect.afterMs, retry);
      case "yield":
        return this.#after("yield", GRACE_MS, graceOver);
      case "rejoin":
        return this.#join(effect.isWhole);
      case "patch":
        this.#lost.push(...effect.envelope.lostOpIds ?? []);
        if (!this.#isOwn(effect.envelope)) this.#emitter.emit("patch", effect.envelope);
        return;
      case "full":
        if (!this.#isOwn(effect.envelope)) this.#emitter.emit("full", effect.envelope);
        return;
      case "settled": {
        const { type: _, opIds, ...rest } = effect;
        for (const opId of this.#ownOf(opIds)) this.#settle({ ...rest, opId });
        return;
      }
      case "lost":
        return this.#lose(effect);
      case "view":
        return this.#emitter.emit("change", effect);
    }
  }

  #after(name: string, ms: number, input: (replica: Replica) => Update): void {
    this.#timers.set(name, ms, () => this.#run(input(this.#replica)));
  }

  #isOwn({ opId, origin }: { readonly opId?: string; readonly origin: string }): boolean {
    return opId?.startsWith(this.#prefix) ?? origin === this.#selfId;
  }

  #ownOf(opIds: readonly string[]): readonly string[] {
    return opIds.filter((opId) => opId.startsWith(this.#prefix));
  }

  /** Reports, once, that the file changed what own changes in the document were about. */
  #reportLosses(opIds: readonly string[]): void {
    const own = this.#ownOf(opIds).filter((opId) => !this.#reportedLost.has(opId));
    if (own.length === 0) return;
    for (const opId of own) this.#reportedLost.add(opId);
    this.#emitter.emit("error", new BridgeError("stale_base", LOST_TO_FILE));
  }

  #settle(committed: Committed): void {
    const { opId, seq, epoch } = committed;
    this.#commits.done(opId, committed);
    this.#emitter.emit("ack", { docId: this.#replica.docId, seq, epoch, opId });
  }

  #lose(lost: Lost): void {
    const { opId, code, reason } = lost;
    if (!opId.startsWith(this.#prefix)) return;
    const error = new BridgeError(code, reason, { opId });
    const isAwaited = this.#commits.fail(opId, error);
    if (code === "stale_base" || code === "apply_failed") this.#emitter.emit("conflict", lost);
    if (!isAwaited) this.#emitter.emit("error", error);
  }

  /** Sends pending changes; the answer goes to the replica. */
  #send(opId: string, message: EditMessage): void {
    const { docId } = this.#replica;
    const event = "def" in message ? EV.FULL_IN : EV.PATCH_IN;
    this.#connection.socket.timeout(this.#options.ackTimeoutMs ?? DEFAULTS.ack).emit(
      event,
      { docId, opId, ...message },
      (silence: Error | null, reply: unknown) => {
        const parsed = silence ? undefined : parseEditAck(reply);
        if (parsed?.ok) this.#run(acknowledged(this.#replica, message, parsed.value));
        else if (this.#replica.inFlight?.message === message) this.#run(unanswered(this.#replica));
      },
    );
  }

  #wait<T>(waiting: Waiting<T>, name: string, timeoutMs: number, onTimeout?: () => void): Promise<T> {
    return waiting.wait(name, timeoutMs, this.#silence, onTimeout);
  }

  /** A new name of a change. */
  #name(): string {
    return `${this.#prefix}${++this.#count}`;
  }

  get #joinTimeout(): number {
    return this.#options.joinTimeoutMs ?? DEFAULTS.join;
  }

  get #silence(): string {
    return `The hub at ${this.#options.url} did not answer in time. Is it running?`;
  }
}

/** The members that are not undefined. */
function defined<T extends object>(members: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}

/**
 * Makes a client of a document at a hub, for a browser or a program. It joins again by itself after every reconnection, keeps
 * pending changes, and asks for missed ones; its own changes show at once in `client.document.view`.
 *
 * @example
 * ```ts
 * import { BridgeError, createBridgeClient } from "@loom/hub/client";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const client = createBridgeClient({ url: "http://127.0.0.1:9", role: "cli", docId: "door.smdf.json" });
 * client.on("patch", ({ seq, origin }) => console.log(`change ${seq} by ${origin}`));
 * const error = await client.join().catch((error) => error);
 * assert(error instanceof BridgeError);
 * assertEquals(error.code, "connect_error");
 * client.disconnect();
 * ```
 */
export function createBridgeClient(options: BridgeClientOptions): BridgeClient {
  return new Client(options);
}
