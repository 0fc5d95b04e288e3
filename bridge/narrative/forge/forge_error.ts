import { LoomError } from "@loom/protocol";

/** The stable words of a {@linkcode ForgeError}. */
export type ForgeErrorCode =
  /** Nothing answers at its address, or not in time. */
  | "forge_unreachable"
  /** It answers and refuses. */
  | "forge_refused"
  /** It takes no more questions for a while. */
  | "forge_limited"
  /** It has no such hook, or several. */
  | "no_hook";

/** The forge is of no use. */
export class ForgeError extends LoomError {
  /** Why it is of no use. */
  declare readonly code: ForgeErrorCode;

  /** Makes the error from its code and its sentence. */
  constructor(code: ForgeErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "ForgeError";
  }
}
