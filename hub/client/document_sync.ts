import {
  type EditAck,
  type EditedKind,
  EV,
  type JoinAccepted,
  type KindTable,
  parseEditAck,
  parseFileNotice,
  parseFullEnvelope,
  parseJoinAck,
  parsePatchEnvelope,
  parseWireError,
} from "@loom/protocol";
import { LOST_TO_FILE } from "../room/outcome.ts";
import { BridgeError, isTransient } from "./bridge_error.ts";
import {
  type BridgeClientOptions,
  type BridgeEvents,
  type BridgePhase,
  type Committed,
  DEFAULTS,
  type JoinResult,
} from "./client_options.ts";
import { acknowledged, graceOver, retry, unanswered } from "./replica/acknowledge.ts";
import { joined, parted } from "./replica/join.ts";
import { fileMoved, gapLasted, patched, replaced } from "./replica/receive.ts";
import { type EditMessage, emptyReplicaOf, heldIds, isBehind, type Replica } from "./replica/replica.ts";
import type { Effect, Lost, Update } from "./replica/update.ts";
import { CALL_AGAIN_MS, type Connection } from "./transport/connection.ts";
import type { Emitter } from "./transport/emitter.ts";
import type { Listener } from "./transport/listener.ts";
import type { Timers } from "./transport/timing.ts";
import { Waiting } from "./transport/waiting.ts";

/** The sentence for a hub that did not answer. */
export function silenceOf({ url }: BridgeClientOptions): string {
  return `The hub at ${url} did not answer in time. Is it running?`;
}

/** Time for other clients to restore the rest of a change of an earlier epoch, before a part of it is sent. */
const GRACE_MS = 2_000;

/** The parts of a client that its {@linkcode DocumentSync} uses. */
export interface SyncParts {
  readonly options: BridgeClientOptions & { readonly kinds: KindTable<EditedKind> };
  readonly connection: Connection;
  readonly timers: Timers;
  readonly emitter: Emitter<BridgeEvents>;
  /** The hub has accepted a join. */
  readonly onJoined: (accepted: JoinAccepted) => void;
}

/** Keeps a replica in step with the hub: feeds it with messages and timers, and carries out its effects. */
export class DocumentSync {
  /** Promises of joins. */
  readonly joins = new Waiting<JoinResult>();
  /** Promises of changes, by name. */
  readonly commits = new Waiting<Committed>();
  /** True when the client takes part, or will as soon as it can. */
  isWanted = false;
  readonly #options: BridgeClientOptions;
  readonly #connection: Connection;
  readonly #timers: Timers;
  readonly #emitter: Emitter<BridgeEvents>;
  readonly #onJoined: (accepted: JoinAccepted) => void;
  /** Begins the names of this client's changes. */
  readonly #prefix = `${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}.`;
  #replica: Replica;
  readonly #queue: Effect[] = [];
  #isActing = false;
  #count = 0;
  /** The number of pending changes when it was last reported. */
  #pending = 0;
  #phase: BridgePhase = "away";
  #selfId: string | undefined;
  /** Changes that are lost to the message that is being taken in. */
  readonly #lost: string[] = [];
  /** True while the hub takes no changes, which is reported. */
  #isStoreLost = false;
  /** Own changes that are reported as lost. */
  readonly #reportedLost = new Set<string>();
  /** Counts the joins: a late answer to an earlier one is ignored. */
  #joinCount = 0;

  constructor({ options, connection, timers, emitter, onJoined }: SyncParts) {
    this.#options = options;
    this.#connection = connection;
    this.#timers = timers;
    this.#emitter = emitter;
    this.#onJoined = onJoined;
    this.#replica = emptyReplicaOf(options.kinds, options.docId);
  }

  get replica(): Replica {
    return this.#replica;
  }

  get phase(): BridgePhase {
    return this.#phase;
  }

  get selfId(): string | undefined {
    return this.#selfId;
  }

  /** A new name of a change. */
  nextName(): string {
    return `${this.#prefix}${++this.#count}`;
  }

  /** Ignores the answers to joins that are in flight. */
  forgetJoins(): void {
    this.#joinCount++;
  }

  /** Takes in the messages of the hub. */
  listen(listener: Listener): void {
    listener.on(EV.PATCH_OUT, parsePatchEnvelope, (patch) => this.run(patched(this.#replica, patch)));
    listener.on(EV.FULL_OUT, parseFullEnvelope, (full) => this.run(replaced(this.#replica, full)));
    listener.on(EV.FILE, parseFileNotice, (notice) => {
      this.run(fileMoved(this.#replica, notice));
      this.#emitter.emit("file", notice);
    });
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

  /**
   * Joins the document, or joins it again.
   *
   * @param isWhole asks for the document instead of the missed changes
   */
  join(isWhole = false): void {
    const count = ++this.#joinCount;
    const { role, name, docId } = this.#options;
    const { seq: sinceSeq, epoch, isJoined } = this.#replica;
    if (isJoined) this.run(parted(this.#replica));
    const heldOpIds = heldIds(this.#replica);
    const since = epoch === null || isWhole ? {} : { sinceSeq, epoch };
    const held = epoch === null || heldOpIds.length === 0 ? {} : { heldOpIds };
    const request = {
      docId,
      role,
      takesOps: true,
      ...(name === undefined ? {} : { name }),
      ...since,
      ...held,
    };
    this.#enterPhase("joining");
    this.#connection.socket.timeout(this.#joinTimeout).emit(
      EV.JOIN,
      request,
      (silence: Error | null, reply: unknown) => {
        if (count !== this.#joinCount || !this.#connection.isOpen) return;
        if (silence) return this.#refused(new BridgeError("timeout", silenceOf(this.#options)));
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
    this.run(joined(this.#replica, accepted));
    this.#onJoined(accepted);
    const { confirmed: def } = this.#replica;
    this.joins.doneAll({ selfId, presence, snapshot: { ...snapshot, def } });
  }

  /** The hub refused a join. */
  #refused(error: BridgeError): void {
    this.#enterPhase("away");
    if (isTransient(error) && this.isWanted) {
      this.#timers.set("join", error.retryAfterMs ?? CALL_AGAIN_MS, () => {
        if (this.#connection.isOpen && this.isWanted) this.join();
      });
    } else this.isWanted = false;
    this.joins.failAll(error);
    this.#emitter.emit("error", error);
  }

  /** The connection is gone. */
  part(): void {
    this.#timers.clear("gap", "retry", "join");
    this.run(parted(this.#replica));
    this.#enterPhase("away");
  }

  #enterPhase(phase: BridgePhase): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.#emitter.emit("phase", phase);
  }

  /** Takes over the result of an input and carries out its effects; inputs that come meanwhile wait. */
  run({ replica, effects }: Update): void {
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
        if (this.#options.autoResync === false) return;
        this.#connection.socket.emit(EV.REQUEST, {
          docId: this.#replica.docId,
          sinceSeq: effect.sinceSeq,
          epoch: effect.epoch,
        });
        return;
      case "gap":
        return this.#after("gap", this.#options.gapMs ?? DEFAULTS.gap, gapLasted);
      case "retry":
        return this.#after("retry", effect.afterMs, retry);
      case "yield":
        return this.#after("yield", GRACE_MS, graceOver);
      case "rejoin":
        return this.join(effect.isWhole);
      case "patch":
        this.#lost.push(...effect.envelope.lostOpIds ?? []);
        if (!this.#isOwn(effect.envelope)) this.#emitter.emit("patch", effect.envelope);
        return;
      case "full":
        if (!this.#isOwn(effect.envelope)) this.#emitter.emit("full", effect.envelope);
        return;
      case "overwrote":
        return this.#emitter.emit("overwrote", effect);
      case "settled": {
        const { type: _, opIds, ...rest } = effect;
        for (const opId of this.#ownOf(opIds)) this.settle({ ...rest, opId });
        return;
      }
      case "lost":
        return this.#lose(effect);
      case "view":
        return this.#emitter.emit("change", effect);
    }
  }

  #after(name: string, ms: number, input: (replica: Replica) => Update): void {
    this.#timers.set(name, ms, () => this.run(input(this.#replica)));
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

  /** Reports that a change of this client is in the document. */
  settle(committed: Committed): void {
    const { opId, seq, epoch } = committed;
    this.commits.done(opId, committed);
    this.#emitter.emit("ack", { docId: this.#replica.docId, seq, epoch, opId });
  }

  #lose(lost: Lost): void {
    const { opId, code, reason } = lost;
    if (!opId.startsWith(this.#prefix)) return;
    const error = new BridgeError(code, reason, { opId });
    const isAwaited = this.commits.fail(opId, error);
    if (code === "stale_base" || code === "apply_failed") this.#emitter.emit("conflict", lost);
    if (!isAwaited) this.#emitter.emit("error", error);
  }

  /** Reports, once, that the hub has lost its store: changes wait until it is back. */
  #reportStore(ack: EditAck): void {
    const isLost = !ack.ok && ack.error.code === "unavailable";
    if (isLost && !this.#isStoreLost) this.#emitter.emit("error", BridgeError.of(ack.error));
    this.#isStoreLost = isLost;
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
        if (parsed?.ok) this.#reportStore(parsed.value);
        if (parsed?.ok) this.run(acknowledged(this.#replica, message, parsed.value));
        else if (this.#replica.inFlight?.message === message) this.run(unanswered(this.#replica));
      },
    );
  }

  get #joinTimeout(): number {
    return this.#options.joinTimeoutMs ?? DEFAULTS.join;
  }
}
