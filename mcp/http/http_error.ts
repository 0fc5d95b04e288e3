import { LoomError } from "@loom/protocol";

/** The stable words of an {@linkcode HttpStartError}. */
export type HttpStartErrorCode = "token_required" | "bad_option" | "cannot_listen";

/** Why the server cannot be reached over HTTP. */
export class HttpStartError extends LoomError {
  /** Why it cannot. */
  declare readonly code: HttpStartErrorCode;

  /** Makes the error from its code and its sentence. */
  constructor(code: HttpStartErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "HttpStartError";
  }
}
