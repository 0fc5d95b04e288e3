import { DocumentError } from "../disk/document_error.ts";
import { fileError } from "../disk/file_error.ts";
import { listenToFolder } from "./folder_watch.ts";
import { parseDocument, type ReadDocumentOptions } from "../document.ts";
import { type DocumentText, readDocumentText } from "../disk/read_text.ts";
import { watchedPlaces } from "./watched_places.ts";

/** A change of a watched document. */
export type DocumentChange =
  /** It has other bytes than before and can be read. */
  | { readonly type: "changed"; readonly revision: string; readonly source: DocumentText }
  /** It is not there any more. */
  | { readonly type: "removed" }
  /** It cannot be read, and that has lasted. */
  | { readonly type: "broken"; readonly error: DocumentError };

/** Options for {@linkcode watchDocument}. */
export interface WatchOptions extends ReadDocumentOptions {
  /** The revision that is known already; a file with another one is reported at once. Default: the present one. */
  revision?: string;
  /** Quiet time before the file is read, in milliseconds. Default: 40. */
  debounce?: number;
  /** Time before a broken or missing file is reported, in milliseconds. Default: 400. */
  patience?: number;
  /**
   * True to report a write also when the content is the one reported last: who hears of writes in other ways may know of
   * one between. Default: `false`.
   */
  tellsEveryWrite?: boolean;
  /** True for a file that is no document, of which any content is reported. Default: `false`. */
  takesAnyText?: boolean;
  /** Ends the watch. */
  signal?: AbortSignal;
}

/** A running watch. */
export interface DocumentWatch extends AsyncDisposable {
  /** Settles when changes from now on are seen. */
  readonly ready: Promise<void>;
  /** Ends the watch; nothing is reported after it settles. */
  close(): Promise<void>;
}

/** The last known state of the file, as one word to compare. */
type Known = string;

const DEBOUNCE = 40;
const PATIENCE = 400;
/** A file that is written all the time is read after this many times the quiet moment. */
const LONGEST_BUSY = 10;

/**
 * Watches a document and reports each new content once.
 *
 * It survives everything that editors do: replacing the file by renaming another one over it, truncating and then
 * writing, deleting and making it again, and a file or folder that comes later. A symbolic link is
 * followed, and its being turned elsewhere is seen. Rewriting the same bytes is no change.
 *
 * @param path The document; it need not exist yet.
 * @param onChange Told about changes, one at a time.
 *
 * @example
 * ```ts
 * import { createDocument, type DocumentChange, editDocument, watchDocument } from "@loom/bridge/document";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const path = `${folder}/door.smdf.json`;
 * await createDocument(path, { settings: {}, events: [], state: { name: "Root" } });
 *
 * const { promise, resolve } = Promise.withResolvers<DocumentChange>();
 * const watch = watchDocument(path, resolve);
 * await watch.ready;
 * const { after } = await editDocument(path, (door) => ({ ...door, state: { name: "Door" } }));
 * const change = await promise;
 * assertEquals(change.type === "changed" && change.revision, after);
 * await watch.close();
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export function watchDocument(
  path: string,
  onChange: (change: DocumentChange) => void,
  options: WatchOptions = {},
): DocumentWatch {
  return new Watch(path, onChange, options);
}

class Watch implements DocumentWatch {
  readonly ready: Promise<void>;
  readonly #path: string;
  readonly #onChange: (change: DocumentChange) => void;
  readonly #options: WatchOptions;
  readonly #listening = new Map<string, () => Promise<void>>();
  readonly #abort = (): void => void this.close();
  #paths: ReadonlySet<string> = new Set();
  #known: Known | undefined;
  #troubledSince: number | undefined;
  #busySince = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void>;
  #closed = false;

  constructor(path: string, onChange: (change: DocumentChange) => void, options: WatchOptions) {
    this.#path = path;
    this.#onChange = onChange;
    this.#options = options;
    options.signal?.addEventListener("abort", this.#abort, { once: true });
    this.ready = this.#work = this.#start();
    if (options.signal?.aborted) this.#abort();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener("abort", this.#abort);
    await this.#work;
    const stops = [...this.#listening.values()];
    this.#listening.clear();
    await Promise.all(stops.map((stop) => stop()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #start(): Promise<void> {
    await this.#listen();
    if (this.#options.revision === undefined) this.#known = knownOf(await this.#look());
    else {
      this.#known = `changed ${this.#options.revision}`;
      this.#lookSoon();
    }
  }

  /** Looks when the file has been quiet for a moment, or has not been for long. */
  #lookSoon(): void {
    if (this.#closed) return;
    const debounce = this.#options.debounce ?? DEBOUNCE;
    if (this.#timer === undefined) this.#busySince = performance.now();
    else if (performance.now() - this.#busySince > debounce * LONGEST_BUSY) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#work = this.#work.then(() => this.#settle());
    }, debounce);
  }

  /** Listens again, since links and folders may lead elsewhere, then reports what the file has become. */
  async #settle(): Promise<void> {
    if (this.#closed) return;
    await this.#listen();
    const change = await this.#look();
    if (this.#closed) return;
    const known = knownOf(change);
    if (known === this.#known && !(this.#options.tellsEveryWrite && change.type === "changed")) {
      this.#troubledSince = undefined;
      return;
    }
    if (change.type !== "changed" && this.#mayPass()) {
      this.#lookSoon();
      return;
    }
    this.#troubledSince = undefined;
    this.#known = known;
    this.#report(change);
  }

  /** An error of the listener does not end the watch. */
  #report(change: DocumentChange): void {
    try {
      this.#onChange(change);
    } catch (error) {
      reportError(error);
    }
  }

  /** A file that is missing or broken may be one that is being written. */
  #mayPass(): boolean {
    this.#troubledSince ??= performance.now();
    return performance.now() - this.#troubledSince < (this.#options.patience ?? PATIENCE);
  }

  async #listen(): Promise<void> {
    // A folder that comes while the places are listed can change them, hence a second look.
    for (let round = 0; round < 2; round++) {
      const { folders, paths } = await watchedPlaces(this.#path);
      this.#paths = paths;
      for (const [folder, stop] of this.#listening) {
        if (folders.has(folder)) continue;
        this.#listening.delete(folder);
        await stop();
      }
      for (const folder of folders) this.#listenTo(folder);
    }
  }

  #listenTo(folder: string): void {
    if (this.#listening.has(folder)) return;
    try {
      const stop = listenToFolder(folder, {
        onEvent: (paths) => {
          if (paths.some((path) => this.#paths.has(path))) this.#lookSoon();
        },
        onEnd: () => {
          this.#listening.delete(folder);
          this.#lookSoon();
        },
      });
      this.#listening.set(folder, stop);
    } catch {
      // It went away just now, which the folder around it tells.
    }
  }

  async #look(): Promise<DocumentChange> {
    try {
      const source = await readDocumentText(this.#path, this.#options);
      return lookAt(source, this.#options);
    } catch (cause) {
      const error = fileError(cause, this.#path, "read");
      const gone = error.code === "not_found" || error.code === "no_folder";
      return gone ? { type: "removed" } : { type: "broken", error };
    }
  }
}

function lookAt(source: DocumentText, options: WatchOptions): DocumentChange {
  const changed: DocumentChange = { type: "changed", revision: source.revision, source };
  if (options.takesAnyText) return changed;
  if (source.path.toLowerCase().endsWith(".json")) parseDocument(source, options);
  else if (source.text.trim() === "") {
    throw new DocumentError(
      "unreadable",
      `"${source.path}" is empty: write a document into it.`,
      source.path,
    );
  }
  return changed;
}

function knownOf(change: DocumentChange): Known {
  if (change.type === "changed") return `changed ${change.revision}`;
  return change.type === "removed" ? "removed" : `broken ${change.error.message}`;
}
