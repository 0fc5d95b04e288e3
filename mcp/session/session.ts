import type { Document } from "@loom/bridge/document";
import type { KindName, KindTable, MachineOp, StateMachineDefinition } from "@loom/protocol";
import type { LiveOutcome } from "./live_outcome.ts";

/** Options of a session. */
export interface SessionOptions {
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable | undefined;
  /** The first active document; relative to the working folder of the process. */
  readonly path: string;
  /** The folder that no document and no written file may lie outside of. Default: anywhere. */
  readonly root?: string | undefined;
  /** Whether the active document stays the one that it is. Default: `false`. */
  readonly isLocked?: boolean;
  /** The hub to tell of changes. Default: none. */
  readonly hub?: SessionHub | undefined;
  /** Where canvases are served. Default: `http://127.0.0.1:4598`. */
  readonly canvasUrl?: string;
  /** The folder of chronicle addresses. */
  readonly chronicleRoot?: string | undefined;
  /** How systems are reconciled, whatever they say; a word that is no mode is passed over. */
  readonly reconcile?: string | undefined;
  /** Whether the client may be on another machine: nothing is opened on this one then. Default: `false`. */
  readonly isRemote?: boolean;
}

/** A hub, and how to be known there. */
export interface SessionHub {
  readonly url: string;
  readonly token?: string | undefined;
  readonly name: string;
}

/** The machine in the active document. */
export interface MachineDocument extends Document {
  /** The document's path, absolute. */
  readonly path: string;
  /** What {@linkcode Document.definition} is; its parts are as the file has them, which need not be what the types say. */
  readonly machine: StateMachineDefinition;
}

/** What every change of a document takes. */
export interface EditOptions {
  /** Does everything except writing. */
  readonly dryRun?: boolean | undefined;
  /** The revision that the file must have. */
  readonly expectedRevision?: string | undefined;
  /** Aborted when the change is not wanted any more: it is not begun then, while one that is begun is finished. */
  readonly signal?: AbortSignal | undefined;
}

/** What writing a whole definition takes. */
export interface WriteWholeOptions extends EditOptions {
  /** Whether a document that holds something may be replaced. */
  readonly overwrite?: boolean | undefined;
}

/** What a change did. */
export interface Edited {
  /** The document's path, absolute. */
  readonly path: string;
  /** The operations that lead from before to after. */
  readonly ops: readonly MachineOp[];
  /** The machine before; `undefined` where there was none. */
  readonly before: StateMachineDefinition | undefined;
  /** The machine now; in a dry run, as it would be. */
  readonly after: StateMachineDefinition;
  /** Whether the file differs. */
  readonly changed: boolean;
  readonly dryRun: boolean;
  /** Whether the document that was changed had become another since this session last read it. */
  readonly wasUnseen: boolean;
  /** The revision now; in a dry run, the one that the file still has. */
  readonly revision: string;
  /** Whether the others saw it; `no hub` for a dry run and where nothing changed. */
  readonly live: LiveOutcome;
}

/** What going back or forth did. */
export interface Turned extends Edited {
  /** How many changes can still be undone, and done again. */
  readonly undoable: number;
  readonly redoable: number;
}

/** What a switch to another document did. */
export interface Switched {
  /** The active document, absolute. */
  readonly path: string;
  readonly previous: string;
  readonly exists: boolean;
  readonly unchanged: boolean;
}

/** What happened to the active document, whoever did it. */
export type SessionChange =
  /** Its content is another: this session, another program or a person changed it. */
  | { readonly type: "content" }
  /** Another document is active. */
  | { readonly type: "switched"; readonly kind: KindName; readonly previousKind: KindName };

/**
 * The work of one client: its active document, what it did there, and its part in the room of the hub. Nothing is kept of the
 * document itself: the file is the truth, and every call reads it.
 *
 * Whatever goes wrong is an error whose sentence an agent can act on.
 */
export interface Session {
  /** The active document, absolute. */
  readonly path: string;
  /** The kinds of documents. */
  readonly kinds: KindTable;
  /** What kind it is: by its name, else by its content when it was last seen, else a machine. */
  readonly kind: KindName;
  /** What the session was told. */
  readonly options: SessionOptions;
  /** The page of the canvas that shows the active document. */
  readonly canvasUrl: string;
  /** How the hub stands: `not configured`, `joining`, `joined`, or why it cannot be reached. */
  readonly hubStatus: string;

  /** Reads the active document, whatever its kind. */
  read(): Promise<Document>;
  /** Reads the machine in the active document. */
  readMachine(): Promise<MachineDocument>;

  /**
   * Changes the machine by operations: under the document's lock, for the newest content, all or nothing. The change can be
   * undone, and the hub is told.
   *
   * @param plan Gives the operations for the newest machine, which is frozen. What it throws is passed on, and nothing is
   * written.
   */
  edit(
    plan: (machine: StateMachineDefinition) => readonly MachineOp[],
    options?: EditOptions,
  ): Promise<Edited>;

  /**
   * Writes a whole machine into the active document, which may not be there yet. What cannot be read is never replaced, nor
   * is a document of another kind; one that holds states, events, notes or objects only with `overwrite`.
   */
  writeWhole(definition: StateMachineDefinition, options?: WriteWholeOptions): Promise<Edited>;

  /** Takes the last change of this session back, adapted to what others did since. */
  undo(options?: EditOptions): Promise<Turned>;
  /** Does again what was undone last. */
  redo(options?: EditOptions): Promise<Turned>;

  /**
   * Makes another document the active one; it need not exist yet.
   *
   * @param path A path, or a chronicle address.
   */
  switchTo(path: string): Promise<Switched>;

  /**
   * Follows a path of a file that a client names, and refuses one outside the root.
   *
   * @param path Absolute, or relative to the working folder of the process.
   * @returns The real path, absolute; the file need not exist, its folder does.
   */
  resolve(path: string): Promise<string>;

  /** The machine as it was when the session first saw this document; `undefined` when it has not yet. */
  readonly atStart: StateMachineDefinition | undefined;

  /**
   * Tells of what this session does to the active document, and of what others do while {@linkcode Session.watch} is on.
   *
   * @returns Ends it.
   */
  onChange(listener: (change: SessionChange) => void): () => void;

  /**
   * Looks out for what others do to the active document, whichever that is, until the last who asked for it has ended it.
   *
   * @returns Ends it.
   */
  watch(): () => void;
  /** Settles when the changes of others are seen from now on. */
  readonly watching: Promise<void>;

  /** Ends the watch and leaves the room. */
  close(): Promise<void>;
}
