import type { LivePresence, PresenceChange } from "@loom/protocol";
import type { Outcome } from "../room/outcome.ts";
import type { Room } from "../room/room.ts";
import { MemberTable, movedPresence } from "./member_table.ts";
import {
  commitOf,
  type Members,
  newRoom,
  notify,
  type RoomStore,
  type StoreListener,
  type Updated,
} from "./room_store.ts";

/** Rooms in the memory of this process. */
export function createMemoryStore(): RoomStore {
  return new MemoryStore();
}

class MemoryStore implements RoomStore {
  readonly members: Members;
  readonly isAvailable = true;
  readonly #rooms = new Map<string, Room>();
  readonly #table = new MemberTable();
  #listener: StoreListener | undefined;

  constructor() {
    this.members = new MemoryMembers(this.#table);
  }

  listen(listener: StoreListener): void {
    this.#listener = listener;
  }

  // deno-lint-ignore require-await -- what the change throws rejects, as it does in other stores
  async update(docId: string, change: (room: Room) => Outcome): Promise<Updated> {
    const before = this.#rooms.get(docId) ?? newRoom(docId);
    const outcome = change(before);
    if (!outcome.ok) return { ...outcome, room: before };
    this.#rooms.set(docId, outcome.room);
    if (outcome.broadcasts.length > 0 && this.#table.has(docId)) {
      notify(this.#listener, (listener) => listener.committed(commitOf(outcome.room, outcome.broadcasts)));
    }
    return outcome;
  }

  read(docId: string): Promise<Room | undefined> {
    return Promise.resolve(this.#rooms.get(docId));
  }

  drop(docId: string, evenUnsaved = false): Promise<boolean> {
    const isUnsaved = (this.#rooms.get(docId)?.unsaved.length ?? 0) > 0;
    const goes = !this.#table.has(docId) && (evenUnsaved || !isUnsaved);
    if (goes) this.#rooms.delete(docId);
    return Promise.resolve(goes || !this.#rooms.has(docId));
  }

  close(): Promise<void> {
    this.#rooms.clear();
    this.#table.clear();
    return Promise.resolve();
  }
}

class MemoryMembers implements Members {
  readonly #table: MemberTable;

  constructor(table: MemberTable) {
    this.#table = table;
  }

  join(docId: string, presence: LivePresence): Promise<void> {
    this.#table.set(docId, presence);
    return Promise.resolve();
  }

  leave(docId: string, clientId: string): Promise<boolean> {
    return Promise.resolve(this.#table.delete(docId, clientId));
  }

  update(docId: string, change: PresenceChange): Promise<LivePresence | undefined> {
    const before = this.#table.get(docId, change.clientId);
    if (before === undefined) return Promise.resolve(undefined);
    const moved = movedPresence(before, change);
    this.#table.set(docId, moved);
    return Promise.resolve(moved);
  }

  list(docId: string): Promise<LivePresence[]> {
    return Promise.resolve(this.#table.list(docId));
  }
}
