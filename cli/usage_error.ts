import { LoomError } from "@loom/protocol";

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
  /** Makes the error from the code and the sentence of the refusal. */
  constructor(code: string, message: string) {
    super(code, message);
    this.name = "RefusedError";
  }
}

/** A name that the document does not have. */
export class NameError extends LoomError {
  /** Makes the error from its sentence. */
  constructor(message: string) {
    super("unknown_name", message);
    this.name = "NameError";
  }
}
