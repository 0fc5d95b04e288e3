import { LoomError } from "@loom/protocol";

/** The stable words of a {@linkcode NarrativeError}. */
export type NarrativeErrorCode =
  | "invalid_body"
  | "invalid_field"
  | "invalid_rules"
  | "bad_store"
  | "unreadable_store"
  | "unknown_beat"
  | "unknown_event";

/** Why the narrative bridge cannot do what it was asked for. */
export class NarrativeError extends LoomError {
  /** Why it cannot. */
  declare readonly code: NarrativeErrorCode;
  /** The member that is wrong, as a dotted path such as `analysis.engineer.intent`. */
  readonly field?: string;

  /** Makes an error from its code, its sentence, and the member that is wrong. */
  constructor(code: NarrativeErrorCode, message: string, field?: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "NarrativeError";
    if (field !== undefined) this.field = field;
  }
}

const UNREACHED = "The beat store cannot be reached: try again in a while.";

/**
 * The store cannot be reached, or not in time. Nothing is known of what was under way: it may be asked for again.
 */
export class StoreUnavailableError extends LoomError {
  /** Always `store_unavailable`. */
  declare readonly code: "store_unavailable";

  /** Makes an error; the cause is for logs, not for those who ask. */
  constructor(message?: string, options?: ErrorOptions) {
    super("store_unavailable", message ?? UNREACHED, options);
    this.name = "StoreUnavailableError";
  }
}

/** Time limit of a store's answer, in milliseconds. */
export const STORE_TIMEOUT_MS = 2_000;

/** The stable words of a {@linkcode NarrativeStartError}. */
export type NarrativeStartErrorCode = "token_required" | "bad_option" | "cannot_listen";

/** Reason why the bridge cannot start. */
export class NarrativeStartError extends LoomError {
  /** The stable word. */
  declare readonly code: NarrativeStartErrorCode;

  /** Makes the error from its code and its sentence. */
  constructor(code: NarrativeStartErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "NarrativeStartError";
  }
}
