import { LoomError } from "@loom/protocol";

/** The stable words of a {@linkcode DocumentError}. */
export type DocumentErrorCode =
  | "not_found"
  | "no_folder"
  | "not_a_file"
  | "not_json"
  | "not_utf8"
  | "unreadable"
  | "too_large"
  | "too_deep"
  | "json_syntax"
  | "forbidden_key"
  | "wrong_kind"
  | "unknown_kind"
  | "invalid_definition"
  | "repeated_key"
  | "stale_revision"
  | "exists"
  | "is_document"
  | "wrong_ending"
  | "locked"
  | "outside_root"
  | "unsafe_path"
  | "symlink_loop"
  | "not_writable"
  | "write_failed"
  | "half_written";

/** Details of a {@linkcode DocumentError} for programs. */
export interface DocumentErrorDetails extends ErrorOptions {
  /** The line where the text breaks, from 1. */
  line?: number;
  /** The column where the text breaks, in UTF-16 units from 1. */
  column?: number;
  /** The revision that an edit was based on. */
  expectedRevision?: string;
  /** The revision that the file has. */
  actualRevision?: string;
}

/**
 * Why a document cannot be read or written. Whatever the code, the file is as it was before.
 *
 * @example
 * ```ts
 * import { DocumentError, readDocument } from "@loom/bridge/document";
 * import { assertEquals, assertRejects } from "@std/assert";
 *
 * const error = await assertRejects(() => readDocument("no_such.smdf.json"), DocumentError);
 * assertEquals(error.code, "not_found");
 * ```
 */
export class DocumentError extends LoomError {
  /** Why it cannot. */
  declare readonly code: DocumentErrorCode;
  /** The path as it was asked for. */
  readonly path: string;
  /** The line where the text breaks, from 1. */
  readonly line?: number;
  /** The column where the text breaks, in UTF-16 units from 1. */
  readonly column?: number;
  /** The revision that an edit was based on. */
  readonly expectedRevision?: string;
  /** The revision that the file has. */
  readonly actualRevision?: string;

  /** Makes an error from its code, its sentence and the path that was asked for. */
  constructor(code: DocumentErrorCode, message: string, path: string, details: DocumentErrorDetails = {}) {
    super(code, message, details);
    this.name = "DocumentError";
    this.path = path;
    if (details.line !== undefined) this.line = details.line;
    if (details.column !== undefined) this.column = details.column;
    if (details.expectedRevision !== undefined) this.expectedRevision = details.expectedRevision;
    if (details.actualRevision !== undefined) this.actualRevision = details.actualRevision;
  }
}
