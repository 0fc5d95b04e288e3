import { dirname } from "@std/path";
import { fileError } from "./file_error.ts";
import { DocumentError } from "./document_error.ts";
import { sidecarPath } from "./sidecar.ts";

/** New documents get what the process's umask leaves of it. */
const NEW_FILE_MODE = 0o666;
const PRIVATE_MODE = 0o600;
const ANY_WRITE_BIT = 0o222;

/**
 * Puts new bytes in a file's place so that a crash at any moment leaves the old file or the new one.
 *
 * The bytes go to a temporary file beside the target, reach the disk, and take the target's name in one step.
 * Mode and, where permitted, owner stay. The caller holds the document's lock: so the temporary name can be
 * one fixed name, and what a killed writer left under it can be removed.
 *
 * @param realPath The file, symbolic links resolved.
 * @param path The path as it was asked for, for the error's sentence.
 * @param isAsRead Looks, just before the new bytes take the name, whether the file is still what they were made from: programs that
 * know no lock may have written it meanwhile.
 * @throws {DocumentError} `not_writable` or `write_failed`; the file is then as it was.
 * @throws {FileMovedError} when it is not as it was read
 */
export async function replaceFile(
  realPath: string,
  bytes: Uint8Array,
  path: string,
  isAsRead: () => boolean = () => true,
): Promise<void> {
  const temporary = sidecarPath(realPath, "tmp");
  try {
    const old = await writableFile(realPath, path);
    await writeNew(temporary, bytes, old);
    // Nothing of this program comes between the look and the rename, and of others hardly anything can.
    if (!isAsRead()) throw new FileMovedError();
    Deno.renameSync(temporary, realPath);
    await syncFolder(dirname(realPath));
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw error instanceof FileMovedError ? error : fileError(error, path, "write");
  }
}

/** Another program has written a file between reading and replacing it; nothing was written over. */
export class FileMovedError extends Error {
  /** Makes the error. */
  constructor() {
    super("Another program has written the file meanwhile.");
    this.name = "FileMovedError";
  }
}

/** The present file, if there is one and it does not forbid to be written. */
async function writableFile(realPath: string, path: string): Promise<Deno.FileInfo | undefined> {
  let info: Deno.FileInfo;
  try {
    info = await Deno.lstat(realPath);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  if (!info.isFile) {
    throw new DocumentError("not_a_file", `"${path}" is not a plain file: name another one.`, path);
  }
  // Replacing by rename asks only the folder; a file that its owner closed must stay closed.
  if (info.mode !== null && (info.mode & ANY_WRITE_BIT) === 0) {
    throw new DocumentError("not_writable", `"${path}" is read-only: make it writable first.`, path);
  }
  (await Deno.open(realPath, { write: true })).close();
  return info;
}

async function writeNew(temporary: string, bytes: Uint8Array, old: Deno.FileInfo | undefined): Promise<void> {
  using file = await openNew(temporary, old ? PRIVATE_MODE : NEW_FILE_MODE);
  for (let written = 0; written < bytes.length;) written += await file.write(bytes.subarray(written));
  if (old) await copyOwnerAndMode(temporary, old);
  await file.sync();
}

/** Makes the file exclusively, which follows no link; what stands there is a killed writer's remains. */
async function openNew(temporary: string, mode: number): Promise<Deno.FsFile> {
  const options = { write: true, createNew: true, mode };
  try {
    return await Deno.open(temporary, options);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    await Deno.remove(temporary);
    return await Deno.open(temporary, options);
  }
}

async function copyOwnerAndMode(temporary: string, old: Deno.FileInfo): Promise<void> {
  if (old.mode === null) return;
  const own = await Deno.lstat(temporary);
  if (own.uid !== old.uid || own.gid !== old.gid) {
    // Only a privileged process may give a file away; for others the writer becomes the owner.
    await Deno.chown(temporary, old.uid, old.gid).catch(() => {});
  }
  await Deno.chmod(temporary, old.mode & 0o7777);
}

/** Makes the rename itself last; not every system lets a folder be opened for it. */
async function syncFolder(folder: string): Promise<void> {
  try {
    using handle = await Deno.open(folder, { read: true });
    await handle.sync();
  } catch {
    // The new file is complete and in place either way.
  }
}
