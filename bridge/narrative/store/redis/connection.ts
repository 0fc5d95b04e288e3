import { LoomError } from "@loom/protocol";
import { RedisConnection } from "../../../server/redis.ts";
import { NarrativeError, StoreUnavailableError } from "../../narrative_error.ts";

const TIMES = { connectMs: 2_000, answerMs: 2_000 };

/**
 * Connects to the Redis of a store.
 *
 * @throws {StoreUnavailableError} when Redis does not answer
 * @throws {NarrativeError} `bad_store` when the address does not parse
 */
export async function openRedis(url: string): Promise<RedisConnection> {
  const unavailable = (cause: unknown) => new StoreUnavailableError(undefined, { cause });
  try {
    return await RedisConnection.open(url, { ...TIMES, unavailable });
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    if (error.code === "bad_url") throw new NarrativeError("bad_store", error.message);
    throw new StoreUnavailableError(error.message, { cause: error.cause });
  }
}
