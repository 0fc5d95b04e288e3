import { type EditAck, EV, parseEditAck, type PatchIn } from "@loom/protocol";
import type { Socket } from "socket.io-client";
import { BridgeError } from "./bridge_error.ts";
import type { Committed } from "./client_options.ts";
import type { Timers } from "./timers.ts";

/** How long to wait where the hub does not say. */
const RETRY_MS = 1_000;
/** How many times as long an answer may take when earlier ones did not come; so a slow hub is not asked ever more often. */
const MOST_PATIENCE = 16;

/** What announcements need of their client. */
export interface Announcer {
  readonly socket: Socket;
  readonly timers: Timers;
  readonly ackTimeoutMs: number;
  readonly docId: () => string;
  /** The life of the numbers of changes. */
  readonly epoch: () => string | null;
  readonly isJoined: () => boolean;
  /** The hub has taken one in. */
  readonly onDone: (committed: Committed) => void;
  /** The hub has refused one. */
  readonly onRefused: (error: BridgeError, opId: string) => void;
  /** The hub does not have the client in the room. */
  readonly onOutside: () => void;
}

/** What is announced. */
interface Announcement {
  readonly payload: PatchIn;
  /** The epoch of the numbers in it. */
  readonly epoch: string | null;
}

/** An announcement on its way. */
interface Sent extends Announcement {
  readonly opId: string;
}

/**
 * What a client says of changes that are in the file already. They go out as they are, apart from the changes on their way, one after
 * the other in the order in which they were made, and again until they are answered: their names make that harmless.
 */
export class Announcements {
  readonly #announcer: Announcer;
  readonly #open = new Map<string, Announcement>();
  /** The one that waits for its answer, or for its next try. */
  #sent: Sent | undefined;
  /** How many times as long as usual an answer may take. */
  #patience = 1;

  constructor(announcer: Announcer) {
    this.#announcer = announcer;
  }

  /** Announces something, with numbers of an epoch: as soon as it is its turn. */
  add(opId: string, payload: PatchIn, epoch: string | null = this.#announcer.epoch()): void {
    this.#open.set(opId, { payload, epoch });
    this.#next();
  }

  /** Gives one up. */
  drop(opId: string): void {
    this.#open.delete(opId);
    if (this.#sent?.opId === opId) this.#go();
  }

  /** Gives all of them up. */
  clear(): void {
    this.#open.clear();
    this.#sent = undefined;
  }

  /** Sends what is not answered, after a join. */
  resend(): void {
    this.#patience = 1;
    this.#go();
  }

  /** Goes on with the first that is not answered. */
  #go(): void {
    this.#sent = undefined;
    this.#next();
  }

  #next(): void {
    const [first] = this.#open;
    if (this.#sent || !first || !this.#announcer.isJoined()) return;
    const [opId, announcement] = first;
    this.#send(this.#sent = { opId, ...announcement });
  }

  #send(sent: Sent): void {
    const { socket, ackTimeoutMs, docId } = this.#announcer;
    const { opId } = sent;
    const wait = ackTimeoutMs * this.#patience;
    socket.timeout(wait).emit(
      EV.PATCH_IN,
      { docId: docId(), opId, ...this.#payloadNow(sent) },
      (silence: Error | null, reply: unknown) => {
        if (this.#sent !== sent) return;
        const parsed = silence ? undefined : parseEditAck(reply);
        if (parsed?.ok) return this.#answer(sent, parsed.value);
        this.#patience = Math.min(2 * this.#patience, MOST_PATIENCE);
        this.#go();
      },
    );
  }

  /** Numbers of an earlier epoch would mean other changes: without them the hub looks into the file. */
  #payloadNow({ payload, epoch }: Announcement): PatchIn {
    if (epoch === this.#announcer.epoch()) return payload;
    const { baseSeq: _, savedSeq, ...rest } = payload;
    if (savedSeq === undefined) return rest;
    const { baseRevision: __, ...save } = rest;
    return save;
  }

  #answer(sent: Sent, ack: EditAck): void {
    const { opId } = sent;
    const { timers, onDone, onRefused, onOutside } = this.#announcer;
    this.#patience = 1;
    if (ack.ok) {
      this.#open.delete(opId);
      this.#go();
      const { seq, epoch, duplicate, rebased } = ack;
      return onDone({
        seq,
        epoch,
        opId,
        ...(duplicate ? { duplicate } : {}),
        ...(rebased ? { rebased } : {}),
      });
    }
    const error = BridgeError.of({ ...ack.error, opId });
    switch (error.code) {
      case "rate_limited":
      case "unavailable":
      case "shutting_down":
        return timers.set("announce", error.retryAfterMs ?? RETRY_MS, () => {
          if (this.#sent === sent) this.#go();
        });
      case "not_joined":
        return onOutside();
      default:
        this.#open.delete(opId);
        this.#go();
        onRefused(error, opId);
    }
  }
}
