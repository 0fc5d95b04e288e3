import type { Refusal } from "@loom/protocol";
import { LoomError } from "@loom/protocol/words";

/** A command line that says something the program does not understand. */
export class UsageError extends LoomError {
  /** Makes the error from its sentence. */
  constructor(message: string) {
    super("usage", message);
    this.name = "UsageError";
  }
}

/** An edit that is refused; its code is that of the refusal. */
export class RefusedError extends LoomError {
  /** The refusal, in the spelling of no surface. */
  readonly refusal: Refusal;

  /** Makes the error from a refusal and its sentence. */
  constructor(refusal: Refusal, message: string) {
    super(refusal.code, message);
    this.name = "RefusedError";
    this.refusal = refusal;
  }
}

/** A name that the document does not have. */
export class NameError extends LoomError {
  /** Makes the error from its sentence and its code. */
  constructor(message: string, code = "unknown_name") {
    super(code, message);
    this.name = "NameError";
  }
}
