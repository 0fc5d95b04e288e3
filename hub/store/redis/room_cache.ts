import type { ReadRoom } from "./room_record.ts";

/** A room and the version of it that Redis held. */
export interface Versioned extends ReadRoom {
  readonly version: string;
}

/** About how many characters a change has that is kept. */
const CHANGE_LENGTH = 200;

/** Rooms that were read or stored before, so that one that did not change is not read again. The least recently used go first. */
export class RoomCache {
  readonly #rooms = new Map<string, Versioned>();
  readonly #most: number;
  #size = 0;

  /** @param most characters of all rooms together */
  constructor(most: number) {
    this.#most = most;
  }

  /** A room as it was last seen. */
  get(docId: string): Versioned | undefined {
    const found = this.#rooms.get(docId);
    if (found === undefined) return undefined;
    this.#rooms.delete(docId);
    this.#rooms.set(docId, found);
    return found;
  }

  /** Remembers a room. */
  set(docId: string, room: Versioned): void {
    this.delete(docId);
    this.#rooms.set(docId, room);
    this.#size += sizeOf(room);
    for (const oldest of this.#rooms.keys()) {
      if (this.#size <= this.#most || oldest === docId) break;
      this.delete(oldest);
    }
  }

  /** Forgets a room. */
  delete(docId: string): void {
    const found = this.#rooms.get(docId);
    if (found !== undefined) this.#size -= sizeOf(found);
    this.#rooms.delete(docId);
  }

  /** Forgets all. */
  clear(): void {
    this.#rooms.clear();
    this.#size = 0;
  }
}

function sizeOf({ room, lengths: { def = 0, file = 0 } }: Versioned): number {
  return def + file + CHANGE_LENGTH * (room.log.length + room.named.length + room.unsaved.length);
}
