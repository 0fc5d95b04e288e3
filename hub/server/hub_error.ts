import { LoomError } from "@loom/protocol";

/** The stable words of a {@linkcode HubStartError}. */
export type HubStartErrorCode = "token_required" | "bad_option" | "cannot_listen";

/** Why a hub cannot start. */
export class HubStartError extends LoomError {
  /** Why it cannot. */
  declare readonly code: HubStartErrorCode;

  /** Makes the error from its code and its sentence. */
  constructor(code: HubStartErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "HubStartError";
  }
}
