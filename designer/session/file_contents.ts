import type { BridgeDocument } from "@loom/hub/client";
import {
  adaptOps,
  type Changes,
  type JsonObject,
  type Rollback,
  rollbackOf,
  type SeenContent,
  stepsBetween,
  withContent,
} from "@loom/protocol";

/** The contents that the file of a document had, as far as the documents at the hub show them. */
export class FileContents {
  #seen: readonly SeenContent[] = [];
  #file: JsonObject | null = null;
  #live: JsonObject | null = null;
  #revision: string | null = null;

  /**
   * Takes in the document that the hub has now.
   *
   * @param isForeign True when a program that the hub does not know wrote the file.
   * @returns the changes that an older content of the file took away, if any
   */
  take(
    changes: Changes,
    { confirmed, unsaved, fileRevision }: Pick<BridgeDocument, "confirmed" | "unsaved" | "fileRevision">,
    isForeign: boolean,
  ): Rollback | undefined {
    if (confirmed === null) return undefined;
    const moved = fileRevision === this.#revision ? this.#file : this.#after(changes, confirmed);
    const file = unsaved ? moved ?? confirmed : confirmed;
    const rollback = isForeign ? rollbackOf(changes, this.#seen, file, confirmed) : undefined;
    this.#seen = withContent(this.#seen, file, false);
    [this.#file, this.#live, this.#revision] = [file, confirmed, fileRevision];
    return rollback;
  }

  /** The file after the last change of the document, without what is unsaved. */
  #after(changes: Changes, confirmed: JsonObject): JsonObject | null {
    if (this.#file === null || this.#live === null) return null;
    const ops = stepsBetween(changes, this.#live, confirmed).flatMap((step) => step.ops);
    const fork = { under: this.#live, now: this.#file, across: null };
    const after = adaptOps(changes, ops, confirmed, fork);
    return after.ok ? after.value.after : null;
  }
}
