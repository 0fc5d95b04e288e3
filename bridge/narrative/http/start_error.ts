import { LoomError } from "@loom/protocol";

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
