import { NarrativeError } from "../narrative_error.ts";
import type { BeatStore } from "./beat_store.ts";
import { jsonlStore } from "./jsonl_store.ts";
import { IN_MEMORY, isMissing, memoryStore, sqliteStore } from "./sqlite_store.ts";

/** The store where nothing else is set. */
export const DEFAULT_STORE = "sqlite:.loom/narrative.db";

/** Options of {@linkcode openStore}. */
export interface OpenStoreOptions {
  /** The clock, in milliseconds. */
  readonly now?: () => number;
  /** Creates no file: a store that has none yet is opened in memory. */
  readonly isLook?: boolean;
  /** Takes a sentence for people about an import of JSON lines. */
  readonly notify?: (sentence: string) => void;
}

/**
 * Opens the store of an address. The Redis client is loaded only when the address asks for it.
 *
 * @param address `sqlite:<path>` (with `?synchronous=full` so that a power cut loses nothing), `redis://...`, `rediss://...`,
 * `jsonl:<folder>` (a SQLite file in a folder, after one import of the JSON lines there) or `memory:`
 * @throws {NarrativeError} `bad_store` when no store has such an address, `unreadable_store` when there is something else
 * @throws {StoreUnavailableError} when the store cannot be reached
 *
 * @example
 * ```ts
 * import { openStore } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * const store = await openStore("memory:");
 * assertEquals(store.kind, "memory");
 * await store.close();
 * ```
 */
export async function openStore(
  address: string,
  { now = Date.now, isLook = false, notify = console.warn }: OpenStoreOptions = {},
): Promise<BeatStore> {
  const [, scheme = "", rest = ""] = /^([a-z]+):(.*)$/s.exec(address) ?? [];
  switch (scheme) {
    case "sqlite": {
      const { path, synchronous } = sqlitePlace(rest);
      const isInMemory = isLook && await isMissing(path);
      return await sqliteStore(isInMemory ? IN_MEMORY : path, { now, synchronous });
    }
    case "redis":
    case "rediss": {
      const { redisStore } = await import("./redis_store.ts");
      return await redisStore(address, now);
    }
    case "jsonl":
      if (rest === "") throw badStore();
      return await jsonlStore(rest, { now, isLook, notify });
    case "memory":
      if (rest !== "") throw badStore();
      return memoryStore(now);
    default:
      throw badStore();
  }
}

function sqlitePlace(rest: string): { path: string; synchronous: "normal" | "full" } {
  const [, path = "", setting = "normal"] = /^(.*?)(?:\?synchronous=(.*))?$/s.exec(rest) ?? [];
  if (path === "" || (setting !== "normal" && setting !== "full")) throw badStore();
  return { path, synchronous: setting };
}

/** The address is not repeated: it may hold a password. */
function badStore(): NarrativeError {
  return new NarrativeError(
    "bad_store",
    "The address of the beat store is none: give sqlite:<path>, redis://<host>, rediss://<host>, jsonl:<folder> or memory:.",
  );
}
