import { RedisConnection } from "@loom/bridge/server/redis";
import { createAdapter } from "@socket.io/redis-streams-adapter";
import type { Broadcast, Outcome } from "../room/outcome.ts";
import type { Room } from "../room/room.ts";
import { adapterClient, type AdapterRedis } from "./redis/adapter_client.ts";
import { Announcer } from "./redis/announcer.ts";
import { ChangeStream } from "./redis/change_stream.ts";
import { roomKeys, SOCKETS_KEY, STREAM_KEY } from "./redis/keys.ts";
import { newVersion, RedisMembers } from "./redis/redis_members.ts";
import { RoomCache, type Versioned } from "./redis/room_cache.ts";
import { readRoom, type RoomDelta, roomDelta } from "./redis/room_record.ts";
import { DROP_ROOM, READ_ROOM, STORE_ROOM } from "./redis/scripts.ts";
import {
  commitOf,
  type Members,
  newRoom,
  type RefusedAt,
  type RoomStore,
  type SocketAdapter,
  type StoreListener,
  StoreUnavailableError,
  unavailable,
  type Updated,
} from "./room_store.ts";

/** A store in Redis, and the adapter with which socket.io shares its rooms. */
export interface RedisStore {
  /** The rooms; what a hub is started with. */
  readonly store: RoomStore;
  /** The store's adapter, for a socket.io server that is made without a hub. */
  readonly adapter: SocketAdapter;
  /** Closes the store and its connections. */
  close(): Promise<void>;
}

/** Limits of what is kept in Redis. */
export const REDIS_LIMITS = {
  /** Lifetime of a room without members and with nothing unsaved, in ms. */
  cleanRoomMs: 120_000,
  /** Lifetime of a room without members and with unsaved changes, in ms: a week. */
  unsavedRoomMs: 7 * 24 * 3_600_000,
  /** Lifetime of members in a room that no process tends, in ms. */
  membersMs: 20_000,
  /** Changes in the stream that all processes read. */
  streamLength: 2_000,
  /** Characters of one change in the stream; of a larger one, the others read the room. */
  noteLength: 32_000,
  /** Messages of socket.io that wait for other processes. */
  socketMessages: 2_000,
  /** Characters of a document. */
  documentLength: 32 * 2 ** 20,
  /** Characters of all rooms that a process remembers. */
  cacheLength: 32 * 2 ** 20,
  /** The most tries of a change while others change the room. */
  tries: 100,
  /** The longest time that it is tried, in ms. */
  tryMs: 5_000,
} as const;

/** Times of the store, in ms. */
export interface RedisTimes {
  /** Time limit for the first connection: 10 s. */
  readonly connectMs: number;
  /** Time limit for an answer of Redis: 5 s. */
  readonly answerMs: number;
  /** Period of heartbeats: 3 s. */
  readonly beatMs: number;
  /** Time without a heartbeat after which a process counts as ended: 9 s. */
  readonly aliveMs: number;
}

const TIMES: RedisTimes = { connectMs: 10_000, answerMs: 5_000, beatMs: 3_000, aliveMs: 9_000 };

/**
 * Rooms in Redis, for several hub processes at once.
 *
 * Redis is one server, version 6.2 or newer, perhaps with replicas; no cluster. Whether it keeps its data when it restarts is up to
 * it: what is not in a file is as safe as Redis is.
 *
 * @param url as in `redis://:password@host:6379/0`, or `rediss:` for TLS
 * @param times what is to be otherwise
 * @throws {LoomError} `unavailable` when there is no Redis, `bad_url` when the address is none
 */
export async function connectRedis(url: string, times: Partial<RedisTimes> = {}): Promise<RedisStore> {
  const all = { ...TIMES, ...times };
  const connection = await RedisConnection.open(url, {
    ...all,
    unavailable: (cause) => new StoreUnavailableError({ cause }),
  });
  try {
    const store = await SharedStore.open(connection, all);
    return { store, adapter: store.adapter, close: () => store.close() };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

class SharedStore implements RoomStore {
  readonly adapter: SocketAdapter;
  readonly #connection: RedisConnection;
  readonly #adapterClients = new Set<AdapterRedis>();
  readonly #cache = new RoomCache(REDIS_LIMITS.cacheLength);
  readonly #announcer = new Announcer((docId) => this.read(docId));
  /** The end of the changes under way, for each room that has any. */
  readonly #queues = new Map<string, Promise<unknown>>();
  #parts: { readonly stream: ChangeStream; readonly members: RedisMembers } | undefined;

  private constructor(connection: RedisConnection) {
    this.#connection = connection;
    this.adapter = sharedAdapter(connection.client as AdapterRedis, this.#adapterClients);
  }

  static async open(connection: RedisConnection, times: RedisTimes): Promise<SharedStore> {
    const store = new SharedStore(connection);
    const announcer = store.#announcer;
    const stream = await ChangeStream.start(await connection.duplicate(), announcer);
    const { cleanRoomMs: roomMs, membersMs } = REDIS_LIMITS;
    const members = await RedisMembers.start(connection, announcer, { ...times, roomMs, membersMs });
    store.#parts = { stream, members };
    return store;
  }

  get members(): Members {
    return this.#open.members;
  }

  get isAvailable(): boolean {
    return this.#connection.isReady;
  }

  listen(listener: StoreListener): void {
    this.#announcer.listener = listener;
  }

  async update(docId: string, change: (room: Room) => Outcome): Promise<Updated> {
    const before = this.#queues.get(docId);
    const done = (before ?? Promise.resolve()).catch(() => {}).then(() => this.#change(docId, change));
    this.#queues.set(docId, done);
    try {
      return await done;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      this.#cache.delete(docId);
      return unavailable();
    } finally {
      if (this.#queues.get(docId) === done) this.#queues.delete(docId);
    }
  }

  async read(docId: string): Promise<Room | undefined> {
    return (await this.#latest(docId))?.room;
  }

  async drop(docId: string, evenUnsaved = false): Promise<boolean> {
    const { room, members } = await roomKeys(docId);
    try {
      const isGone =
        await this.#connection.run(DROP_ROOM, [...room, members], [evenUnsaved ? "1" : "0"]) === 1;
      if (isGone) this.#cache.delete(docId);
      return isGone;
    } catch (error) {
      if (error instanceof StoreUnavailableError) return false;
      throw error;
    }
  }

  async close(): Promise<void> {
    const { stream, members } = this.#open;
    await members.close();
    await stream.close();
    for (const client of this.#adapterClients) if (client.isOpen) client.destroy();
    this.#adapterClients.clear();
    await this.#connection.close();
    this.#cache.clear();
  }

  get #open(): { readonly stream: ChangeStream; readonly members: RedisMembers } {
    if (this.#parts === undefined) throw new StoreUnavailableError();
    return this.#parts;
  }

  /** Tries the change on the room as it was last seen; when that was not the newest, on the newest. */
  async #change(docId: string, change: (room: Room) => Outcome): Promise<Updated> {
    const until = Date.now() + REDIS_LIMITS.tryMs;
    let base = this.#cache.get(docId) ?? await this.#latest(docId);
    for (let tries = 0; tries < REDIS_LIMITS.tries && Date.now() < until; tries++) {
      const room = base?.room ?? newRoom(docId);
      const outcome = change(room);
      const step = nextOf(base, room, outcome);
      if (step.isTooLarge) return tooLarge(room);
      const stored = await this.#store(docId, base, step);
      if ("noteId" in stored) {
        if (stored.noteId !== "" && this.#open.members.table.has(docId)) {
          await this.#open.stream.passed(stored.noteId);
        }
        return outcome.ok ? outcome : { ...outcome, room };
      }
      base = stored.latest;
      await pause(tries);
    }
    return unavailable();
  }

  async #store(docId: string, base: Versioned | undefined, step: Step): Promise<Stored> {
    const { room } = await roomKeys(docId);
    const { delta, next, broadcasts } = step;
    if (base === undefined && delta === undefined) return { noteId: "" };
    const version = delta === undefined ? "" : newVersion(next.epoch);
    const note = broadcasts.length === 0 ? "" : JSON.stringify(commitOf(next, broadcasts));
    const args = [
      base?.version ?? "",
      version,
      String(next.unsaved.length > 0 ? REDIS_LIMITS.unsavedRoomMs : REDIS_LIMITS.cleanRoomMs),
      String(REDIS_LIMITS.streamLength),
      broadcasts.length === 0 ? "" : docId,
      next.epoch,
      String(next.seq),
      note.length > REDIS_LIMITS.noteLength ? "" : note,
      ...(delta === undefined ? [] : deltaArgs(delta)),
    ];
    const reply = await this.#connection.run(STORE_ROOM, [...room, STREAM_KEY], args) as readonly unknown[];
    if (reply[0] !== "stored") return { latest: this.#remember(docId, reply) };
    if (delta !== undefined) {
      this.#cache.set(docId, { version, room: next, lengths: { ...base?.lengths, ...delta.lengths } });
    }
    return { noteId: String(reply[1]) };
  }

  /** The newest room, read only if it is another than the one that is remembered. */
  async #latest(docId: string): Promise<Versioned | undefined> {
    const known = this.#cache.get(docId);
    const { room } = await roomKeys(docId);
    const reply = await this.#connection.run(READ_ROOM, room, [known?.version ?? ""]) as readonly unknown[];
    return reply[0] === "same" ? known : this.#remember(docId, reply);
  }

  #remember(docId: string, reply: readonly unknown[]): Versioned | undefined {
    if (reply[0] === "none") {
      this.#cache.delete(docId);
      return undefined;
    }
    const [version, head, def, file] = reply.slice(1, 5) as [string, string, string, string];
    const [log, named, unsaved] = reply.slice(5) as [string[], string[], string[]];
    const latest = { version, ...readRoom({ head, def, file, log, named, unsaved }) };
    this.#cache.set(docId, latest);
    return latest;
  }
}

/** The write of one change. */
interface Step {
  readonly next: Room;
  readonly broadcasts: readonly Broadcast[];
  /** `undefined` when the room stays as it is: then it is only compared, for what was decided on an old room does not count. */
  readonly delta: RoomDelta | undefined;
  readonly isTooLarge: boolean;
}

/** Stored, or another was faster. */
type Stored = { readonly noteId: string } | { readonly latest: Versioned | undefined };

function nextOf(base: Versioned | undefined, room: Room, outcome: Outcome): Step {
  const isNew = outcome.ok && (outcome.room !== base?.room || outcome.broadcasts.length > 0);
  if (!isNew) return { next: room, broadcasts: [], delta: undefined, isTooLarge: false };
  const delta = roomDelta(base?.room, outcome.room);
  const isTooLarge = delta.parts.some(([, text]) => text.length > REDIS_LIMITS.documentLength);
  return { next: outcome.room, broadcasts: outcome.broadcasts, delta, isTooLarge };
}

function deltaArgs({ parts, lists }: RoomDelta): string[] {
  return [
    String(parts.length),
    ...parts.flat(),
    ...lists.flatMap(({ gone, come }) => [String(gone), String(come.length), ...come]),
  ];
}

function tooLarge(room: Room): RefusedAt {
  return {
    ok: false,
    code: "too_large",
    message: "The document would become too large to be shared by several hubs: split it.",
    room,
  };
}

/** Those who change the same room at once do not meet again and again. */
async function pause(tries: number): Promise<void> {
  if (tries < 3) return;
  await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(tries, 20)));
}

/** socket.io's adapter, which connects when socket.io makes it. */
function sharedAdapter(client: AdapterRedis, opened: Set<AdapterRedis>): SocketAdapter {
  let make: ReturnType<typeof createAdapter> | undefined;
  // socket.io calls it with `new`, which an arrow function does not permit.
  return function (namespace: unknown) {
    make ??= createAdapter(adapterClient(client, opened), {
      streamName: SOCKETS_KEY,
      channelPrefix: SOCKETS_KEY,
      maxLen: REDIS_LIMITS.socketMessages,
      blockTimeInMs: 1_000,
      onlyPlaintext: true,
    });
    return make(namespace);
  };
}
