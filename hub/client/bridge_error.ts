import { LoomError, parseWireError, type WireError, type WireErrorCode } from "@loom/protocol";

/**
 * Why something did not work, as a word that stays the same: a code of the hub, or one of the client itself.
 *
 * - `connect_error`: the hub cannot be reached.
 * - `join_failed`: the hub answered a join with something that is no answer.
 * - `timeout`: no answer came in time. A change that was sent may be in the document all the same.
 * - `disconnected`: `disconnect()` was called before there was an answer.
 * - `outbox_full`: too many changes wait for the hub; the oldest are given up.
 */
export type BridgeErrorCode =
  | WireErrorCode
  | "connect_error"
  | "join_failed"
  | "timeout"
  | "disconnected"
  | "outbox_full";

/** What a {@linkcode BridgeError} knows besides its code and its sentence. */
export interface BridgeErrorDetails extends ErrorOptions {
  /** The change that it is about. */
  readonly opId?: string | undefined;
  /** How long to wait before the next try, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Something that the hub refused, or that did not reach it.
 *
 * @example
 * ```ts
 * import { BridgeError } from "@loom/hub/client";
 * import { assertEquals } from "@std/assert";
 * const error = new BridgeError("timeout", "The hub did not answer in 10 s: is it running?");
 * assertEquals(error.code, "timeout");
 * ```
 */
export class BridgeError extends LoomError {
  /** What went wrong, as a word that stays the same. */
  declare readonly code: BridgeErrorCode;
  /** The change that it is about. */
  readonly opId: string | undefined;
  /** How long to wait before the next try, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  /** Makes an error from its code and its sentence. */
  constructor(code: BridgeErrorCode, message: string, details: BridgeErrorDetails = {}) {
    super(code, message, details);
    this.name = "BridgeError";
    this.opId = details.opId;
    this.retryAfterMs = details.retryAfterMs;
  }

  /** The error that the hub told of. */
  static of({ code, message, opId, retryAfterMs }: WireError): BridgeError {
    return new BridgeError(code, message, { opId, retryAfterMs });
  }
}

/** Why no connection came about: the hub's own words when it answered, and refused. */
export function connectError(cause: Error & { readonly data?: unknown }, url: string): BridgeError {
  const refusal = cause.data === undefined ? undefined : parseWireError(cause.data);
  if (refusal?.ok) return BridgeError.of(refusal.value);
  const reason = cause.message.replace(/\.+$/, "");
  return new BridgeError("connect_error", `Cannot reach the hub at ${url}: ${reason}. Is it running?`, {
    cause,
  });
}
