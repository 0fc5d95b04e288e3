/**
 * An error for people: one sentence that states the problem, the place and the remedy. Programs read
 * {@linkcode LoomError.code}, which stays the same when the words change.
 *
 * @example
 * ```ts
 * import { LoomError } from "@loom/protocol";
 * const error = new LoomError("not_found", "No state is called \"Idel\". Did you mean \"Idle\"?");
 * console.log(error.code);
 * ```
 */
export class LoomError extends Error {
  /** A stable word for programs, in `snake_case`. */
  readonly code: string;

  /** Makes an error from its stable code and its sentence. */
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LoomError";
    this.code = code;
  }
}
