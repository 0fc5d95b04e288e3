import type { LivePresence, PresenceChange } from "@loom/protocol";

/** Who takes part in which room, as this process knows it. */
export class MemberTable {
  readonly #rooms = new Map<string, Map<string, LivePresence>>();

  /** The rooms that someone is in. */
  get rooms(): IterableIterator<string> {
    return this.#rooms.keys();
  }

  /** Whether someone is in a room. */
  has(docId: string): boolean {
    return this.#rooms.has(docId);
  }

  /** One member; `undefined` when they are not there. */
  get(docId: string, clientId: string): LivePresence | undefined {
    return this.#rooms.get(docId)?.get(clientId);
  }

  /** The members of a room, in the order in which they joined. */
  list(docId: string): LivePresence[] {
    return [...this.#rooms.get(docId)?.values() ?? []].toSorted(byArrival);
  }

  /** Takes a member in, in the place of one of the same id. */
  set(docId: string, presence: LivePresence): void {
    const room = this.#rooms.get(docId) ?? new Map<string, LivePresence>();
    this.#rooms.set(docId, room.set(presence.clientId, presence));
  }

  /** Takes a member out; tells whether they were there. */
  delete(docId: string, clientId: string): boolean {
    const room = this.#rooms.get(docId);
    const wasThere = room?.delete(clientId) ?? false;
    if (room?.size === 0) this.#rooms.delete(docId);
    return wasThere;
  }

  /** Takes all out. */
  clear(): void {
    this.#rooms.clear();
  }
}

/** Orders records by when their owners joined. */
export function byArrival(one: LivePresence, other: LivePresence): number {
  if (one.joinedAt !== other.joinedAt) return one.joinedAt < other.joinedAt ? -1 : 1;
  return one.clientId < other.clientId ? -1 : 1;
}

/** A record after a change: what is given counts, `null` takes away, what is left out stays. */
export function movedPresence(presence: LivePresence, { cursor, selection }: PresenceChange): LivePresence {
  const moved = { ...presence };
  if (cursor !== undefined) moved.cursor = cursor;
  if (selection !== undefined) moved.selection = selection;
  if (moved.cursor === null) delete moved.cursor;
  if (moved.selection === null) delete moved.selection;
  return moved;
}
