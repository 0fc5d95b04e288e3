import { isObject } from "@loom/protocol";
import { basename, dirname, join } from "@std/path";
import { replaceFile } from "../disk/replace_file.ts";
import { madeNotesPath } from "../disk/sidecar.ts";
import { LOCK_TIMEOUT, withDocumentLock } from "../lock/document_lock.ts";
import { checksumOf } from "./seal.ts";

/** The longest list that is read, in bytes. */
const MAX_BYTES = 1024 * 1024;

/** The checksum of a file as the loom last wrote it; `undefined` when that was not noted. */
export async function notedChecksum(realPath: string): Promise<string | undefined> {
  return (await readNotes(madeNotesPath(realPath))).get(basename(realPath));
}

/**
 * Notes the checksum of a file that was just written, for formats that have no room for it. Files that are gone leave
 * the list. If it cannot be written, only the note is lost.
 */
export async function noteMade(realPath: string, bytes: Uint8Array): Promise<void> {
  const path = madeNotesPath(realPath);
  const note = async () => {
    const notes = await readNotes(path);
    for (const name of notes.keys()) {
      if (!await isThere(join(dirname(path), name))) notes.delete(name);
    }
    notes.set(basename(realPath), await checksumOf(bytes));
    const text = JSON.stringify({ made: Object.fromEntries([...notes].sort()) }, null, 2) + "\n";
    await replaceFile(path, new TextEncoder().encode(text), path);
  };
  await withDocumentLock(path, path, LOCK_TIMEOUT, note).catch(() => {});
}

async function readNotes(path: string): Promise<Map<string, string>> {
  try {
    if ((await Deno.lstat(path)).size > MAX_BYTES) return new Map();
    const value: unknown = JSON.parse(await Deno.readTextFile(path));
    const made = isObject(value) && isObject(value["made"]) ? value["made"] : {};
    return new Map(
      Object.entries(made).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return new Map();
  }
}

async function isThere(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}
