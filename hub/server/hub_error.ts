import { LoomError } from "@loom/protocol";

/** The stable code of a {@linkcode HubStartError}. */
export type HubStartErrorCode = "token_required" | "bad_option" | "cannot_listen";

/** The reason why a hub cannot start. */
export class HubStartError extends LoomError {
  /** The stable code. */
  declare readonly code: HubStartErrorCode;

  /** Makes the error from its code and its sentence. */
  constructor(code: HubStartErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "HubStartError";
  }
}
