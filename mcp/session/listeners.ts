import type { SessionChange } from "./session.ts";

/** Those who want to hear of changes. */
export class Listeners {
  readonly #listeners = new Set<(change: SessionChange) => void>();
  /** The revision that was told of last. */
  #revision: string | undefined;

  /** Adds one; gives what takes it away. */
  add(listener: (change: SessionChange) => void): () => void {
    // Wrapped, so that one function that listens twice is told twice.
    const own = (change: SessionChange) => listener(change);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Tells of a content, once of each. */
  tellContent(revision: string | undefined): void {
    if (revision !== undefined && revision === this.#revision) return;
    this.#revision = revision;
    this.#tell({ type: "content" });
  }

  /** Tells of a switch. */
  tellSwitch(change: Extract<SessionChange, { type: "switched" }>): void {
    this.#revision = undefined;
    this.#tell(change);
  }

  /** Takes all away. */
  clear(): void {
    this.#listeners.clear();
  }

  #tell(change: SessionChange): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(change);
      } catch (error) {
        // What a listener throws is its own matter.
        reportError(error);
      }
    }
  }
}
