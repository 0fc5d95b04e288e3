import { join } from "@std/path";
import { LOCK_TIMEOUT, withDocumentLock } from "../lock/document_lock.ts";
import { resolveDocumentPath } from "../disk/resolve_path.ts";
import type { HistoryStore } from "../open_document_types.ts";

/** Options for {@linkcode withFileHistory}. */
export interface FileHistoryOptions {
  /** The folder for histories; made where it is missing, for its owner alone. */
  readonly folder: string;
  /** Called with the reason when edits cannot be kept. */
  readonly notify: (reason: string) => void;
}

/** The largest history that is kept, in UTF-16 units. */
const MAX_LENGTH = 8 * 1024 * 1024;

/**
 * Does an edit whose history is kept in a file, so that a later program can undo it. Programs with the same folder wait
 * for each other. Where the history cannot be kept, the edit is done without.
 *
 * @param path The document; all names of a file share one history.
 * @param work Does the edit; it gets no store where the history cannot be kept.
 */
export async function withFileHistory<Value>(
  path: string,
  { folder, notify }: FileHistoryOptions,
  work: (store?: HistoryStore) => Promise<Value>,
): Promise<Value> {
  let hasBegun = false;
  try {
    const { realPath } = await resolveDocumentPath(path);
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(realPath));
    const name = new Uint8Array(digest).toHex().slice(0, 32);
    const file = join(folder, `${name}.json`);
    return await withDocumentLock(file, file, LOCK_TIMEOUT, async () => {
      hasBegun = true;
      return await work(storeIn(file, notify));
    });
  } catch (error) {
    if (hasBegun) throw error;
    notify(reasonOf(error));
    return await work();
  }
}

function storeIn(file: string, notify: (reason: string) => void): HistoryStore {
  return {
    load: async () => {
      try {
        return JSON.parse(await Deno.readTextFile(file));
      } catch {
        // No history yet, or one that was cut off: the next edit begins a new one.
        return undefined;
      }
    },
    save: async (history) => {
      try {
        const text = JSON.stringify(history(MAX_LENGTH));
        if (text.length > MAX_LENGTH) throw new Error("the document is too large.");
        await Deno.writeTextFile(`${file}.tmp`, text, { mode: 0o600 });
        await Deno.rename(`${file}.tmp`, file);
      } catch (error) {
        notify(reasonOf(error));
        await Deno.remove(file).catch(() => {});
      }
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
