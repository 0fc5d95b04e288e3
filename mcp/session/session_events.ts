import type { DocumentWatch, OpenDocument } from "@loom/bridge/document";
import type { SessionChange } from "./session.ts";

/** The part of a document that is watched. */
type Watched = Pick<OpenDocument<unknown>, "watch">;

/** The changes of the active document: those of the session, and those of others while somebody watches. */
export class SessionEvents {
  readonly #listeners = new Set<(change: SessionChange) => void>();
  #document: Watched;
  #watchers = 0;
  #watch: DocumentWatch | undefined;
  #ending: Promise<void> = Promise.resolve();
  /** The revision that was reported last. */
  #revision: string | undefined;

  /** Makes the events of a document; nothing is watched yet. */
  constructor(document: Watched) {
    this.#document = document;
  }

  /** Settles when changes from now on are seen. */
  get ready(): Promise<void> {
    return this.#watch?.ready ?? Promise.resolve();
  }

  /** Adds a listener; returns a function that removes it. */
  add(listener: (change: SessionChange) => void): () => void {
    // Wrapped, so that one function that is added twice is called twice.
    const own = (change: SessionChange) => listener(change);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Watches the file until everybody who asked has ended it; returns a function that ends it. */
  watch(): () => void {
    this.#watchers++;
    this.#begin();
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      if (--this.#watchers === 0) this.#end();
    };
  }

  /** Reports a content, each revision once; `undefined` for a file that is gone or broken. */
  content(revision: string | undefined): void {
    if (revision !== undefined && revision === this.#revision) return;
    this.#revision = revision;
    this.#report({ type: "content" });
  }

  /** Follows another document from now on, and reports that. */
  switched(document: Watched, change: SessionChange): void {
    this.#document = document;
    this.#revision = undefined;
    if (this.#watch !== undefined) {
      this.#end();
      this.#begin();
    }
    this.#report(change);
  }

  /** Removes all listeners and ends the watch. */
  async close(): Promise<void> {
    this.#listeners.clear();
    this.#end();
    await this.#ending;
  }

  #begin(): void {
    const document = this.#document;
    this.#watch ??= document.watch((change) => {
      if (document === this.#document) this.content(change.type === "changed" ? change.revision : undefined);
    });
  }

  #end(): void {
    const watch = this.#watch;
    this.#watch = undefined;
    if (watch !== undefined) this.#ending = Promise.all([this.#ending, watch.close()]).then(() => {});
  }

  #report(change: SessionChange): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(change);
      } catch (error) {
        // An error of a listener is not the session's.
        reportError(error);
      }
    }
  }
}
