import { STORE_TIMEOUT_MS, StoreUnavailableError } from "../../narrative_error.ts";

/** How long SQLite itself waits for a lock, in ms: nothing else happens in this process meanwhile. */
export const BLOCKING_MS = 10;
/** The longest pause between two tries, in ms; chance spreads those who wait. */
const LONGEST_PAUSE_MS = 8;

/** What SQLite says when another has the lock; not every one of its errors comes with its number. */
const BUSY = /^database (?:table )?is locked/;
const NO_DATABASE = /^file is not a database/;

/**
 * Does something as soon as the database is free.
 *
 * @param work is called again after it failed for want of a lock, so it must leave nothing behind then
 * @throws {StoreUnavailableError} when the database stays locked, or fails
 */
export async function whenFree<Result>(
  work: () => Result,
  timeoutMs: number = STORE_TIMEOUT_MS,
): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw asUnavailable(error);
    }
    await pause(1 + Math.random() * (LONGEST_PAUSE_MS - 1));
  }
}

/** What SQLite throws, as those who use a store know it; anything else as it is. */
export function asUnavailable(error: unknown): unknown {
  return isDatabaseError(error) ? new StoreUnavailableError(undefined, { cause: error }) : error;
}

/** Whether an error, or what caused it, says that the file is none of SQLite's. */
export function isNoDatabase(error: unknown): boolean {
  if (error instanceof StoreUnavailableError) return isNoDatabase(error.cause);
  return isDatabaseError(error) && NO_DATABASE.test(error.message);
}

function isDatabaseError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

/** Whether another has the lock. */
export function isBusy(error: unknown): boolean {
  return isDatabaseError(error) && BUSY.test(error.message);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
