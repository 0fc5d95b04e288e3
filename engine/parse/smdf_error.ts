import { LoomError, type TextPosition } from "@loom/protocol";

/** A value that cannot be read as a machine definition at all; {@linkcode LoomError.code} is `smdf_shape`. */
export class SmdfError extends LoomError {
  /** JSON pointer to the offending value, from the top of the definition. */
  readonly path: string;
  /** The line in the text, from 1, where the text is known. */
  readonly line?: number;
  /** The column in the text, from 1, where the text is known. */
  readonly column?: number;

  /** Makes an error from what is wrong (a sentence without its full stop), the pointer and the place in the text. */
  constructor(problem: string, path: string, position?: TextPosition) {
    const place = position ? `line ${position.line}, column ${position.column}` : "";
    const where = [path === "" ? "the top" : path, place].filter(Boolean).join(", ");
    super("smdf_shape", `${problem} (${where}).`);
    this.name = "SmdfError";
    this.path = path;
    if (position) {
      this.line = position.line;
      this.column = position.column;
    }
  }
}
