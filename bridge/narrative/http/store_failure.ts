import type { LoomError } from "@loom/protocol";
import { NarrativeError } from "../narrative_error.ts";
import { StoreUnavailableError } from "../store/store_unavailable_error.ts";
import type { NarrativeDeps } from "./deps.ts";

/** Whether an error says that the store cannot be reached, or cannot be read; its sentence tells nothing of what is kept. */
export function isStoreFailure(error: unknown): error is LoomError {
  return error instanceof StoreUnavailableError ||
    error instanceof NarrativeError && error.code === "unreadable_store";
}

/** Counts and logs that the store did not do what it was asked for. */
export function storeFailure(error: unknown, { meters, log }: Pick<NarrativeDeps, "meters" | "log">): void {
  meters.storeFailures.add({});
  // The sentences of other errors may say what is in the store.
  const why = isStoreFailure(error) ? error.message : error instanceof Error ? error.name : "unknown";
  log({ level: "error", event: "store_failed", why });
}
