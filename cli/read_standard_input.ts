import { DocumentError } from "@loom/bridge/document";
import type { Input } from "./io.ts";

/** Its name in errors. */
export const STANDARD_INPUT_NAME = "standard input";
/** As much as is read of a document. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The piped input. */
export interface PipedText {
  /** The text; a byte order mark stays in it. */
  readonly text: string;
  /** The same as bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads all of standard input as text.
 *
 * @throws {DocumentError} `too_large` or `not_utf8`.
 */
export async function readStandardInput(stdin: Input): Promise<PipedText> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of stdin.readable) {
      size += part.length;
      if (size > MAX_BYTES) throw tooLarge();
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof DocumentError ? error : unreadable(error);
  }
  const bytes = joined(parts, size);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), bytes };
  } catch (cause) {
    throw new DocumentError(
      "not_utf8",
      "Standard input is not UTF-8 text: convert it first.",
      STANDARD_INPUT_NAME,
      { cause },
    );
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function unreadable(cause: unknown): DocumentError {
  const reason = cause instanceof Error ? cause.message.split(" (os error")[0] : String(cause);
  return new DocumentError(
    "unreadable",
    `Standard input cannot be read (${reason}): pipe a text into it.`,
    STANDARD_INPUT_NAME,
    { cause },
  );
}

function tooLarge(): DocumentError {
  return new DocumentError(
    "too_large",
    `Standard input has more than ${
      MAX_BYTES / 1024 / 1024
    } MiB, which is the most that is read: split the document.`,
    STANDARD_INPUT_NAME,
  );
}
