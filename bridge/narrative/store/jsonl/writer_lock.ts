import { settlesWithin } from "../../../document/lock/turn.ts";
import { StoreUnavailableError } from "../store_unavailable_error.ts";

/** `tryLock` came after the oldest Deno that is supported. */
type LockFile = Deno.FsFile & { tryLock?: (exclusive?: boolean) => Promise<boolean> };

const PATIENCE_MS = 500;

/**
 * Makes this process the one that writes. The lock is the operating system's and ends with its holder.
 *
 * @returns the lock, which lasts until it is closed
 * @throws {StoreUnavailableError} when another process holds it
 */
export async function lockWriting(path: string): Promise<Disposable> {
  const file: LockFile = await Deno.open(path, { read: true, write: true, create: true });
  if (await locks(file)) return file;
  throw new StoreUnavailableError(
    "Another process writes this beat store, and one of JSON lines has one writer: use sqlite: to share it.",
  );
}

async function locks(file: LockFile): Promise<boolean> {
  if (file.tryLock) {
    const isMine = await file.tryLock(true);
    if (!isMine) file.close();
    return isMine;
  }
  const waiting = file.lock(true);
  if (await settlesWithin(waiting, PATIENCE_MS)) return true;
  // The wait cannot be called off; when it ends, so does the lock.
  waiting.then(() => file.close());
  return false;
}
