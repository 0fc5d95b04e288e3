import type { DocumentSource, DocumentWatching, JsonObject, ResolvedDocument } from "@loom/protocol";
import type { FileContent } from "../../room/change_file.ts";

/** One document that lives in memory, as the source of a hub. */
export class MemorySource implements DocumentSource {
  #content: FileContent;
  readonly #watching = new Set<() => void>();

  constructor(def: JsonObject) {
    this.#content = { def, revision: "r1", mtime: 1 };
  }

  /** The file. */
  get file(): FileContent {
    return this.#content;
  }

  /** Writes the file; without telling, as long as nobody looks. */
  write(def: JsonObject, isTold: boolean = true): FileContent {
    const mtime = this.#content.mtime + 1;
    this.#content = { def, revision: `r${mtime}`, mtime };
    if (isTold) { for (const onChange of this.#watching) onChange(); }
    return this.#content;
  }

  resolve(docId: string): Promise<ResolvedDocument> {
    const error = {
      ok: false as const,
      code: "forbidden_path" as const,
      message: "There is no such document.",
    };
    return Promise.resolve(docId.includes("secret") ? error : { ok: true, docId: `/real/${docId}` });
  }

  read(): Promise<FileContent> {
    return Promise.resolve(this.#content);
  }

  watch(_docId: string, onChange: () => void): DocumentWatching {
    this.#watching.add(onChange);
    return {
      ready: Promise.resolve(),
      close: () => {
        this.#watching.delete(onChange);
        return Promise.resolve();
      },
    };
  }
}
