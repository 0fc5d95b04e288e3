import { StoreUnavailableError } from "../store/store_unavailable_error.ts";
import type { NarrativeDeps } from "./deps.ts";

/** Counts and logs that the store did not do what it was asked for. */
export function storeFailure(error: unknown, { meters, log }: Pick<NarrativeDeps, "meters" | "log">): void {
  meters.storeFailures.add({});
  // The sentences of other errors may say what is in the store.
  const why = error instanceof StoreUnavailableError
    ? error.message
    : error instanceof Error
    ? error.name
    : "unknown";
  log({ level: "error", event: "store_failed", why });
}
