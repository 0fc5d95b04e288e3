import {
  type AnyOp,
  type Direction,
  type EditHistory,
  followHistory,
  type JsonObject,
  type ListedEdit,
  listEdits,
  nextSteps,
  NO_EDITS,
  readHistory,
  recordEdit,
  rollbackOf,
  saveHistory,
  type SeenContent,
  stepsBetween,
  withContent,
} from "@loom/protocol";
import type { Document } from "../document.ts";
import type { OpenDocumentOptions } from "../open_document_types.ts";
import { BlockedStep, changesOf, type Known, noteOf, type Transaction } from "./transaction.ts";

/** Options of {@linkcode OwnEdits}. */
export type OwnEditsOptions = Pick<OpenDocumentOptions<unknown>, "history" | "keepsHistory">;

/** The edits of one party of a document, which it can undo, redo and look up whatever others write in between. */
export class OwnEdits {
  readonly #options: OwnEditsOptions;
  #history: EditHistory = NO_EDITS;
  /** The content that the history applies to. */
  #known: Known | undefined;
  #isRestored = false;
  /** The contents that the history has seen. */
  #contents: readonly SeenContent[] = [];
  /** The own edits that vanished, and that no edit has told yet. */
  #untold: readonly AnyOp[] = [];

  constructor(options: OwnEditsOptions) {
    this.#options = options;
  }

  /** The number of edits that can be undone. */
  get undoable(): number {
    return this.#history.undos.length;
  }

  /** The number of edits that can be redone. */
  get redoable(): number {
    return this.#history.redos.length;
  }

  /** The edits, the newest first. */
  list(document: Document): readonly ListedEdit[] {
    return listEdits(changesOf(document), this.#history);
  }

  /** Takes up the history that an earlier program left; its document counts as what this party saw last. */
  async restore(document: Document): Promise<void> {
    const { history } = this.#options;
    if (history === undefined || this.#isRestored) return;
    this.#isRestored = true;
    const read = readHistory(changesOf(document), await history.load());
    if (read?.now === undefined) return;
    this.#history = { undos: read.undos, redos: read.redos };
    this.#known = { revision: "", definition: read.now };
    for (const { to, fork: { under, now } } of read.undos) {
      this.#contents = withContent(withContent(this.#contents, to, false), under, true);
      this.#contents = withContent(this.#contents, now, false);
    }
  }

  /**
   * The own edits that vanished from a content which another program wrote, until an edit tells them: an attempt may fail, or
   * be made again.
   */
  rolledBack(document: Document): readonly AnyOp[] {
    const { definition } = document;
    const known = this.#known;
    if (this.#options.keepsHistory === false) return this.#untold;
    const isForeign = known !== undefined && known.revision !== document.revision;
    const rollback = isForeign ? rollbackOf(changesOf(document), this.#contents, definition) : undefined;
    this.#contents = withContent(this.#contents, definition, false);
    if (rollback?.isOwn) this.#untold = [...this.#untold, ...rollback.vanished];
    return this.#untold;
  }

  /** Takes in what others have written since the history was last up to date. */
  follow(document: Document): Known {
    const now = { revision: document.revision, definition: document.definition };
    const known = this.#known;
    if (known?.revision === now.revision) return known;
    this.#known = now;
    if (known !== undefined && this.undoable + this.redoable > 0) {
      const steps = stepsBetween(changesOf(document), known.definition, now.definition);
      this.#history = followHistory(this.#history, now.definition, steps);
    }
    return now;
  }

  /** Adds an edit that is in the file. */
  record(
    document: Document,
    ops: readonly AnyOp[],
    before: JsonObject,
    after: Known,
    together?: readonly string[],
  ): void {
    if (this.#options.keepsHistory === false) return;
    const changes = changesOf(document);
    const note = (this.#options.history || together) && after.written
      ? noteOf(changes, ops, after.written, together)
      : undefined;
    this.#history = recordEdit(changes, this.#history, ops, before, after.definition, note);
    this.#known = after;
  }

  /**
   * Steps back or forward.
   *
   * @throws {BlockedStep} A kept history stays whole: what others did may go away again. Another one drops the edit.
   */
  step(
    document: Document,
    direction: Direction,
    before: JsonObject,
    { count = 1, dryRun = false }: {
      readonly count?: number | undefined;
      readonly dryRun?: boolean | undefined;
    },
  ): Pick<Transaction, "after" | "ops" | "record" | "isStep"> {
    const steps = nextSteps(changesOf(document), this.#history, direction, before, count);
    if (!("ops" in steps)) {
      if (!dryRun && !this.#options.history) this.#history = steps.rest;
      throw new BlockedStep(steps);
    }
    const { after, ops, history } = steps;
    const record = (known: Known) => {
      this.#history = history;
      this.#known = known;
    };
    return { after, ops: () => ops, isStep: true, record };
  }

  /** Begins without edits, at a new document. */
  async begin(row: Document["row"], known: Known): Promise<void> {
    this.#history = NO_EDITS;
    this.#known = known;
    await this.#keep(row);
  }

  /** Notes that what vanished has been told. */
  told(): void {
    this.#untold = [];
  }

  /** Keeps the edits for later programs, with one whose content was just written. */
  async wrote(row: Document["row"], content: JsonObject): Promise<void> {
    this.#contents = withContent(this.#contents, content, true);
    await this.#keep(row);
  }

  async #keep({ content }: Document["row"]): Promise<void> {
    if (content) {
      await this.#options.history?.save((most) => saveHistory(content.changes, this.#history, most));
    }
  }
}
