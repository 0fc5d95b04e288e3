import type { Document, OpenEditOptions } from "@loom/bridge/document";
import type { AnyKind, AnyOp, JsonObject, KindName, KindTable, StateMachineDefinition } from "@loom/protocol";

/** Options of a session. */
export interface SessionOptions {
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable | undefined;
  /** The first active document; relative to the working folder of the process. */
  readonly path: string;
  /** The folder that no document and no written file may lie outside of. Default: anywhere. */
  readonly root?: string | undefined;
  /** True when the active document stays the one that it is. Default: `false`. */
  readonly isLocked?: boolean;
  /** The hub to tell of changes. Default: none. */
  readonly hub?: SessionHub | undefined;
  /** The address of the canvases. Default: `http://127.0.0.1:4598`. */
  readonly canvasUrl?: string;
  /** The folder of chronicle addresses. */
  readonly chronicleRoot?: string | undefined;
  /** The mode in which systems are reconciled, in place of their own; ignored when it is none. */
  readonly reconcile?: string | undefined;
  /** True when the client may be on another machine: nothing is opened on this one then. Default: `false`. */
  readonly isRemote?: boolean;
}

/** A hub, and the name to use there. */
export interface SessionHub {
  readonly url: string;
  readonly token?: string | undefined;
  readonly name: string;
}

/** Options of reading the active document. */
export interface ReadOptions {
  /** The only kind to accept. Default: every kind. */
  readonly kind?: KindName | undefined;
  /** True when the client does not get to see the content. Default: `false`. */
  readonly isGlance?: boolean;
}

/** A state machine in the active document. */
export interface MachineDocument extends Document {
  /** The definition; its parts are as the file has them, which need not match the types. */
  readonly machine: StateMachineDefinition;
}

/** Options of an edit. */
export interface EditOptions extends OpenEditOptions, ReadOptions {}

/** The operations for the newest document, which is frozen. */
export type EditPlan<Doc extends object = JsonObject> = (document: Doc, row: AnyKind) => readonly AnyOp[];

/** Options of writing a whole definition. */
export interface WriteWholeOptions extends EditOptions {
  /** True when a document that holds something may be replaced. */
  readonly overwrite?: boolean | undefined;
}

/** The outcome of announcing a change to the hub; the file has the change in any case. */
export type LiveOutcome =
  /** The hub has it. */
  | { readonly status: "sent" }
  /** No hub is configured. */
  | { readonly status: "no hub" }
  /** The hub cannot be reached, refused it or broke off. */
  | { readonly status: "failed"; readonly reason: string };

/** The outcome as answers show it: `live: sent`. */
export function liveText(live: LiveOutcome): string {
  return live.status === "failed" ? `failed: ${live.reason}` : live.status;
}

/** The result of an edit. */
export interface Edited<Doc extends object = JsonObject> {
  /** The document's path, absolute. */
  readonly path: string;
  /** The kind of the document. */
  readonly row: AnyKind;
  /** The operations that lead from before to after. */
  readonly ops: readonly AnyOp[];
  /** The document before; `undefined` where there was none. */
  readonly before: Doc | undefined;
  /** The document now; in a dry run, the one that the file would have. */
  readonly after: Doc;
  /** Edits of this session, and those after them, that a program took away before by writing an older content. */
  readonly rolledBack: readonly AnyOp[];
  /** True when the file differs. */
  readonly changed: boolean;
  readonly dryRun: boolean;
  /** The revision now; in a dry run, the one that the file still has. */
  readonly revision: string;
  /** The announcement to the hub; `no hub` for a dry run and where nothing changed. */
  readonly live: LiveOutcome;
}

/** The operations for one of several documents. */
export interface EditPart {
  /** The path of the document, absolute. */
  readonly path: string;
  /** The operations. */
  readonly ops: readonly AnyOp[];
  /** The revision that they were made for. */
  readonly expectedRevision?: string | undefined;
}

/** The result of undo or redo. */
export interface Turned extends Edited {
  /** The edits of all documents that the step changed, with this one; in the order in which they were edited. */
  readonly parts: readonly Edited[];
  /** The number of changes that can still be undone, and redone. */
  readonly undoable: number;
  readonly redoable: number;
}

/** The result of a switch to another document. */
export interface Switched {
  /** The active document, absolute. */
  readonly path: string;
  readonly previous: string;
  readonly exists: boolean;
  readonly unchanged: boolean;
}

/** A change of the active document by anybody. */
export type SessionChange =
  /** It has a new content. */
  | { readonly type: "content" }
  /** Another document is active. */
  | { readonly type: "switched"; readonly kind: KindName; readonly previousKind: KindName };

/**
 * The session of one client: its active document, its edits there, and its part in the room of the hub. The file is the truth:
 * every call reads it.
 *
 * Every error has a sentence that an agent can act on.
 */
export interface Session {
  /** The active document, absolute. */
  readonly path: string;
  /** The kinds of documents. */
  readonly kinds: KindTable;
  /** The kind of the active document: by its name, else by its content when last read, else the first of the table. */
  readonly kind: KindName;
  /** The row of that kind. */
  readonly row: AnyKind;
  /** The options of the session. */
  readonly options: SessionOptions;
  /** The page of the canvas that shows the active document. */
  readonly canvasUrl: string;
  /** The state of the hub: `not configured`, `joining`, `joined`, or the reason why it cannot be reached. */
  readonly hubStatus: string;

  /** Reads the active document. */
  read(options?: ReadOptions): Promise<Document>;
  /** Reads the active document, a state machine. */
  readMachine(): Promise<MachineDocument>;

  /**
   * Changes the active document by operations: under its lock, on the newest content, all or none. The edit can be undone, and is
   * announced to the hub.
   *
   * @typeParam Doc The type that the caller takes the document to be; not checked here beyond the kind.
   * @param plan What it throws is passed on, and nothing is written.
   */
  edit<Doc extends object = JsonObject>(plan: EditPlan<Doc>, options?: EditOptions): Promise<Edited<Doc>>;

  /**
   * Writes a whole definition into the active document, which need not exist yet. A document that cannot be read, or is of another
   * kind, is never replaced; one that holds something only with `overwrite`, and one that others have changed since this session
   * read it only with its revision.
   */
  writeWhole<Doc extends object>(definition: Doc, options?: WriteWholeOptions): Promise<Edited<Doc>>;

  /** Changes several documents: all or none; undo takes the edit back as one. */
  editTogether(
    parts: readonly EditPart[],
    options?: Pick<EditOptions, "dryRun" | "signal">,
  ): Promise<Edited[]>;

  /**
   * Undoes the last edit of this session, adapted to the changes of others: of the active document, or of others that the session
   * edited since that is active. An edit of several documents is undone in all of them or in none.
   */
  undo(options?: EditOptions): Promise<Turned>;
  /** Redoes what was undone last. */
  redo(options?: EditOptions): Promise<Turned>;

  /**
   * Makes another document the active one; it need not exist yet.
   *
   * @param path A path, relative to the folder of the active document, or a chronicle address.
   */
  switchTo(path: string): Promise<Switched>;

  /**
   * The path of a file that a client names, absolute; links are not followed.
   *
   * @param path Absolute, or relative to the folder of the active document.
   */
  absolute(path: string): string;

  /**
   * Follows a path of a file that a client names, and refuses one outside the root.
   *
   * @param path Absolute, or relative to the folder of the active document.
   * @returns The real path, absolute; the file need not exist, its folder does.
   */
  resolve(path: string): Promise<string>;

  /** The document as the session first read it; `undefined` before that. */
  readonly atStart: JsonObject | undefined;

  /**
   * Reports the changes of the active document by this session, and those by others while {@linkcode Session.watch} is on.
   *
   * @returns Ends it.
   */
  onChange(listener: (change: SessionChange) => void): () => void;

  /**
   * Watches the active document, whichever that is, until everybody who asked for it has ended it.
   *
   * @returns Ends it.
   */
  watch(): () => void;
  /** Settles when the changes of others are reported from now on. */
  readonly watching: Promise<void>;

  /** Opens a session of another document, whose edits this one can undo; the caller closes it. */
  beside(path: string): Session;

  /** Ends the watch and leaves the room. */
  close(): Promise<void>;
}
