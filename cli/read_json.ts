import { JsonSyntaxError, LoomError, parseJsonText, repeatedKeyFindings } from "@loom/protocol";
import { UsageError } from "./usage_error.ts";

/**
 * The value in a JSON text.
 *
 * @param path What the text was read from, for the sentence.
 * @throws {ReadError} Where the JSON breaks off.
 */
export function readJson(text: string, path: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    throw error instanceof JsonSyntaxError ? new ReadError(path, error) : error;
  }
}

/**
 * Refuses a JSON text in which an object has a key more than once: all values but the last would be ignored.
 *
 * @param name What the text was read from, for the sentence.
 */
export function refuseRepeatedKeys(text: string, name: string): void {
  const [repeated] = repeatedKeyFindings(text);
  if (repeated !== undefined) throw new UsageError(`${name}: ${repeated.message}`);
}

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
