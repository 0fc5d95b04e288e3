import { DocumentReadError, type DocumentSource, type JsonObject } from "@loom/protocol";
import type { FileContent } from "../../room/change_file.ts";

/** Documents in memory; tests decide when changes are reported. */
export class FakeDocuments implements DocumentSource {
  readonly reads: string[] = [];
  readonly #files = new Map<string, FileContent | "broken">();
  readonly #watches = new Map<string, () => void>();
  #mtime = 1_000;

  /** The documents that are watched. */
  get watched(): string[] {
    return [...this.#watches.keys()];
  }

  /** Writes a file; no watcher is called. */
  write(docId: string, def: JsonObject, mtime: number = ++this.#mtime): FileContent {
    const content = { revision: JSON.stringify(def), def, mtime };
    this.#files.set(docId, content);
    return content;
  }

  /** Makes a file unreadable; no watcher is called. */
  break(docId: string): void {
    this.#files.set(docId, "broken");
  }

  /** Takes a file away; no watcher is called. */
  remove(docId: string): void {
    this.#files.delete(docId);
  }

  /** Tells who watches the file. */
  tell(docId: string): void {
    this.#watches.get(docId)?.();
  }

  resolve(docId: string) {
    return Promise.resolve({ ok: true as const, docId });
  }

  read(docId: string): Promise<FileContent | null> {
    this.reads.push(docId);
    const file = this.#files.get(docId);
    if (file === "broken") return Promise.reject(new DocumentReadError(`"${docId}" is broken.`));
    return Promise.resolve(file ?? null);
  }

  watch(docId: string, onChange: () => void) {
    this.#watches.set(docId, onChange);
    return {
      ready: Promise.resolve(),
      close: () => {
        this.#watches.delete(docId);
        return Promise.resolve();
      },
    };
  }
}
