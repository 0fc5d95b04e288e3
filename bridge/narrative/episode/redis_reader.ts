import { openRedis } from "../store/redis/connection.ts";
import type { RedisReader } from "./redis_beats.ts";

/** A reader, and the way to end it. */
export interface OpenRedisReader extends RedisReader {
  /** Closes the connection. */
  close(): Promise<void>;
}

/**
 * Opens a Redis to read beats from, by whomever they were written.
 *
 * @throws {LoomError} when it cannot be reached, or the address is none
 */
export async function redisReader(url: string): Promise<OpenRedisReader> {
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
