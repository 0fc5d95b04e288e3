import { DocumentError } from "../disk/document_error.ts";
import { FileMovedError } from "../disk/replace_file.ts";
import { resolveDocumentPath, type ResolvePathOptions } from "../disk/resolve_path.ts";
import { LOCK_TIMEOUT, withDocumentLock } from "./document_lock.ts";

/** The most attempts when programs that ignore the lock write the file meanwhile. */
const MOST_TRIES = 20;

/** Options of work on the file that a path leads to. */
export interface TargetOptions extends ResolvePathOptions {
  /** Does everything except writing. Default: `false`. */
  dryRun?: boolean;
  /** Longest wait for other writers, in milliseconds. Default: 5000. */
  lockTimeout?: number;
}

/**
 * Does work under the lock of the file that the path leads to. If the symlink's target changes meanwhile, resolves it again.
 * A dry run needs no lock: a read always gives one whole version.
 */
export async function withTarget<Result>(
  path: string,
  options: TargetOptions,
  work: (realPath: string, exists: boolean) => Promise<Result>,
): Promise<Result> {
  const { realPath, exists } = await resolveDocumentPath(path, options);
  if (options.dryRun) return await work(realPath, exists);
  const retargeted = Symbol();
  const result = await withDocumentLock(
    realPath,
    path,
    options.lockTimeout ?? LOCK_TIMEOUT,
    () =>
      onNewest(path, async () => {
        const now = await resolveDocumentPath(path, options);
        return now.realPath === realPath ? await work(realPath, now.exists) : retargeted;
      }),
  );
  return result === retargeted ? await withTarget(path, options, work) : result as Result;
}

/** Repeats work as long as programs that ignore the lock write the file meanwhile. */
async function onNewest<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FileMovedError)) throw error;
    }
  }
  throw new DocumentError(
    "stale_revision",
    `"${path}" is written by another program again and again: nothing was written over it, so wait until that program is done.`,
    path,
  );
}
