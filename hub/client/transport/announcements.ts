import { type EditAck, EV, parseEditAck, type PatchIn } from "@loom/protocol";
import type { Socket } from "socket.io-client";
import { BridgeError } from "../bridge_error.ts";
import type { Committed } from "../client_options.ts";
import type { Timers } from "./timing.ts";

/** Pause before the next try, if the hub does not say, in milliseconds. */
const RETRY_MS = 1_000;
/** The most times the usual timeout is waited for an answer: a slow hub is asked less and less often. */
const MAX_BACKOFF = 16;

/** The client of {@linkcode Announcements}. */
export interface Announcer {
  readonly socket: Socket;
  readonly timers: Timers;
  readonly ackTimeoutMs: number;
  readonly docId: () => string;
  readonly epoch: () => string | null;
  readonly isJoined: () => boolean;
  /** The hub accepted an announcement. */
  readonly onDone: (committed: Committed) => void;
  /** The hub refused an announcement. */
  readonly onRefused: (error: BridgeError, opId: string) => void;
  /** The hub does not have the client in the room. */
  readonly onOutside: () => void;
}

interface Announcement {
  readonly payload: PatchIn;
  /** The epoch of the numbers in it. */
  readonly epoch: string | null;
}

/** An announcement in flight. */
interface Sent extends Announcement {
  readonly opId: string;
}

/**
 * Announcements of changes that are in the file already. They are sent apart from pending changes, one after the other in order, and again
 * until they are answered: their names make that harmless.
 */
export class Announcements {
  readonly #announcer: Announcer;
  readonly #open = new Map<string, Announcement>();
  /** The announcement that waits for its answer, or for its next try. */
  #sent: Sent | undefined;
  /** Times the usual timeout that an answer may take. */
  #backoff = 1;

  constructor(announcer: Announcer) {
    this.#announcer = announcer;
  }

  /** Adds an announcement, with numbers of an epoch. */
  add(opId: string, payload: PatchIn, epoch: string | null = this.#announcer.epoch()): void {
    this.#open.set(opId, { payload, epoch });
    this.#next();
  }

  /** Gives an announcement up. */
  drop(opId: string): void {
    this.#open.delete(opId);
    if (this.#sent?.opId === opId) this.#go();
  }

  /** Gives all announcements up. */
  clear(): void {
    this.#open.clear();
    this.#sent = undefined;
  }

  /** Sends again what is not answered, after a join. */
  resend(): void {
    this.#backoff = 1;
    this.#go();
  }

  /** Sends the first that is not answered. */
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
    const wait = ackTimeoutMs * this.#backoff;
    socket.timeout(wait).emit(
      EV.PATCH_IN,
      { docId: docId(), opId, ...this.#payloadNow(sent) },
      (silence: Error | null, reply: unknown) => {
        if (this.#sent !== sent) return;
        const parsed = silence ? undefined : parseEditAck(reply);
        if (parsed?.ok) return this.#answer(sent, parsed.value);
        this.#backoff = Math.min(2 * this.#backoff, MAX_BACKOFF);
        this.#go();
      },
    );
  }

  /** The payload without numbers of an earlier epoch, which would mean other changes: then the hub reads the file. */
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
    this.#backoff = 1;
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
