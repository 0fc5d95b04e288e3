import { LoomError } from "@loom/protocol";

/** The stable words of a {@linkcode NarrativeStartError}. */
export type NarrativeStartErrorCode = "token_required" | "bad_option" | "cannot_listen";

/** Why the bridge cannot begin. */
export class NarrativeStartError extends LoomError {
  /** Why it cannot. */
  declare readonly code: NarrativeStartErrorCode;

  /** Makes the error from its code and its sentence. */
  constructor(code: NarrativeStartErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "NarrativeStartError";
  }
}
