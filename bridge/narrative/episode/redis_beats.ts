import { parseJsonText } from "@loom/protocol";

/** The most beats that are taken from Redis: the newest. */
export const MOST_REDIS_BEATS = 50;

/** Number of days to search where beats are listed by day. */
const DAYS = 7;

/** Redis commands that reading needs; a client of `@redis/client` has them. */
export interface RedisReader {
  /** The last members of a sorted set by score, the highest first. */
  newest(key: string, count: number): Promise<string[]>;
  /** The last elements of a list, in the order of the list. */
  last(key: string, count: number): Promise<string[]>;
  /** A string; `null` when there is none, or the key holds another type. */
  text(key: string): Promise<string | null>;
  /** A hash; empty when there is none, or the key holds another type. */
  hash(key: string): Promise<Record<string, string>>;
}

/**
 * The newest beats of a story as they are in Redis, by whomever they were written: by a timeline, else by the list of
 * the story, else by the lists of the last days. What a list holds may be ids, or beats as JSON; a beat may be a text or a hash.
 *
 * @returns values for `beatsOf`, at most 50
 */
export async function redisBeats(redis: RedisReader, story: string, now: Date): Promise<unknown[]> {
  const entries = await entriesOf(redis, story, now);
  const beats = await Promise.all(entries.map((entry) => beatOf(redis, entry)));
  return beats.filter((beat) => beat !== undefined);
}

async function entriesOf(redis: RedisReader, story: string, now: Date): Promise<string[]> {
  const timeline = await redis.newest(`ncp:timeline:${story}`, MOST_REDIS_BEATS);
  if (timeline.length > 0) return timeline.reverse();
  const list = await redis.last(`ncp:beats:${story}`, MOST_REDIS_BEATS);
  if (list.length > 0) return list;
  const days: string[] = [];
  for (let ago = 0; ago < DAYS && days.length < MOST_REDIS_BEATS; ago++) {
    const day = new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    days.unshift(...await redis.last(`ncp:beats:${day}`, MOST_REDIS_BEATS - days.length));
  }
  return days;
}

async function beatOf(redis: RedisReader, entry: string): Promise<unknown> {
  if (entry.startsWith("{")) return jsonOf(entry);
  const key = `ncp:beat:${entry}`;
  const text = await redis.text(key);
  if (text !== null) return jsonOf(text);
  const hash = await redis.hash(key);
  return Object.keys(hash).length === 0 ? undefined : ofHash(hash);
}

/** A hash has texts only: numbers and objects are read out of them. */
function ofHash(hash: Record<string, string>): Record<string, unknown> {
  const numbers = ["act", "coherence"];
  return Object.fromEntries(
    Object.entries(hash).map(([name, text]) => {
      if (numbers.includes(name)) return [name, Number(text)];
      return [name, name === "perspectives" ? jsonOf(text) : text];
    }),
  );
}

function jsonOf(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
}

/** A reader with its connection. */
export interface OpenRedisReader extends RedisReader {
  /** Closes the connection. */
  close(): Promise<void>;
}

/**
 * Opens a Redis to read beats from, written by any program. The Redis client is loaded on the first call.
 *
 * @throws {LoomError} when it cannot be reached, or the address is none
 */
export async function openRedisReader(url: string): Promise<OpenRedisReader> {
  const { openRedis } = await import("../store/redis/connection.ts");
  const connection = await openRedis(url);
  const texts = (reply: unknown): string[] => Array.isArray(reply) ? reply.map(String) : [];
  /** The answer to a command for one type of value; `undefined` where the key holds another. */
  const read = async (type: string, key: string, ...command: [string, ...string[]]): Promise<unknown> => {
    const [name, ...args] = command;
    if (await connection.command(["TYPE", key]) !== type) return undefined;
    return await connection.command([name, key, ...args]);
  };
  return {
    newest: async (key, count) => texts(await read("zset", key, "ZREVRANGE", "0", String(count - 1))),
    last: async (key, count) => texts(await read("list", key, "LRANGE", String(-count), "-1")),
    text: async (key) => {
      const text = await read("string", key, "GET");
      return typeof text === "string" ? text : null;
    },
    hash: async (key) => {
      const flat = texts(await read("hash", key, "HGETALL"));
      return Object.fromEntries(
        Array.from({ length: flat.length / 2 }, (_, row) => [flat[2 * row] ?? "", flat[2 * row + 1] ?? ""]),
      );
    },
    close: () => connection.close(),
  };
}
