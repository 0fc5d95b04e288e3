import type { AnyOp, Direction, JsonObject } from "@loom/protocol";
import type { LostValue, RemoteDifference } from "../session/session_types.ts";

/** Somebody else in the document. */
export interface Peer {
  readonly id: string;
  readonly name: string;
  /** Such as `web` or `agent`. */
  readonly role: string;
  readonly color: string;
  /** The place of the pointer, in the coordinates of the board. */
  readonly cursor: { readonly x: number; readonly y: number } | undefined;
  /** The elements in hand, `<type>:<name>`. */
  readonly selection: readonly string[];
}

/** A request of a person or an agent to look at something. */
export interface ShownView {
  /** Counts the requests, so that the same one is seen twice. */
  readonly id: number;
  readonly member: string;
  readonly focus: string;
  readonly note: string;
  readonly by: string;
}

/**
 * The place of the edits: `saved` in the file, `saving` on their way, `offline` waiting here, `gone` without a readable file,
 * `unsaved` where the file cannot be written, `changed` while the person has to choose.
 */
export type SaveStatus = "saved" | "saving" | "offline" | "gone" | "unsaved" | "changed";

/** The name of the person at this page, among the authors of lost values. */
export const YOU = "you";

/**
 * Sends the places that a person gave to new elements, by the path of the document. A page calls it before it sends the edits that add
 * these: otherwise the server writes places of its own.
 */
export const SENT_FIRST: Map<string, () => Promise<void>> = new Map();

/** A document and its edits at one moment; a new object after every change. */
export interface DocumentSnapshot {
  /** The document, with the edits that the file does not have yet. */
  readonly def: JsonObject;
  readonly status: SaveStatus;
  /** The number of edits that the file does not have. */
  readonly pending: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The last message for the person, a sentence. */
  readonly notice: string | undefined;
  /** The others in the document. */
  readonly peers: readonly Peer[];
  /** The active states of a machine that runs elsewhere. */
  readonly active: readonly string[];
  /** Values that others have overwritten, to be put back. */
  readonly lost: readonly LostValue[];
  /** Why the person has to choose, in the status `changed`. */
  readonly conflict: string | undefined;
  /** The last request to look at something. */
  readonly view: ShownView | undefined;
}

/** A document that a person edits, whether through a hub or through its file alone. */
export interface DocumentSession {
  /** The document as it is now. */
  getSnapshot(): DocumentSnapshot;
  /** Calls a function after every change; returns a function that ends that. */
  subscribe(listener: () => void): () => void;
  /** Follows what happens; returns a function that ends that. */
  open(): () => void;
  /**
   * Changes the document: at once here, and in the file as soon as that can be.
   *
   * @throws {PatchError} When the operations do not apply.
   */
  edit(ops: readonly AnyOp[]): void;
  /** Undoes or redoes the person's last edit, adapted to what others did; returns whether there was one. */
  step(direction: Direction): boolean;
  /** Tries at once to save what waits. */
  save(): void;
  /** Shows the others the person's pointer and selection. */
  present(move: { readonly cursor?: { x: number; y: number }; readonly selection?: readonly string[] }): void;
  /** Decides a conflict: the person's changes over those of others. */
  keepMine(): void;
  /** Decides a conflict: the document as the others have it. */
  takeTheirs(): void;
  /** The two documents of a conflict; `null` without one. */
  difference(): RemoteDifference | null;
  /** Puts back what was overwritten. */
  putBack(id: number): void;
  /** Offers it no more. */
  dismiss(id: number): void;
}

/** A snapshot of a document that is in its file, with nobody else there. */
export function quietSnapshot(def: JsonObject): DocumentSnapshot {
  return {
    def,
    status: "saved",
    pending: 0,
    canUndo: false,
    canRedo: false,
    notice: undefined,
    peers: [],
    active: [],
    lost: [],
    conflict: undefined,
    view: undefined,
  };
}
