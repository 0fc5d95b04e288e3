import { OpenDocument } from "@loom/bridge/document";
import { LOOM_KINDS } from "@loom/engine/kinds";
import type { Direction } from "@loom/protocol";
import { NO_ROOM, openRoom, type Room } from "./room.ts";
import type { LiveOutcome, SessionOptions } from "./session.ts";

/** Options of a {@linkcode Desk}. */
export type DeskOptions = Pick<SessionOptions, "kinds" | "root" | "hub">;

/** A room, and the number of sessions that are in it. */
interface Shared {
  readonly room: Room;
  users: number;
}

/** State shared by all sessions of a client: documents with their edits, rooms, and the order of the edits. */
export class Desk {
  readonly #options: DeskOptions;
  readonly #documents = new Map<string, OpenDocument<LiveOutcome>>();
  readonly #rooms = new Map<string, Shared>();
  /** The documents of the edits that can be undone and redone; an edit of several is there by one of them. */
  readonly #turns: Record<Direction, string[]> = { undo: [], redo: [] };

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /** The document at a path, which keeps its edits while it has any. */
  document(path: string): OpenDocument<LiveOutcome> {
    const known = this.#documents.get(path);
    if (known !== undefined) return known;
    const { root, kinds = LOOM_KINDS } = this.#options;
    const document = new OpenDocument<LiveOutcome>(path, {
      root,
      kinds,
      announce: (edit) => (this.#rooms.get(path)?.room ?? NO_ROOM).announce(edit),
    });
    this.#documents.set(path, document);
    return document;
  }

  /** Joins the room of a document. */
  enter(path: string): Room {
    const { hub, kinds } = this.#options;
    const shared = this.#rooms.get(path) ??
      { room: hub === undefined ? NO_ROOM : openRoom(hub, path, kinds), users: 0 };
    shared.users++;
    this.#rooms.set(path, shared);
    return shared.room;
  }

  /** Leaves the room of a document; the last one closes it. */
  async leave(path: string): Promise<void> {
    const shared = this.#rooms.get(path);
    if (shared === undefined || --shared.users > 0) return;
    this.#rooms.delete(path);
    const document = this.#documents.get(path);
    if (document && document.undoable + document.redoable === 0) this.#documents.delete(path);
    await shared.room.close();
  }

  /** Notes an edit; what was undone before cannot be redone then. */
  edited(path: string): void {
    this.#turns.undo.push(path);
    this.#turns.redo = [];
  }

  /** The document of the edit to undo or redo next; `undefined` where none is noted. */
  next(direction: Direction): string | undefined {
    return this.#turns[direction].at(-1);
  }

  /** Notes that the edit to undo or redo next was stepped over, or that it cannot be. */
  stepped(direction: Direction, isDone: boolean): void {
    const path = this.#turns[direction].pop();
    if (path !== undefined && isDone) this.#turns[direction === "undo" ? "redo" : "undo"].push(path);
  }

  /** Forgets the order of the edits: from now on the active document has its own. */
  turnTo(): void {
    this.#turns.undo = [];
    this.#turns.redo = [];
  }
}
