import { type EditAck, EV, parseEditAck, type PatchIn } from "@loom/protocol";
import type { Socket } from "socket.io-client";
import { BridgeError } from "./bridge_error.ts";
import type { Committed } from "./client_options.ts";
import type { Timers } from "./timers.ts";

/** How long to wait where the hub does not say. */
const RETRY_MS = 1_000;

/** What announcements need of their client. */
export interface Announcer {
  readonly socket: Socket;
  readonly timers: Timers;
  readonly ackTimeoutMs: number;
  readonly docId: () => string;
  readonly isJoined: () => boolean;
  /** The hub has taken one in. */
  readonly onDone: (committed: Committed) => void;
  /** The hub has refused one. */
  readonly onRefused: (error: BridgeError, opId: string) => void;
  /** The hub does not have the client in the room. */
  readonly onOutside: () => void;
}

/**
 * What a client says of changes that are in the file already. They go out as they are, apart from the changes on their way, and
 * again after every join until they are answered: their names make that harmless.
 */
export class Announcements {
  readonly #announcer: Announcer;
  readonly #open = new Map<string, PatchIn>();

  constructor(announcer: Announcer) {
    this.#announcer = announcer;
  }

  /** Announces something: now, or after the next join. */
  add(opId: string, payload: PatchIn): void {
    this.#open.set(opId, payload);
    if (this.#announcer.isJoined()) this.#send(opId, payload);
  }

  /** Gives one up. */
  drop(opId: string): void {
    this.#open.delete(opId);
  }

  /** Gives all of them up. */
  clear(): void {
    this.#open.clear();
  }

  /** Sends what is not answered, after a join. */
  resend(): void {
    for (const [opId, payload] of this.#open) this.#send(opId, payload);
  }

  #send(opId: string, payload: PatchIn): void {
    const { socket, ackTimeoutMs, docId } = this.#announcer;
    const message = { docId: docId(), opId, ...payload };
    socket.timeout(ackTimeoutMs).emit(EV.PATCH_IN, message, (silence: Error | null, reply: unknown) => {
      if (this.#open.get(opId) !== payload) return;
      const parsed = silence ? undefined : parseEditAck(reply);
      if (parsed?.ok) this.#answer(opId, payload, parsed.value);
      else this.#sendAgain(opId, payload);
    });
  }

  #sendAgain(opId: string, payload: PatchIn): void {
    if (this.#open.get(opId) === payload && this.#announcer.isJoined()) this.#send(opId, payload);
  }

  #answer(opId: string, payload: PatchIn, ack: EditAck): void {
    const { timers, onDone, onRefused, onOutside } = this.#announcer;
    if (ack.ok) {
      this.#open.delete(opId);
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
        return timers.set(opId, error.retryAfterMs ?? RETRY_MS, () => this.#sendAgain(opId, payload));
      case "not_joined":
        return onOutside();
      default:
        this.#open.delete(opId);
        onRefused(error, opId);
    }
  }
}
