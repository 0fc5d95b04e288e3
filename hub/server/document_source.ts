import { LoomError, type WireErrorCode } from "@loom/protocol";
import type { FileContent } from "../room/change_file.ts";

/** Where the hub has documents from. It only ever reads. */
export interface DocumentSource {
  /**
   * Tells which document an id of a client means, and whether the hub may open it.
   *
   * @param docId a path, as a client wrote it
   */
  resolve(docId: string): Promise<ResolvedDocument>;
  /**
   * Reads a document.
   *
   * @param docId as {@linkcode DocumentSource.resolve} gave it
   * @returns `null` when there is no file
   * @throws {DocumentReadError} when there is one that cannot be read
   */
  read(docId: string): Promise<FileContent | null>;
  /**
   * Watches a document.
   *
   * @param onChange called after every change, its going away and its coming back included
   */
  watch(docId: string, onChange: () => void): DocumentWatching;
}

/** The document that an id means. */
export type ResolvedDocument =
  /** Its id for everybody: the real path. */
  | { readonly ok: true; readonly docId: string }
  /** It may not be opened. */
  | { readonly ok: false; readonly code: WireErrorCode; readonly message: string };

/** A running watch of a document. */
export interface DocumentWatching {
  /** Settles when changes from now on are seen. */
  readonly ready: Promise<void>;
  /** Ends the watch; nothing is told after it settles. */
  close(): Promise<void>;
}

/** The file of a document is there and cannot be read, or holds no document. */
export class DocumentReadError extends LoomError {
  /** Whether the file is merely empty, as one that was made for a document to come. */
  readonly isEmpty: boolean;

  /** Makes the error from a sentence about what is wrong with the file. */
  constructor(message: string, options: ErrorOptions & { readonly isEmpty?: boolean } = {}) {
    super("read_failed", message, options);
    this.name = "DocumentReadError";
    this.isEmpty = options.isEmpty ?? false;
  }
}
