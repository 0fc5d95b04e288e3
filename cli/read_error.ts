import { LoomError } from "@loom/protocol";

/** A text that cannot be taken as a machine; it names the document, which the parser does not know. */
export class ReadError extends LoomError {
  /** The document. */
  readonly path: string;
  /** The line where reading ended, from 1. */
  readonly line?: number;
  /** The column where reading ended, from 1. */
  readonly column?: number;

  /** Makes the error from the document and from what the parser said of its text. */
  constructor(path: string, cause: LoomError & { readonly line?: number; readonly column?: number }) {
    const sentence = cause.message.charAt(0).toLowerCase() + cause.message.slice(1);
    super(cause.code, `"${path}" cannot be read: ${sentence}`, { cause });
    this.name = "ReadError";
    this.path = path;
    if (cause.line !== undefined) this.line = cause.line;
    if (cause.column !== undefined) this.column = cause.column;
  }
}
