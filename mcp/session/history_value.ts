import type { WaysBack } from "@loom/hub/client";
import type { JsonObject } from "@loom/protocol";

/** What a session can take back and do again, and up to where it knows the document. */
export interface History {
  readonly undos: WaysBack;
  readonly redos: WaysBack;
  /** The content that the ways begin at; `undefined` before the document was seen. */
  readonly known: Known | undefined;
}

/** A content of the document. */
export interface Known {
  readonly revision: string;
  readonly definition: JsonObject;
}

/** Which way to go. */
export type Direction = "undo" | "redo";

/** The history of a document that was not seen yet. */
export const NO_HISTORY: History = { undos: [], redos: [], known: undefined };
