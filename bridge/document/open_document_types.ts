import type { AnyKind, AnyOp, JsonObject, KindName, KindTable, SavedHistory } from "@loom/protocol";
import type { WriteResult } from "./edit/write_definition.ts";

/** An edit that is in the file. */
export interface WrittenEdit {
  /** Returns the operations from the content before; a new document has none. */
  readonly ops: () => readonly AnyOp[];
  /** The revision before; `undefined` for a new document. */
  readonly before: string | undefined;
  /** The revision now. */
  readonly after: string;
  /** The time of the write, in milliseconds since 1970. */
  readonly mtime: number;
}

/** Options of an {@linkcode OpenDocument}. */
export interface OpenDocumentOptions<Live> {
  /** The folder that the document may not lie outside of. Default: anywhere. */
  readonly root?: string | undefined;
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable | undefined;
  /** Announces an edit to others, after it is in the file; must not throw. Default: nobody. */
  readonly announce?: ((edit: WrittenEdit) => Promise<Live>) | undefined;
  /** True when edits can be undone. Default: `true`. */
  readonly keepsHistory?: boolean;
  /** Keeps the history for later programs. Default: it ends with this object. */
  readonly history?: HistoryStore | undefined;
}

/** A place where the history of a document is kept; its functions must not throw. */
export interface HistoryStore {
  /** Reads the value that was saved last. */
  load(): Promise<unknown>;
  /** Keeps a history; the argument returns it, with at most so many UTF-16 units of text where that is possible. */
  save(history: (maxLength: number) => SavedHistory): Promise<void>;
}

/** Options of an edit. */
export interface OpenEditOptions {
  /** Does everything except writing. */
  readonly dryRun?: boolean | undefined;
  /** The revision that the file must have. */
  readonly expectedRevision?: string | undefined;
  /** The only kind to accept. Default: every kind. */
  readonly kind?: KindName | undefined;
  /** Aborted when the edit is no longer wanted: it does not begin then, and one that has begun is finished. */
  readonly signal?: AbortSignal | undefined;
  /** The paths of all documents of an edit of several, which undo takes back as one. Default: this one alone. */
  readonly together?: readonly string[] | undefined;
}

/** Options of undo and redo. */
export interface StepOptions extends OpenEditOptions {
  /** The number of edits: all or none. Default: 1. */
  readonly count?: number | undefined;
}

/** A new content of a document. */
export interface NewContent {
  /** The content. */
  readonly after: JsonObject;
  /** Returns the operations that lead there. */
  readonly ops: () => readonly AnyOp[];
}

/** The result of an edit. */
export interface DocumentEdit<Live> {
  /** The write. */
  readonly result: WriteResult;
  /** The kind of the document. */
  readonly row: AnyKind;
  /** Returns the operations from the content before; a new document has none. */
  readonly ops: () => readonly AnyOp[];
  /** The content before; `undefined` where there was none. */
  readonly before: JsonObject | undefined;
  /** The content now; in a dry run, the one that the file would have. */
  readonly after: JsonObject;
  /** The text before. */
  readonly textBefore: string;
  /** The own edits, with what came after them, that a program took away before by writing an older content. */
  readonly rolledBack: readonly AnyOp[];
  /** True when nothing was written on purpose. */
  readonly dryRun: boolean;
  /** The outcome of the announcement; `undefined` where there was nothing to announce. */
  readonly live: Promise<Live | undefined>;
}
