import type { Log as NarrativeLog } from "../../../server/log.ts";
import type { OutgoingSettings } from "../../settings.ts";
import { NarrativeStartError } from "../../narrative_error.ts";
import { hmac, hmacKey } from "./signature.ts";

/** The time in which the receiver must answer, in milliseconds. */
const ANSWER_TIMEOUT = 10_000;

/** Pauses before further attempts, in milliseconds. */
const PAUSES: readonly number[] = [1_000, 5_000, 30_000];

/** The most that may wait; further ones are dropped. */
const MOST_WAITING = 1_000;

/** An event that the bridge reports. */
export type OutgoingType = "narrative.beat.created" | "narrative.position.changed";

/** A webhook that is to be sent. */
export interface OutgoingEvent {
  /** Its identity: the same however often it is tried. */
  readonly id: string;
  readonly type: OutgoingType;
  /** The time of the event: ISO 8601. */
  readonly timestamp: string;
  readonly data: unknown;
}

/** Options of {@linkcode OutgoingWebhooks}. */
export interface OutgoingOptions extends OutgoingSettings {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The time, in milliseconds. */
  readonly now: () => number;
  /** Waits so many milliseconds, or until the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: NarrativeLog;
  /** Takes the outcome of each. */
  readonly onOutcome: (outcome: "delivered" | "failed" | "dropped") => void;
}

/** Sends webhooks in the way of Standard Webhooks, one after the other, without anybody waiting for it. */
export class OutgoingWebhooks {
  readonly #options: OutgoingOptions;
  readonly #key: Promise<CryptoKey>;
  readonly #stop = new AbortController();
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  /**
   * Makes one.
   *
   * @throws {NarrativeStartError} `bad_option` when the secret is no base64 behind `whsec_`
   */
  constructor(options: OutgoingOptions) {
    this.#options = options;
    this.#key = hmacKey(secretBytes(options.secret));
  }

  /** The number that is not sent yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Takes a webhook that is to be sent. */
  send(event: OutgoingEvent): void {
    if (this.#waiting >= MOST_WAITING) return this.#options.onOutcome("dropped");
    this.#waiting++;
    this.#last = this.#last.then(() => this.#deliver(event)).finally(() => this.#waiting--);
  }

  /** Settles when all were sent that were taken so far, or given up. */
  async settled(): Promise<void> {
    await this.#last;
  }

  /** Gives up what is not sent yet. */
  stop(): void {
    this.#stop.abort();
  }

  async #deliver(event: OutgoingEvent): Promise<void> {
    const { log, onOutcome, pause } = this.#options;
    const { signal } = this.#stop;
    for (const [tries, ms] of [...PAUSES, undefined].entries()) {
      if (signal.aborted) break;
      const failure = await this.#try(event);
      if (failure === undefined) return onOutcome("delivered");
      log({ level: "warn", event: "webhook_not_taken", id: event.id, tries: tries + 1, why: failure });
      if (ms !== undefined) await pause(ms, signal);
    }
    onOutcome("failed");
  }

  /** Sends once; tells why it failed. */
  async #try({ id, type, timestamp, data }: OutgoingEvent): Promise<string | undefined> {
    const { fetch, now, url } = this.#options;
    const body = JSON.stringify({ type, timestamp, data });
    const seconds = Math.floor(now() / 1_000);
    const mac = await hmac(await this.#key, new TextEncoder().encode(`${id}.${seconds}.${body}`));
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "webhook-id": id,
          "webhook-timestamp": String(seconds),
          "webhook-signature": `v1,${mac.toBase64()}`,
        },
        body,
        redirect: "manual",
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(ANSWER_TIMEOUT)]),
      });
      await response.body?.cancel();
      return response.ok ? undefined : `status ${response.status}`;
    } catch (error) {
      return error instanceof Error ? error.name : "unknown";
    }
  }
}

function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  if (!secret.startsWith("whsec_")) return new TextEncoder().encode(secret);
  try {
    const bytes = Uint8Array.fromBase64(secret.slice(6));
    if (bytes.length > 0) return bytes;
  } catch {
    // Told below.
  }
  throw new NarrativeStartError(
    "bad_option",
    "LOOM_NARRATIVE_WEBHOOK_SECRET has no base64 behind whsec_: copy it from the receiver as it stands.",
  );
}
