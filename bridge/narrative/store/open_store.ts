import { NarrativeError } from "../narrative_error.ts";
import type { BeatStore } from "./beat_store.ts";
import { memoryStore } from "./memory_store.ts";

/** The store where nothing else is set. */
export const DEFAULT_STORE = "sqlite:.loom/narrative.db";

/** How a store is opened. */
export interface OpenStoreOptions {
  /** The clock, in milliseconds. */
  readonly now?: () => number;
  /** Whether it is only looked at: where there are no files of it yet, none are made, and it is empty. */
  readonly isLook?: boolean;
}

/**
 * Opens the store of an address. What a store needs is loaded only when the address asks for it.
 *
 * @param address `sqlite:<path>` (with `?synchronous=full` so that a power cut loses nothing), `redis://...`, `rediss://...`,
 * `jsonl:<folder>` or `memory:`
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
  { now = Date.now, isLook = false }: OpenStoreOptions = {},
): Promise<BeatStore> {
  const [, scheme = "", rest = ""] = /^([a-z]+):(.*)$/s.exec(address) ?? [];
  switch (scheme) {
    case "sqlite": {
      const { path, synchronous } = sqlitePlace(rest);
      if (isLook && await isNowhere(path)) return memoryStore(now);
      const { sqliteStore } = await import("./sqlite_store.ts");
      return await sqliteStore(path, { now, synchronous });
    }
    case "redis":
    case "rediss": {
      const { redisStore } = await import("./redis_store.ts");
      return await redisStore(address, now);
    }
    case "jsonl": {
      if (rest === "") throw badStore();
      if (isLook && await isNowhere(rest)) return memoryStore(now);
      const { jsonlStore } = await import("./jsonl_store.ts");
      return await jsonlStore(rest, now);
    }
    case "memory":
      if (rest !== "") throw badStore();
      return memoryStore(now);
    default:
      throw badStore();
  }
}

/** Whether nothing is at a path; what cannot be told is told by opening it. */
async function isNowhere(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => false, (error) => error instanceof Deno.errors.NotFound);
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
