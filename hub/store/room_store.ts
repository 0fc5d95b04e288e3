import { type LivePresence, LoomError, type PresenceChange } from "@loom/protocol";
import type { Accepted, Broadcast, Outcome, Refused } from "../room/outcome.ts";
import { emptyRoom, type Room } from "../room/room.ts";

/**
 * Where rooms live: in this process, or in a Redis that several processes share. Both behave alike.
 *
 * What was changed is told by the store and not by whoever changed it: {@linkcode StoreListener.committed} runs in every process
 * that someone of the room is connected to, in the order of the changes. So a change that is stored is told too, even where the
 * process that stored it ends at that moment.
 */
export interface RoomStore {
  /**
   * Changes a room, so that no other change comes in between. A room that does not exist yet is an empty one with a new epoch.
   *
   * The change is pure and may run more than once, each time on a newer room; what the last run said counts. When this resolves,
   * the change has been told to this process's listener; an acknowledgement that is sent then comes after the change itself.
   *
   * @returns what the change said; a refusal comes with the room as it is. `unavailable` when the store does not answer, then the
   * change may or may not have been made: sent again under the same `opId`, it is made once.
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
   * Forgets a room that nobody is in, in any process, and that has nothing unsaved.
   *
   * @param evenUnsaved forgets it though something is unsaved
   * @returns whether there is no such room now; `false` also when the store does not answer
   */
  drop(docId: string, evenUnsaved?: boolean): Promise<boolean>;

  /** Who takes part in which room, in all processes. */
  readonly members: Members;

  /** Sets who is told what happens in the rooms that have members of this process. There is one; a new one takes the place. */
  listen(listener: StoreListener): void;

  /** What socket.io is to be made with (`new Server({ adapter })`), so that `io.to(room)` reaches all processes. */
  readonly adapter?: SocketAdapter;

  /** Whether the store answers now; for the health page. */
  readonly isAvailable: boolean;

  /** Ends what this process holds of it. Members that are still in a room leave it, and nobody is told. */
  close(): Promise<void>;
}

/** What {@linkcode RoomStore.update} gives: the outcome, and with a refusal the room as it is. */
export type Updated = Accepted | RefusedAt;

/** A refusal and the room as it is; without one when the store does not answer. */
export interface RefusedAt extends Refused {
  /** The room as it is now. */
  readonly room?: Room;
}

/** Who takes part. All of it rejects with {@linkcode StoreUnavailableError} when the store does not answer. */
export interface Members {
  /**
   * Takes someone in who is connected to this process; a record of the same `clientId` is replaced. Join before reading the room:
   * what is told in between is in the snapshot already, and nothing is missed.
   */
  join(docId: string, presence: LivePresence): Promise<void>;
  /**
   * Lets someone go who is connected to this process.
   *
   * @returns whether they were there
   */
  leave(docId: string, clientId: string): Promise<boolean>;
  /**
   * Changes the cursor or the selection of someone who is connected to this process; `null` takes it away, what is left out stays.
   *
   * @returns the record as it is now; `undefined` when they are not there
   */
  update(docId: string, change: PresenceChange): Promise<LivePresence | undefined>;
  /** All who take part, in all processes, in the order in which they joined. */
  list(docId: string): Promise<LivePresence[]>;
}

/** What a store tells. Nothing that a listener throws reaches the store. */
export interface StoreListener {
  /**
   * A room has changed: tell those of its members that are connected to this process (`io.local.to(docId)`). A change may come more
   * than once, with its number.
   */
  committed(commit: Commit): void;
  /**
   * Members have come or gone without a call of this process: those of a process that ended, or that answers again. It is told in
   * one process only: tell the whole room (`io.to(docId)`).
   */
  membersChanged(docId: string, change: MembersChange): void;
  /** The store has lost a room that has members of this process: read the file again and `update` the room with it. */
  vanished(docId: string): void;
  /** What the others threw. */
  failed?(error: unknown): void;
}

/** A change of a room, with all that messages about it need. */
export interface Commit {
  /** The document. */
  readonly docId: string;
  /** The epoch of the numbers. */
  readonly epoch: string;
  /** The number of the room's latest change. */
  readonly seq: number;
  /** The revision of the file as the room knows it after the change. */
  readonly fileRevision: string | null;
  /** Whether the room holds changes that are not in the file. */
  readonly unsaved: boolean;
  /** What the room has to be told. */
  readonly broadcasts: readonly Broadcast[];
}

/** Members that have come or gone. */
export interface MembersChange {
  /** Who came, and as what. */
  readonly joined: readonly LivePresence[];
  /** Ids of clients. */
  readonly left: readonly string[];
}

/** What socket.io takes as an adapter: a function that makes one for a namespace. */
export type SocketAdapter = (namespace: never) => unknown;

/** The store does not answer. It is tried again by itself; so should be what was asked. */
export class StoreUnavailableError extends LoomError {
  /** Makes the error, with what the store's own client says as its cause. */
  constructor(options?: ErrorOptions) {
    super("unavailable", UNAVAILABLE, options);
    this.name = "StoreUnavailableError";
  }
}

const UNAVAILABLE = "The store of the rooms does not answer: try again a little later.";

/** The refusal of a change that a store that does not answer could not take. */
export function unavailable(): RefusedAt {
  return { ok: false, code: "unavailable", message: UNAVAILABLE };
}

/** A new room, with an epoch of its own. */
export function newRoom(docId: string): Room {
  return emptyRoom(docId, crypto.randomUUID());
}

/** What is told of a change. */
export function commitOf(room: Room, broadcasts: readonly Broadcast[]): Commit {
  const { docId, epoch, seq, file, unsaved } = room;
  return { docId, epoch, seq, fileRevision: file.revision, unsaved: unsaved.length > 0, broadcasts };
}
