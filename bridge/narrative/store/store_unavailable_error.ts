import { LoomError } from "@loom/protocol";

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

/** How long a store may take to answer, in milliseconds. */
export const STORE_TIMEOUT_MS = 2_000;
