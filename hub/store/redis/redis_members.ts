import type { LivePresence, PresenceChange } from "@loom/protocol";
import { byArrival, MemberTable, movedPresence } from "../member_table.ts";
import { type Members, type MembersChange, StoreUnavailableError } from "../room_store.ts";
import type { RedisConnection } from "@loom/bridge/server/redis";
import { PROCESSES_KEY, roomKeys } from "./keys.ts";
import { BEAT, JOIN, TEND } from "./scripts.ts";

/** The number of rooms that are tended at once. */
const AT_ONCE = 50;

/** The number of a room's latest change. */
export interface RoomPosition {
  readonly epoch: string;
  readonly seq: number;
}

/** Events in the rooms of this process. */
export interface MembersListener {
  /** The first member of this process has joined; `at` is the position of the room, if there was one. */
  opened(docId: string, at: RoomPosition | undefined): void;
  /** The last member of this process has left. */
  closed(docId: string): void;
  /** The position of the room, from time to time; `undefined` when there is none. */
  seen(docId: string, at: RoomPosition | undefined): void;
  /** Members have joined or left without a message. */
  changed(docId: string, change: MembersChange): void;
}

/** Periods and lifetimes, in ms. */
export interface Lifetimes {
  /** Period of heartbeats, with which a process also tends its rooms. */
  readonly beatMs: number;
  /** Time without a heartbeat after which a process counts as ended. */
  readonly aliveMs: number;
  /** Lifetime of members in a room that no process tends. */
  readonly membersMs: number;
  /** The least lifetime of a room that a process tends. */
  readonly roomMs: number;
}

/**
 * Members in Redis: for each room a hash of records, each under the process of its client. Every process sends heartbeats; the others
 * remove the members of a process that stops.
 */
export class RedisMembers implements Members {
  /** The members that are connected to this process. */
  readonly table = new MemberTable();
  readonly #connection: RedisConnection;
  readonly #listener: MembersListener;
  readonly #lifetimes: Lifetimes;
  readonly #process = crypto.randomUUID();
  /** Members to remove once Redis answers again. */
  readonly #leaving = new Map<string, Set<string>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: Promise<void> = Promise.resolve();
  /** True when Redis did not answer the last time. */
  #wasAway = false;
  #isClosed = false;

  private constructor(connection: RedisConnection, listener: MembersListener, lifetimes: Lifetimes) {
    this.#connection = connection;
    this.#listener = listener;
    this.#lifetimes = lifetimes;
  }

  /** Starts the heartbeats of this process. */
  static async start(
    connection: RedisConnection,
    listener: MembersListener,
    lifetimes: Lifetimes,
  ): Promise<RedisMembers> {
    const members = new RedisMembers(connection, listener, lifetimes);
    await members.#beatNow();
    members.#again();
    return members;
  }

  async join(docId: string, presence: LivePresence): Promise<void> {
    const isFirst = !this.table.has(docId);
    this.#leaving.get(docId)?.delete(presence.clientId);
    this.table.set(docId, presence);
    if (isFirst) this.#listener.opened(docId, undefined);
    try {
      const at = await this.#write(docId, presence);
      if (isFirst && this.table.has(docId)) this.#listener.opened(docId, at);
    } catch (error) {
      this.#forget(docId, presence.clientId);
      throw error;
    }
  }

  async leave(docId: string, clientId: string): Promise<boolean> {
    const wasThere = this.#forget(docId, clientId);
    if (wasThere) await this.#remove(docId, clientId);
    return wasThere;
  }

  async update(docId: string, change: PresenceChange): Promise<LivePresence | undefined> {
    const before = this.table.get(docId, change.clientId);
    if (before === undefined) return undefined;
    const moved = movedPresence(before, change);
    this.table.set(docId, moved);
    await this.#write(docId, moved);
    // A client that left meanwhile must not stay behind.
    if (this.table.get(docId, change.clientId) === undefined) await this.#remove(docId, change.clientId);
    return moved;
  }

  async list(docId: string): Promise<LivePresence[]> {
    const { members } = await roomKeys(docId);
    const texts = await this.#connection.command(["HVALS", members]) as string[];
    return texts.map((text) => JSON.parse(text) as LivePresence).toSorted(byArrival);
  }

  /** Sends a heartbeat and tends all rooms. */
  async tend(): Promise<void> {
    await this.#beatNow();
    // The other processes could not send heartbeats either: they get the time to.
    if (this.#wasAway) return void (this.#wasAway = false);
    for (const [docId, clients] of this.#leaving) {
      for (const clientId of clients) await this.#remove(docId, clientId);
    }
    const rooms = [...this.table.rooms];
    for (let at = 0; at < rooms.length; at += AT_ONCE) {
      await Promise.all(rooms.slice(at, at + AT_ONCE).map((docId) => this.#tendRoom(docId)));
    }
  }

  /** Removes all members of this process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#beat;
    try {
      for (const docId of [...this.table.rooms]) {
        const fields = this.table.list(docId).map(({ clientId }) => this.#field(clientId));
        await this.#connection.command(["HDEL", (await roomKeys(docId)).members, ...fields]);
      }
      await this.#connection.command(["ZREM", PROCESSES_KEY, this.#process]);
    } catch (error) {
      // The other processes notice the missing heartbeats.
      if (!(error instanceof StoreUnavailableError)) throw error;
    }
    this.table.clear();
  }

  #again(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#beat = this.tend().catch(() => {
        this.#wasAway = true;
      }).finally(() => this.#again());
    }, this.#lifetimes.beatMs);
  }

  async #beatNow(): Promise<void> {
    await this.#connection.run(BEAT, [PROCESSES_KEY], [this.#process, String(this.#lifetimes.aliveMs)]);
  }

  async #write(docId: string, presence: LivePresence): Promise<RoomPosition | undefined> {
    const keys = await roomKeys(docId);
    const args = [
      this.#field(presence.clientId),
      JSON.stringify(presence),
      String(this.#lifetimes.membersMs),
    ];
    return positionIn(await this.#connection.run(JOIN, [keys.members, keys.room[0]], args));
  }

  async #remove(docId: string, clientId: string): Promise<void> {
    const leaving = this.#leaving.get(docId) ?? new Set();
    this.#leaving.set(docId, leaving.add(clientId));
    await this.#connection.command(["HDEL", (await roomKeys(docId)).members, this.#field(clientId)]);
    leaving.delete(clientId);
    if (leaving.size === 0) this.#leaving.delete(docId);
  }

  #forget(docId: string, clientId: string): boolean {
    const wasThere = this.table.delete(docId, clientId);
    if (wasThere && !this.table.has(docId)) this.#listener.closed(docId);
    return wasThere;
  }

  async #tendRoom(docId: string): Promise<void> {
    const keys = await roomKeys(docId);
    const own = this.table.list(docId).map(({ clientId }) => this.#field(clientId));
    const reply = await this.#connection.run(
      TEND,
      [...keys.room, keys.members, PROCESSES_KEY],
      [String(this.#lifetimes.membersMs), String(this.#lifetimes.roomMs), ...own],
    );
    const [missing, gone, ...at] = reply as [string[], string[], string, string];
    const joined = missing.map((field) => this.table.get(docId, clientOf(field))).filter((member) =>
      member !== undefined
    );
    for (const presence of joined) await this.#write(docId, presence);
    if (joined.length > 0 || gone.length > 0) {
      this.#listener.changed(docId, { joined, left: gone.map(clientOf) });
    }
    if (this.table.has(docId)) this.#listener.seen(docId, positionIn(at));
  }

  #field(clientId: string): string {
    return `${this.#process}/${clientId}`;
  }
}

function clientOf(field: string): string {
  return field.slice(field.indexOf("/") + 1);
}

/** A version is the epoch and a name of its own. */
function positionIn(reply: unknown): RoomPosition | undefined {
  const [version, seq] = reply as [string | null, string | null];
  return version ? { epoch: epochOf(version), seq: Number(seq) } : undefined;
}

/** The epoch in a version. */
export function epochOf(version: string): string {
  return version.slice(0, version.lastIndexOf("/"));
}

/** A new version of a room. */
export function newVersion(epoch: string): string {
  return `${epoch}/${crypto.randomUUID()}`;
}
