import {
  EV,
  type JoinAccepted,
  type JsonObject,
  type LivePresence,
  type MachineOp,
  parseEditAck,
  parseFileNotice,
  parseFullEnvelope,
  parseJoinAck,
  parsePatchEnvelope,
  parseViewEnvelope,
  parseWireError,
} from "@loom/protocol";
import { io, type Socket } from "socket.io-client";
import { LOST_TO_FILE } from "../room/outcome.ts";
import { acknowledged, retry, unanswered, yielded } from "./acknowledge.ts";
import { Announcements } from "./announcements.ts";
import { Attendance } from "./attendance.ts";
import { BridgeError, connectError } from "./bridge_error.ts";
import { changed, changedWhole, withdrawn } from "./change.ts";
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
import { Ear } from "./ear.ts";
import type { Effect, Lost } from "./effect.ts";
import { Emitter } from "./emitter.ts";
import { fileMoved, gapLasted, patched, replaced } from "./hear.ts";
import { joined, left, parted } from "./join.ts";
import { defined, errorIn } from "./members.ts";
import {
  activeOf,
  emptyReplica,
  type FlightMessage,
  heldIds,
  isBehind,
  type Replica,
  type Turn,
  viewOf,
} from "./replica.ts";
import { Throttle } from "./throttle.ts";
import { Timers } from "./timers.ts";
import { Waiting } from "./waiting.ts";

/** How long a join may take where nothing else is said. */
const JOIN_MS = 10_000;
/** How long one try to connect may take; then it is tried anew, which may find a way that is open again. */
const CONNECT_MS = 5_000;
/** How long to wait before a hub that closed the connection is called again. */
const CALL_AGAIN_MS = 1_000;

/** How long those who know more have to make changes of an earlier epoch again, before a part of them is made. */
const YIELD_MS = 2_000;

/** Why a join may work a little later. */
const PASSING = new Set([
  "rate_limited",
  "unavailable",
  "shutting_down",
  "timeout",
  "internal",
  "read_failed",
]);

/** A client of a document at a hub. */
export class Client implements BridgeClient {
  readonly #options: BridgeClientOptions;
  readonly #socket: Socket;
  readonly #emitter = new Emitter<BridgeEvents>();
  readonly #timers = new Timers();
  readonly #moves: Throttle<PresenceMove>;
  readonly #connects = new Waiting<void>();
  readonly #joins = new Waiting<JoinResult>();
  readonly #commits = new Waiting<Committed>();
  readonly #views = new Waiting<void>();
  readonly #announcements: Announcements;
  readonly #attendance: Attendance;
  /** Begins the names of this client's changes. */
  readonly #prefix = `${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}.`;
  #replica: Replica;
  #queue: Effect[] = [];
  #isActing = false;
  #count = 0;
  /** How many changes were not confirmed when it was told last. */
  #pending = 0;
  #status: BridgeStatus = "disconnected";
  #phase: BridgePhase = "away";
  #selfId: string | undefined;
  /** Changes that are lost to what is being taken in. */
  readonly #lost: string[] = [];
  /** Own changes of which it was told that they are lost. */
  readonly #toldLost = new Set<string>();
  /** What was last said of cursor and selection. */
  #lastMove: PresenceMove = {};
  /** Whether the client takes part, or will as soon as it can. */
  #isWanted = false;
  /** Counts the joins, so that a late answer to an earlier one is known. */
  #joinCount = 0;

  constructor(options: BridgeClientOptions) {
    this.#options = options;
    this.#replica = emptyReplica(options.docId);
    const auth = options.token === undefined ? {} : { token: options.token };
    this.#socket = io(options.url, {
      transports: ["websocket", "polling"],
      tryAllTransports: true,
      forceNew: true,
      timeout: Math.min(options.joinTimeoutMs ?? JOIN_MS, CONNECT_MS),
      ...options.socket,
      auth,
      autoConnect: false,
    });
    this.#moves = new Throttle(options.presenceMs ?? 33, (move) => {
      if (this.#replica.isJoined) this.#socket.emit(EV.PRESENCE_IN, move);
    });
    this.#announcements = new Announcements({
      socket: this.#socket,
      timers: this.#timers,
      ackTimeoutMs: options.ackTimeoutMs ?? 10_000,
      docId: () => this.#replica.docId,
      epoch: () => this.#replica.epoch,
      isJoined: () => this.#replica.isJoined,
      onDone: (committed) => this.#settle(committed),
      onRefused: (error, opId) => {
        if (!this.#commits.fail(opId, error)) this.#emitter.emit("error", error);
      },
      onOutside: () => this.#join(),
    });
    const ear = new Ear({
      socket: this.#socket,
      isForeign: (docId) => this.#replica.isJoined && docId !== this.#replica.docId,
      onBad: (error) => this.#emitter.emit("error", error),
    });
    this.#attendance = new Attendance(ear, (list) => this.#emitter.emit("presence", list));
    this.#listen(ear);
  }

  get status(): BridgeStatus {
    return this.#status;
  }

  get phase(): BridgePhase {
    return this.#phase;
  }

  get lastSeq(): number {
    return this.#replica.seq;
  }

  get presence(): LivePresence[] {
    return this.#attendance.list;
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
    if (this.#socket.connected) return Promise.resolve();
    const name = this.#name();
    const promise = this.#connects.wait(name, this.#options.joinTimeoutMs ?? JOIN_MS, this.#silence());
    this.#call();
    return promise;
  }

  join(): Promise<JoinResult> {
    this.#isWanted = true;
    const promise = this.#joins.wait(this.#name(), this.#options.joinTimeoutMs ?? JOIN_MS, this.#silence());
    if (this.#socket.connected) this.#join();
    else this.#call();
    return promise;
  }

  emitPatch(ops: readonly MachineOp[], mtime?: number, baseSeq?: number): void {
    const { pending, seq } = this.#replica;
    const isOnView = baseSeq === undefined || (baseSeq === seq && pending.length === 0);
    if (mtime === undefined && isOnView) return this.#run(changed(this.#replica, this.#name(), ops));
    const told = { ...(mtime === undefined ? {} : { mtime }), ...(baseSeq === undefined ? {} : { baseSeq }) };
    this.#announcements.add(this.#name(), { ops: [...ops], ...told });
  }

  emitFull(def: JsonObject, mtime?: number): void {
    if (mtime === undefined) return this.#run(changedWhole(this.#replica, this.#name(), def));
    if (!this.#replica.isJoined) {
      throw new BridgeError("not_joined", "Join the document before sending it whole.");
    }
    const message = { docId: this.#replica.docId, def, mtime, opId: this.#name() };
    this.#socket.emit(EV.FULL_IN, message, (reply: unknown) => {
      const error = errorIn(reply);
      if (error) this.#emitter.emit("error", error);
    });
  }

  commit(ops: readonly MachineOp[], options: CommitOptions = {}): Promise<Committed> {
    const { timeoutMs = this.#options.commitTimeoutMs ?? 30_000, epoch, ...told } = options;
    const opId = this.#name();
    const isTold = told.revision !== undefined || told.savedSeq !== undefined || told.mtime !== undefined;
    // First the change: when it does not apply there is nothing to wait for.
    const turn = isTold ? undefined : changed(this.#replica, opId, ops);
    const promise = this.#commits.wait(opId, timeoutMs, this.#silence(), () => this.#withdraw(opId));
    if (turn) this.#run(turn);
    else this.#announcements.add(opId, { ops: [...ops], ...defined(told) }, epoch);
    return promise;
  }

  announce(
    ops: readonly MachineOp[],
    { before, after, mtime }: WrittenFile,
    options: Pick<CommitOptions, "timeoutMs"> = {},
  ): Promise<Committed> {
    return this.commit(ops, { ...options, baseRevision: before, revision: after, mtime });
  }

  request(sinceSeq?: number): void {
    if (!this.#socket.connected) return;
    const { docId, epoch } = this.#replica;
    const since = sinceSeq === undefined || epoch === null ? {} : { sinceSeq, epoch };
    this.#socket.emit(EV.REQUEST, { docId, ...since });
  }

  updatePresence(move: PresenceMove): void {
    this.#lastMove = { ...this.#lastMove, ...move };
    this.#moves.push(move);
  }

  async showView(wish: ViewWish): Promise<void> {
    await this.connect();
    const name = this.#name();
    const promise = this.#views.wait(name, this.#options.ackTimeoutMs ?? 10_000, this.#silence());
    this.#socket.emit(
      EV.VIEW_IN,
      { ...defined(wish), docId: wish.docId ?? this.#options.docId },
      (reply: unknown) => {
        const error = errorIn(reply);
        if (error) this.#views.fail(name, error);
        else this.#views.done(name, undefined);
      },
    );
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
    const { docId, isJoined } = this.#replica;
    if (isJoined && this.#socket.connected) this.#socket.emit(EV.LEAVE, { docId, clientId: this.#selfId });
    this.#socket.disconnect();
    this.#part();
    this.#run(left(this.#replica));
    this.#announcements.clear();
    const error = new BridgeError("disconnected", "The client has left before there was an answer.");
    for (const waiting of [this.#connects, this.#joins, this.#commits, this.#views]) waiting.failAll(error);
    this.#become("disconnected");
  }

  async close(): Promise<void> {
    const { engine } = this.#socket.io;
    const isOpen = this.#socket.connected && engine.readyState !== "closed";
    const closed = new Promise<void>((resolve) => engine?.once("close", () => resolve()));
    this.disconnect();
    if (isOpen) await closed;
  }

  #listen(ear: Ear): void {
    const socket = this.#socket;
    socket.on("connect", () => {
      this.#become("connected");
      this.#connects.doneAll(undefined);
      if (this.#isWanted) this.#join();
    });
    socket.on("disconnect", (reason) => {
      this.#part();
      this.#become("disconnected");
      // The library does not call again when the hub has closed the connection.
      if (reason === "io server disconnect" && this.#isWanted) {
        this.#timers.set("call", CALL_AGAIN_MS, () => this.#call());
      }
    });
    socket.on("connect_error", (cause) => {
      const error = connectError(cause, this.#options.url);
      this.#become("error");
      this.#connects.failAll(error);
      this.#joins.failAll(error);
      this.#emitter.emit("error", error);
      // The library does not call again when the hub has refused the connection.
      if (PASSING.has(error.code) && this.#isWanted) {
        this.#timers.set("call", error.retryAfterMs ?? CALL_AGAIN_MS, () => this.#call());
      }
    });
    ear.hear(EV.PATCH_OUT, parsePatchEnvelope, (envelope) => this.#run(patched(this.#replica, envelope)));
    ear.hear(EV.FULL_OUT, parseFullEnvelope, (envelope) => this.#run(replaced(this.#replica, envelope)));
    ear.hear(EV.FILE, parseFileNotice, (notice) => {
      this.#run(fileMoved(this.#replica, notice));
      this.#emitter.emit("file", notice);
    });
    ear.hear(EV.VIEW_OUT, parseViewEnvelope, (view) => this.#emitter.emit("view", view));
    ear.hear(EV.ERROR, parseWireError, (error) => {
      if (error.lostOpIds) return this.#tellLosses(error.lostOpIds);
      // What is said of a change, a join or a view comes as the answer to it too.
      const isAnswered = error.event === EV.JOIN || error.event === EV.VIEW_IN ||
        error.opId?.startsWith(this.#prefix);
      if (isAnswered) return;
      if (error.code === "unauthorized" && !this.#replica.isJoined) this.#refuse(BridgeError.of(error));
      else this.#emitter.emit("error", BridgeError.of(error));
    });
  }

  #call(): void {
    if (this.#socket.connected) return;
    if (this.#status !== "error") this.#become("connecting");
    this.#socket.connect();
  }

  #join(): void {
    const count = ++this.#joinCount;
    const { role, name, docId } = this.#options;
    const { seq: sinceSeq, epoch, isJoined } = this.#replica;
    if (isJoined) this.#run(parted(this.#replica));
    const heldOpIds = heldIds(this.#replica);
    const held = heldOpIds.length === 0 ? {} : { heldOpIds };
    const since = epoch === null ? {} : { sinceSeq, epoch, ...held };
    const request = { docId, role, ...(name === undefined ? {} : { name }), ...since };
    this.#look("joining");
    const timeout = this.#options.joinTimeoutMs ?? JOIN_MS;
    this.#socket.timeout(timeout).emit(EV.JOIN, request, (silence: Error | null, reply: unknown) => {
      if (count !== this.#joinCount || !this.#socket.connected) return;
      if (silence) return this.#refuse(new BridgeError("timeout", this.#silence()));
      const parsed = parseJoinAck(reply);
      if (!parsed.ok) return this.#refuse(new BridgeError("join_failed", parsed.error.message));
      if ("error" in parsed.value) return this.#refuse(BridgeError.of(parsed.value.error));
      this.#enter(parsed.value);
    });
  }

  #enter(accepted: JoinAccepted): void {
    const { selfId, presence, snapshot } = accepted;
    this.#selfId = selfId;
    this.#run(joined(this.#replica, accepted));
    this.#attendance.set(presence);
    this.#announcements.resend();
    if (Object.keys(this.#lastMove).length > 0) this.#moves.push(this.#lastMove);
    const { confirmed: def } = this.#replica;
    this.#joins.doneAll({ selfId, presence, snapshot: { ...snapshot, def } });
  }

  /** The hub does not let this client in. */
  #refuse(error: BridgeError): void {
    const isPassing = PASSING.has(error.code);
    this.#look("away");
    if (isPassing && this.#isWanted) {
      this.#timers.set("join", error.retryAfterMs ?? CALL_AGAIN_MS, () => {
        if (this.#socket.connected && this.#isWanted) this.#join();
      });
    } else this.#isWanted = false;
    this.#joins.failAll(error);
    this.#emitter.emit("error", error);
  }

  #part(): void {
    this.#timers.clear("gap", "retry", "join");
    this.#run(parted(this.#replica));
    this.#look("away");
  }

  #become(status: BridgeStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#emitter.emit("status", status);
  }

  #look(phase: BridgePhase): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.#emitter.emit("phase", phase);
  }

  /** Takes over what came of an input, and does what has to be done; inputs in between wait for their turn. */
  #run({ replica, effects }: Turn): void {
    this.#replica = replica;
    this.#queue.push(...effects);
    if (this.#isActing) return;
    this.#isActing = true;
    try {
      for (let effect = this.#queue.shift(); effect; effect = this.#queue.shift()) this.#do(effect);
      // Behind the change that cost them, so that it is known what they were lost to.
      this.#tellLosses(this.#lost.splice(0));
    } finally {
      this.#isActing = false;
    }
    if (this.#replica.isJoined) this.#look(isBehind(this.#replica) ? "resyncing" : "live");
    const before = this.#pending;
    this.#pending = this.#replica.pending.length;
    if (this.#pending < before) this.#emitter.emit("pending", this.#pending);
  }

  #do(effect: Effect): void {
    switch (effect.type) {
      case "send":
        return this.#fly(effect.opId, effect.message);
      case "request": {
        const { type: _, ...since } = effect;
        if (this.#options.autoResync !== false) {
          this.#socket.emit(EV.REQUEST, { docId: this.#replica.docId, ...since });
        }
        return;
      }
      case "gap":
        return this.#timers.set("gap", this.#options.gapMs ?? 300, () => this.#run(gapLasted(this.#replica)));
      case "retry":
        return this.#timers.set("retry", effect.afterMs, () => this.#run(retry(this.#replica)));
      case "yield":
        return this.#timers.set("yield", YIELD_MS, () => this.#run(yielded(this.#replica)));
      case "rejoin":
        return this.#join();
      case "patch":
        this.#lost.push(...effect.envelope.lostOpIds ?? []);
        if (!this.#isOwn(effect.envelope)) this.#emitter.emit("patch", effect.envelope);
        return;
      case "full":
        if (!this.#isOwn(effect.envelope)) this.#emitter.emit("full", effect.envelope);
        return;
      case "settled": {
        const { type: _, opIds, ...rest } = effect;
        for (const opId of opIds.filter((opId) => opId.startsWith(this.#prefix))) {
          this.#settle({ ...rest, opId });
        }
        return;
      }
      case "lost":
        return this.#lose(effect);
      case "view":
        return this.#emitter.emit("change", effect);
    }
  }

  #isOwn({ opId, origin }: { readonly opId?: string; readonly origin: string }): boolean {
    return opId?.startsWith(this.#prefix) ?? origin === this.#selfId;
  }

  /** Tells, once, that a file's change cost some of this client's own that were in the document. */
  #tellLosses(opIds: readonly string[]): void {
    const own = opIds.filter((opId) => opId.startsWith(this.#prefix) && !this.#toldLost.has(opId));
    if (own.length === 0) return;
    for (const opId of own) this.#toldLost.add(opId);
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

  /** Sends one's own changes; the answer goes to the replica. */
  #fly(opId: string, message: FlightMessage): void {
    const { docId } = this.#replica;
    const event = "def" in message ? EV.FULL_IN : EV.PATCH_IN;
    const timeout = this.#options.ackTimeoutMs ?? 10_000;
    this.#socket.timeout(timeout).emit(
      event,
      { docId, opId, ...message },
      (silence: Error | null, reply: unknown) => {
        const parsed = silence ? undefined : parseEditAck(reply);
        if (parsed?.ok) this.#run(acknowledged(this.#replica, message, parsed.value));
        else if (this.#replica.flight?.message === message) this.#run(unanswered(this.#replica));
      },
    );
  }

  #withdraw(opId: string): void {
    this.#announcements.drop(opId);
    this.#run(withdrawn(this.#replica, opId));
  }

  #name(): string {
    return `${this.#prefix}${++this.#count}`;
  }

  #silence(): string {
    return `The hub at ${this.#options.url} did not answer in time. Is it running?`;
  }
}
