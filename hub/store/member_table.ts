import type { LivePresence, PresenceChange } from "@loom/protocol";

/** The members of rooms in this process. */
export class MemberTable {
  readonly #rooms = new Map<string, Map<string, LivePresence>>();

  /** The rooms that have members. */
  get rooms(): IterableIterator<string> {
    return this.#rooms.keys();
  }

  /** True when a room has members. */
  has(docId: string): boolean {
    return this.#rooms.has(docId);
  }

  /** One member; `undefined` when it is not there. */
  get(docId: string, clientId: string): LivePresence | undefined {
    return this.#rooms.get(docId)?.get(clientId);
  }

  /** The members of a room, in the order in which they joined. */
  list(docId: string): LivePresence[] {
    return [...this.#rooms.get(docId)?.values() ?? []].toSorted(byArrival);
  }

  /** Adds a member, in the place of one of the same id. */
  set(docId: string, presence: LivePresence): void {
    const room = this.#rooms.get(docId) ?? new Map<string, LivePresence>();
    this.#rooms.set(docId, room.set(presence.clientId, presence));
  }

  /** Removes a member; returns true when it was there. */
  delete(docId: string, clientId: string): boolean {
    const room = this.#rooms.get(docId);
    const wasThere = room?.delete(clientId) ?? false;
    if (room?.size === 0) this.#rooms.delete(docId);
    return wasThere;
  }

  /** Removes all members. */
  clear(): void {
    this.#rooms.clear();
  }
}

/** Orders records by the time of joining. */
export function byArrival(one: LivePresence, other: LivePresence): number {
  if (one.joinedAt !== other.joinedAt) return one.joinedAt < other.joinedAt ? -1 : 1;
  return one.clientId < other.clientId ? -1 : 1;
}

/** A record after a change: `null` removes a member, what is left out stays. */
export function movedPresence(presence: LivePresence, { cursor, selection }: PresenceChange): LivePresence {
  const moved = { ...presence };
  if (cursor !== undefined) moved.cursor = cursor;
  if (selection !== undefined) moved.selection = selection;
  if (moved.cursor === null) delete moved.cursor;
  if (moved.selection === null) delete moved.selection;
  return moved;
}
