import type { Arrangement } from "./arrangement/arrangement.ts";
import { LoomError } from "./error.ts";
import type { JsonObject } from "./json/value.ts";
import type { WireErrorCode } from "./wire/error_code.ts";

/** The documents that a hub reads; it never writes. */
export interface DocumentSource {
  /**
   * Finds the document that a client's id means, and whether the hub may open it.
   *
   * @param docId A path, as a client wrote it.
   */
  resolve(docId: string): Promise<ResolvedDocument>;
  /**
   * Reads a document.
   *
   * @param docId An id that {@linkcode DocumentSource.resolve} returned.
   * @returns `null` when there is no file.
   * @throws {DocumentReadError} When the file cannot be read.
   */
  read(docId: string): Promise<FileContent | null>;
  /**
   * Watches a document.
   *
   * @param onChange Called after every change, also when the file is removed or made again.
   */
  watch(docId: string, onChange: () => void): DocumentWatching;
  /**
   * Watches the arrangement that is kept beside a document. Default: none is kept.
   *
   * @param onLayout Called once at the beginning where there is one, and after every change.
   */
  watchLayout?(docId: string, onLayout: (layout: FileLayout) => void): DocumentWatching;
}

/** The arrangement that is kept beside a document. */
export interface FileLayout {
  /** The arrangement; the empty one when its file is gone or cannot be read. */
  readonly arrangement: Arrangement;
  /** The revision of its file; `null` without one. */
  readonly revision: string | null;
}

/** The document that an id means. */
export type ResolvedDocument =
  /** Its id for everybody: the real path. */
  | { readonly ok: true; readonly docId: string }
  /** It may not be opened. */
  | { readonly ok: false; readonly code: WireErrorCode; readonly message: string };

/** A content of a document's file. */
export interface FileContent {
  /** The revision of its bytes. */
  readonly revision: string;
  /** The document. */
  readonly def: JsonObject;
  /** The time of the last change, in milliseconds since 1970. */
  readonly mtime: number;
  /** The ids of live changes that were saved into it, now or earlier, as far as known. */
  readonly saved?: readonly string[] | undefined;
}

/** A running watch of a document. */
export interface DocumentWatching {
  /** Settles when changes from now on are seen. */
  readonly ready: Promise<void>;
  /** Ends the watch; nothing is reported after it settles. */
  close(): Promise<void>;
}

/** The error of a document's file that cannot be read, or holds no document. */
export class DocumentReadError extends LoomError {
  /** True when the file is empty, such as one made for a document to come. */
  readonly isEmpty: boolean;

  /** Makes the error from a sentence about the file. */
  constructor(message: string, options: ErrorOptions & { readonly isEmpty?: boolean } = {}) {
    super("read_failed", message, options);
    this.name = "DocumentReadError";
    this.isEmpty = options.isEmpty ?? false;
  }
}
