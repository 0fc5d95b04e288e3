import { type DocumentChange, type DocumentWatch, watchDocument } from "@loom/bridge/document";

/** Watches whichever document is active, while somebody asks for that. */
export class Lookout {
  readonly #root: string | undefined;
  readonly #onChange: (revision: string | undefined) => void;
  #path: string;
  #askers = 0;
  #watch: DocumentWatch | undefined;
  #ending: Promise<void> = Promise.resolve();

  /** @param onChange Told the revision of what the file has become; `undefined` when it is gone or broken. */
  constructor(path: string, root: string | undefined, onChange: (revision: string | undefined) => void) {
    this.#path = path;
    this.#root = root;
    this.#onChange = onChange;
  }

  /** Settles when changes are seen from now on. */
  get ready(): Promise<void> {
    return this.#watch?.ready ?? Promise.resolve();
  }

  /** Looks out until the last who asked has ended it; gives what ends it. */
  ask(): () => void {
    this.#askers++;
    this.#begin();
    let isAsking = true;
    return () => {
      if (!isAsking) return;
      isAsking = false;
      if (--this.#askers === 0) this.#end();
    };
  }

  /** Looks at another document from now on. */
  turnTo(path: string): void {
    this.#path = path;
    if (this.#watch === undefined) return;
    this.#end();
    this.#begin();
  }

  /** Ends it for all. */
  async close(): Promise<void> {
    this.#end();
    await this.#ending;
  }

  #begin(): void {
    const path = this.#path;
    this.#watch ??= watchDocument(path, (change) => {
      if (path === this.#path) this.#onChange(revisionIn(change));
    }, this.#root === undefined ? {} : { root: this.#root });
  }

  #end(): void {
    const watch = this.#watch;
    this.#watch = undefined;
    if (watch !== undefined) this.#ending = Promise.all([this.#ending, watch.close()]).then(() => {});
  }
}

function revisionIn(change: DocumentChange): string | undefined {
  return change.type === "changed" ? change.revision : undefined;
}
