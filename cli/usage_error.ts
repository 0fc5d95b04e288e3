import { LoomError } from "@loom/protocol";

/** A command line that says something the program does not understand. */
export class UsageError extends LoomError {
  /** Makes the error from its sentence. */
  constructor(message: string) {
    super("usage", message);
    this.name = "UsageError";
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
