import { DocumentError } from "../disk/document_error.ts";
import { fileError } from "../disk/file_error.ts";
import { sidecarPath } from "../disk/sidecar.ts";
import { settlesWithin, takeTurn } from "./turn.ts";

/** Longest wait for a document's lock, in milliseconds. */
export const LOCK_TIMEOUT = 5000;
/** Between two tries, at most, in milliseconds; chance spreads those who wait. */
const LONGEST_PAUSE = 8;

/** A lock file handle; `tryLock` came after the oldest Deno that is supported. */
type LockFile = Deno.FsFile & { tryLock?: (exclusive?: boolean) => Promise<boolean> };

/**
 * Does something while no other writer, here or in another process, holds the document's lock.
 *
 * The lock is the operating system's, on a hidden file beside the document, so that it ends with its holder. The
 * holder removes that file when it is done; one that a killed process leaves is unlocked and is used again.
 *
 * @param realPath The document, symbolic links resolved: all names of a file share one lock.
 * @param path The path as it was asked for, for the error's sentence.
 * @param timeout How long to wait, in milliseconds.
 * @throws {DocumentError} `locked` when the lock did not come free in time, `not_writable` when the folder
 * takes no lock file.
 */
export async function withDocumentLock<Result>(
  realPath: string,
  path: string,
  timeout: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + timeout;
  const endTurn = await takeTurn(realPath, timeout);
  if (!endTurn) throw locked(path, timeout);
  try {
    const release = await lockFile(sidecarPath(realPath, "lock"), path, deadline, timeout);
    try {
      return await work();
    } finally {
      await release();
    }
  } finally {
    endTurn();
  }
}

function locked(path: string, timeout: number): DocumentError {
  return new DocumentError(
    "locked",
    `Another program has been writing "${path}" for ${timeout / 1000} s: try again when it is done.`,
    path,
  );
}

async function lockFile(
  lockPath: string,
  path: string,
  deadline: number,
  timeout: number,
): Promise<() => Promise<void>> {
  while (true) {
    const file = await openLockFile(lockPath, path);
    if (!file) continue;
    if (!(await lockedBefore(file, deadline))) throw locked(path, timeout);
    const named = await isNamed(file, lockPath);
    if (named !== "other") {
      return async () => {
        if (named === "same") await Deno.remove(lockPath).catch(() => {});
        file.close();
      };
    }
    // The holder before removed the file between our open and our lock: newcomers would lock a new one.
    file.close();
  }
}

/**
 * Opens the lock file without ever making a file at the end of a planted link: it is made exclusively, and an
 * existing one is only opened. `undefined` when it went away between the two.
 */
async function openLockFile(lockPath: string, path: string): Promise<LockFile | undefined> {
  try {
    return await Deno.open(lockPath, { read: true, write: true, createNew: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw fileError(error, path, "write");
  }
  try {
    const info = await Deno.lstat(lockPath);
    if (!info.isFile) throw notALockFile(lockPath, path);
    // Reading is enough to lock, and another user's lock file may permit no more.
    return await Deno.open(lockPath, { read: true });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw fileError(error, path, "write");
  }
}

function notALockFile(lockPath: string, path: string): DocumentError {
  return new DocumentError(
    "not_writable",
    `"${path}" cannot be locked since "${lockPath}" is not a plain file: remove it.`,
    path,
  );
}

async function lockedBefore(file: LockFile, deadline: number): Promise<boolean> {
  if (!file.tryLock) return await lockedByWaiting(file, deadline);
  while (!(await file.tryLock(true))) {
    if (performance.now() >= deadline) {
      file.close();
      return false;
    }
    await pause(1 + Math.random() * (LONGEST_PAUSE - 1));
  }
  return true;
}

/** A wait that cannot be called off: given up, it still ends by closing the file, which frees the lock. */
async function lockedByWaiting(file: LockFile, deadline: number): Promise<boolean> {
  const waiting = file.lock(true);
  if (await settlesWithin(waiting, deadline - performance.now())) return true;
  waiting.then(() => file.close());
  return false;
}

/** True when that name still stands for that file; `unknown` where files have no number to tell by. */
async function isNamed(file: LockFile, lockPath: string): Promise<"same" | "other" | "unknown"> {
  const mine = await file.stat();
  if (mine.ino === null) return "unknown";
  try {
    const named = await Deno.lstat(lockPath);
    return named.ino === mine.ino && named.dev === mine.dev ? "same" : "other";
  } catch {
    return "other";
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
