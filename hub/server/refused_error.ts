import { type EditRefused, LoomError, type WireError, type WireErrorCode } from "@loom/protocol";

/** A message that is refused; its sender is told. */
export class RefusedError extends LoomError {
  declare readonly code: WireErrorCode;
  /** What the sender is told in the error besides code and sentence. */
  readonly details: Partial<WireError>;
  /** What the ack callback of a change is told besides the error. */
  readonly rest: Partial<EditRefused>;

  /** Makes the error from a word that stays the same and a sentence. */
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
