import { type LivePresence, LoomError, type PresenceChange } from "@loom/protocol";
import type { Accepted, Broadcast, Outcome, Refused } from "../room/outcome.ts";
import { emptyRoom, isUnsaved, type Room } from "../room/room.ts";

/**
 * The store of rooms: this process, or a Redis that several processes share. Both behave alike.
 *
 * The store reports changes, not the code that made them: {@linkcode StoreListener.committed} runs in every process with members of the
 * room, in the order of the changes. So a stored change is always sent, even if the process that stored it ends at that moment.
 */
export interface RoomStore {
  /**
   * Changes a room atomically. A room that does not exist yet is an empty one with a new epoch.
   *
   * The change is pure and may run more than once, each time on a newer room; the last run counts. When this resolves, this process's
   * listener has been called: an acknowledgement that is sent then comes after the change itself.
   *
   * @returns the outcome of the change; a refusal comes with the room as it is. `unavailable` when the store does not answer: the change
   * may have been made; sent again under the same `opId`, it is made once.
   */
  update(docId: string, change: (room: Room) => Outcome): Promise<Updated>;

  /**
   * The newest room.
   *
   * @returns `undefined` where there is none
   * @throws {StoreUnavailableError} when the store does not answer
   */
  read(docId: string): Promise<Room | undefined>;

  /**
   * Drops a room that has no members in any process, and nothing unsaved.
   *
   * @param evenUnsaved drops it with its unsaved changes
   * @returns true when there is no such room now; `false` also when the store does not answer
   */
  drop(docId: string, evenUnsaved?: boolean): Promise<boolean>;

  /** The members of rooms, in all processes. */
  readonly members: Members;

  /** Sets the listener for rooms that have members of this process. There is one; a new one replaces it. */
  listen(listener: StoreListener): void;

  /** The adapter for socket.io (`new Server({ adapter })`): with it `io.to(room)` reaches all processes. */
  readonly adapter?: SocketAdapter;

  /** True while the store answers; for the health page. */
  readonly isAvailable: boolean;

  /** Closes the store in this process. Members that are still in a room leave it without a message. */
  close(): Promise<void>;
}

/** The result of {@linkcode RoomStore.update}: the outcome, and with a refusal the room as it is. */
export type Updated = Accepted | RefusedAt;

/** A refusal and the room as it is; without one when the store does not answer. */
export interface RefusedAt extends Refused {
  /** The room as it is now. */
  readonly room?: Room;
}

/** The members of rooms. Everything rejects with {@linkcode StoreUnavailableError} when the store does not answer. */
export interface Members {
  /**
   * Adds a client of this process; a record of the same `clientId` is replaced. Join before reading the room: what is sent in between is
   * in the snapshot already, and nothing is missed.
   */
  join(docId: string, presence: LivePresence): Promise<void>;
  /**
   * Removes a client of this process.
   *
   * @returns true when it was there
   */
  leave(docId: string, clientId: string): Promise<boolean>;
  /**
   * Changes the cursor or the selection of a client of this process; `null` removes it, what is left out stays.
   *
   * @returns the record as it is now; `undefined` when the client is not there
   */
  update(docId: string, change: PresenceChange): Promise<LivePresence | undefined>;
  /** All members, in all processes, in the order in which they joined. */
  list(docId: string): Promise<LivePresence[]>;
}

/** The listener of a store. What it throws does not reach the store. */
export interface StoreListener {
  /**
   * A room has changed: send it to the members of this process (`io.local.to(docId)`). A change may come more than once, with its
   * number.
   */
  committed(commit: Commit): void;
  /**
   * Members have joined or left without a call of this process: those of a process that ended, or that answers again. It is reported in
   * one process only: send it to the whole room (`io.to(docId)`).
   */
  membersChanged(docId: string, change: MembersChange): void;
  /** The store has lost a room that has members of this process: read the file again and `update` the room with it. */
  vanished(docId: string): void;
  /** Another callback has thrown. */
  failed?(error: unknown): void;
}

/** A change of a room, with the state that messages about it need. */
export interface Commit {
  /** The document. */
  readonly docId: string;
  /** The epoch of the numbers. */
  readonly epoch: string;
  /** The number of the room's latest change. */
  readonly seq: number;
  /** The revision of the file as the room knows it after the change. */
  readonly fileRevision: string | null;
  /** True when the room holds changes that are not in the file. */
  readonly unsaved: boolean;
  /** Why the file cannot be read. */
  readonly fileProblem?: string;
  /** The messages to the room. */
  readonly broadcasts: readonly Broadcast[];
}

/** Members that have joined or left. */
export interface MembersChange {
  /** The records of those who joined. */
  readonly joined: readonly LivePresence[];
  /** The ids of those who left. */
  readonly left: readonly string[];
}

/** An adapter of socket.io: a function that makes one for a namespace. */
export type SocketAdapter = (namespace: never) => unknown;

/** The store does not answer. It connects again by itself; try again later. */
export class StoreUnavailableError extends LoomError {
  /** Makes the error, with the error of the store's client as its cause. */
  constructor(options?: ErrorOptions) {
    super("unavailable", UNAVAILABLE, options);
    this.name = "StoreUnavailableError";
  }
}

const UNAVAILABLE =
  "The hub has lost its store, and takes no changes until it is back: try again a little later.";

/** The refusal of a change when the store does not answer. */
export function unavailable(): RefusedAt {
  return { ok: false, code: "unavailable", message: UNAVAILABLE };
}

/** A new room, with an epoch of its own. */
export function newRoom(docId: string): Room {
  return emptyRoom(docId, crypto.randomUUID());
}

/** The report of a change. */
export function commitOf(room: Room, broadcasts: readonly Broadcast[]): Commit {
  const { docId, epoch, seq, file: { revision: fileRevision, problem: fileProblem } } = room;
  const about = { docId, epoch, seq, fileRevision, unsaved: isUnsaved(room), broadcasts };
  return fileProblem === undefined ? about : { ...about, fileProblem };
}

/** Calls a listener; what it throws does not reach the store. */
export function notify(listener: StoreListener | undefined, call: (listener: StoreListener) => void): void {
  if (listener === undefined) return;
  try {
    call(listener);
  } catch (error) {
    listener.failed?.(error);
  }
}
