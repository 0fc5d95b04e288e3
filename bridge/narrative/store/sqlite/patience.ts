import { STORE_TIMEOUT_MS, StoreUnavailableError } from "../../narrative_error.ts";

/** Time that SQLite itself waits for a lock, in ms. It blocks the process. */
export const BLOCKING_MS = 10;
/** Longest pause between two attempts, in ms; random pauses spread the waiting processes. */
const LONGEST_PAUSE_MS = 8;

/** Message of SQLite for a held lock; not all of its errors have an error number. */
const BUSY = /^database (?:table )?is locked/;
const NO_DATABASE = /^file is not a database/;

/**
 * Runs work as soon as the database is not locked.
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

/** Translates an error of SQLite to the error of a store; returns any other as it is. */
export function asUnavailable(error: unknown): unknown {
  return isDatabaseError(error) ? new StoreUnavailableError(undefined, { cause: error }) : error;
}

/** Returns `true` if an error or its cause means that the file is no SQLite database. */
export function isNoDatabase(error: unknown): boolean {
  if (error instanceof StoreUnavailableError) return isNoDatabase(error.cause);
  return isDatabaseError(error) && NO_DATABASE.test(error.message);
}

function isDatabaseError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

/** Returns `true` for an error about a held lock. */
export function isBusy(error: unknown): boolean {
  return isDatabaseError(error) && BUSY.test(error.message);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
