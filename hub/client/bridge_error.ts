import { LoomError, parseWireError, type WireError, type WireErrorCode } from "@loom/protocol";

/**
 * The stable code of a {@linkcode BridgeError}: a code of the hub, or one of the client itself.
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

/** Details of a {@linkcode BridgeError}. */
export interface BridgeErrorDetails extends ErrorOptions {
  /** The change that it is about. */
  readonly opId?: string | undefined;
  /** Time before the next try, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * A request that the hub refused, or that did not reach it.
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
  /** The stable code. */
  declare readonly code: BridgeErrorCode;
  /** The change that it is about. */
  readonly opId: string | undefined;
  /** Time before the next try, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  /** Makes an error from its code and its sentence. */
  constructor(code: BridgeErrorCode, message: string, details: BridgeErrorDetails = {}) {
    super(code, message, details);
    this.name = "BridgeError";
    this.opId = details.opId;
    this.retryAfterMs = details.retryAfterMs;
  }

  /** The error that the hub sent. */
  static of({ code, message, opId, retryAfterMs }: WireError): BridgeError {
    return new BridgeError(code, message, { opId, retryAfterMs });
  }
}

/** Messages of the library for an address where nothing answers. */
const TRANSPORT: ReadonlySet<string> = new Set(["xhr poll error", "xhr post error", "websocket error"]);

/** The error of a connection that failed: the hub's own when it answered and refused. */
export function connectError(cause: Error & { readonly data?: unknown }, url: string): BridgeError {
  const refusal = cause.data === undefined ? undefined : parseWireError(cause.data);
  if (refusal?.ok) return BridgeError.of(refusal.value);
  const reason = TRANSPORT.has(cause.message) ? "nothing answers there" : cause.message.replace(/\.+$/, "");
  return new BridgeError("connect_error", `Cannot reach the hub at ${url}: ${reason}. Is it running?`, {
    cause,
  });
}

/** Codes of errors after which the same may work a little later. */
const TRANSIENT: ReadonlySet<BridgeErrorCode> = new Set([
  "rate_limited",
  "unavailable",
  "shutting_down",
  "timeout",
  "internal",
  "read_failed",
]);

/** True when the same may work a little later. */
export function isTransient({ code }: BridgeError): boolean {
  return TRANSIENT.has(code);
}

/** The reason why a hub could not be used. */
export interface HubTrouble {
  /** `silent`: nothing answers, or not in time; `refused`: it answers and refuses. */
  readonly kind: "silent" | "refused";
  /** A sentence for people, without advice. */
  readonly message: string;
}

/** Codes of the client itself when nothing answers. */
const SILENT: ReadonlySet<BridgeErrorCode> = new Set(["connect_error", "timeout", "disconnected"]);

/**
 * Distinguishes a hub that is not there from one that refuses.
 *
 * @param url Where the hub is.
 *
 * @example
 * ```ts
 * import { BridgeError, hubTrouble } from "@loom/hub/client";
 * import { assertEquals } from "@std/assert";
 * const url = "http://127.0.0.1:4599";
 * assertEquals(hubTrouble(new BridgeError("connect_error", "..."), url), {
 *   kind: "silent",
 *   message: "Nothing answers at http://127.0.0.1:4599.",
 * });
 * ```
 */
export function hubTrouble({ code, message }: BridgeError, url: string): HubTrouble {
  if (code === "timeout") return { kind: "silent", message: `The hub at ${url} did not answer in time.` };
  if (SILENT.has(code)) return { kind: "silent", message: `Nothing answers at ${url}.` };
  return { kind: "refused", message: `The hub at ${url} refuses: ${message}` };
}
