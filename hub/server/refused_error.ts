import { type EditRefused, LoomError, type WireError, type WireErrorCode } from "@loom/protocol";

/** The refusal of a message, which is sent to its sender. */
export class RefusedError extends LoomError {
  declare readonly code: WireErrorCode;
  /** More members of the error that is sent. */
  readonly details: Partial<WireError>;
  /** More members of the acknowledgement of a change. */
  readonly rest: Partial<EditRefused>;

  /** Makes the error from a stable code and a sentence. */
  constructor(
    code: WireErrorCode,
    message: string,
    details: Partial<WireError> = {},
    rest: Partial<EditRefused> = {},
  ) {
    super(code, message);
    this.name = "RefusedError";
    this.details = details;
    this.rest = rest;
  }
}
