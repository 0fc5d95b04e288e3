import { isObject } from "@loom/protocol";
import { replaceFile } from "../disk/replace_file.ts";
import { sidecarPath } from "../disk/sidecar.ts";

/** Number of names are kept, the latest ones. */
const MOST_NAMES = 2_000;
/** Retention in milliseconds: as long as somebody may be away and return with changes of that time. */
const LONGEST = 24 * 60 * 60 * 1000;
/** The longest note that is read, in bytes. */
const MAX_BYTES = 1024 * 1024;

/** One save of a document that is edited live. */
interface Save {
  /** The revision that was replaced. */
  readonly base: string;
  readonly revision: string;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  /** The names of the changes in it. */
  readonly opIds: readonly string[];
}

/**
 * Notes which live changes the new text of a document holds, in a file beside it. To be called before the text is written, by the
 * holder of the lock: a reader tells from the file's revision whether it was.
 *
 * The note is for a hub that starts again: it has only the file, and learns from the note which changes it need not take once more.
 * If it cannot be written, only the note is lost.
 */
export async function noteSave(realPath: string, save: Save): Promise<void> {
  const path = sidecarPath(realPath, "saved");
  const known = await readSaves(path) ?? [];
  const saves = [...landed(known, save.base), save].filter(({ at }) => at > save.at - LONGEST);
  let left = MOST_NAMES;
  const kept: Save[] = [];
  for (const one of saves.toReversed()) {
    if (left <= 0) break;
    const opIds = one.opIds.slice(-left);
    left -= opIds.length;
    kept.unshift({ ...one, opIds });
  }
  const bytes = new TextEncoder().encode(JSON.stringify({ saves: kept }) + "\n");
  await replaceFile(path, bytes, path).catch(() => {});
}

/** Takes the note of a save back whose text was not written after all; to be called by the holder of the lock. */
export async function unnoteSave(realPath: string, revision: string): Promise<void> {
  const path = sidecarPath(realPath, "saved");
  const saves = await readSaves(path);
  if (saves?.at(-1)?.revision !== revision) return;
  const bytes = new TextEncoder().encode(JSON.stringify({ saves: saves.slice(0, -1) }) + "\n");
  await replaceFile(path, bytes, path).catch(() => {});
}

/**
 * The names of the live changes that are known to have been saved into a document, for a hub that starts again: it need not take
 * them once more. Some of them may be gone from the file since, by a later edit.
 *
 * @param realPath The document, symbolic links resolved.
 * @param revision The revision of the file, read before this.
 * @returns `undefined` where nothing was noted.
 */
export async function savedChanges(
  realPath: string,
  revision: string,
): Promise<readonly string[] | undefined> {
  const saves = await readSaves(sidecarPath(realPath, "saved"));
  return saves && landed(saves, revision).flatMap(({ opIds }) => opIds);
}

/** The saves without the last one when it never came to be written: the file is still what it was based on. */
function landed(saves: readonly Save[], revision: string): readonly Save[] {
  const last = saves.at(-1);
  return last?.base === revision && last.revision !== revision ? saves.slice(0, -1) : saves;
}

/** The saves in a note; `undefined` where there is none that can be read. */
async function readSaves(path: string): Promise<readonly Save[] | undefined> {
  try {
    const { isFile, size } = await Deno.lstat(path);
    if (!isFile || size > MAX_BYTES) return undefined;
    const note: unknown = JSON.parse(await Deno.readTextFile(path));
    const saves: unknown = isObject(note) ? note.saves : undefined;
    return Array.isArray(saves) ? saves.filter(isSave) : undefined;
  } catch {
    return undefined;
  }
}

function isSave(value: unknown): value is Save {
  if (!isObject(value)) return false;
  const { base, revision, at, opIds } = value;
  return typeof base === "string" && typeof revision === "string" && typeof at === "number" &&
    Array.isArray(opIds) && opIds.every((opId) => typeof opId === "string");
}
