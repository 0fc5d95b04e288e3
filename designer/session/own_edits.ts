import type { BridgeDocument, Overwrote } from "@loom/hub/client";
import {
  type AnyOp,
  type Changes,
  type ChangeStep,
  type Direction,
  followChange,
  followHistory,
  type HistoryStep,
  type JsonObject,
  nextStep,
  NO_EDITS,
  popEdit,
  pushEdit,
  recordEdit,
  recordStep,
  stepOf,
  type UndoStack,
} from "@loom/protocol";
import { FileContents } from "./file_contents.ts";
import { LostValues } from "./lost_values.ts";
import type { LostValue } from "./session_types.ts";

/** A step of undo or redo that can be taken. */
export type OpenStep = Extract<HistoryStep, { readonly ops: readonly AnyOp[] }>;

/** Operations that bring back what the person had, or why that cannot be. */
export type Restored = { readonly ops: readonly AnyOp[] } | { readonly reason: string };

/**
 * The person's changes that can be undone or put back: the undo history, the edits that clashed with a change of someone else,
 * and the values that were overwritten unseen. All follow each change of the document.
 */
export class OwnEdits {
  readonly #changesNow: () => Changes;
  #history = NO_EDITS;
  /** The edits that restore what the person had changed where someone else changed the same. */
  #clashed: UndoStack = [];
  readonly #lost = new LostValues();
  readonly #contents = new FileContents();

  /** Begins without edits; `changes` returns the operations of the document's kind. */
  constructor(changes: () => Changes) {
    this.#changesNow = changes;
  }

  get canUndo(): boolean {
    return this.#history.undos.length > 0;
  }

  get canRedo(): boolean {
    return this.#history.redos.length > 0;
  }

  /** The values that were overwritten unseen, the oldest first. */
  get lostValues(): readonly LostValue[] {
    return this.#lost.list;
  }

  /** Takes in a change of others. */
  follow(after: JsonObject | null, steps: readonly ChangeStep[] | null): void {
    this.#history = followHistory(this.#history, after, steps);
    this.#followBeside(after, steps);
  }

  /** Adds an edit of the person. */
  record(ops: readonly AnyOp[], before: JsonObject, after: JsonObject): void {
    this.#history = recordEdit(this.#changesNow(), this.#history, ops, before, after);
    this.#followOwn(ops, before, after);
  }

  /** The next step back or forward, which is no longer in the history; `undefined` when there is none. */
  step(direction: Direction, before: JsonObject): HistoryStep | undefined {
    const step = nextStep(this.#changesNow(), this.#history, direction, before);
    if (step) this.#history = step.rest;
    return step;
  }

  /** Adds a step that was taken. */
  recordStep({ ops, rest }: OpenStep, direction: Direction, before: JsonObject, after: JsonObject): void {
    this.#history = recordStep(this.#changesNow(), rest, direction, { ops, after }, before);
    this.#followOwn(ops, before, after);
  }

  /** Keeps a content of the person that clashed with another one, in the document as it is now. */
  clash(theirs: JsonObject, mine: JsonObject, now: JsonObject): void {
    const edit = pushEdit([], this.#changesNow().diff(theirs, mine), theirs, mine);
    this.#clashed = [...followChange(this.#clashed, theirs, null), ...followChange(edit, now, null)];
  }

  /** Takes the next of the edits that clashed; `undefined` when there is none. */
  takeClashed(): Restored | undefined {
    const popped = popEdit(this.#changesNow(), this.#clashed);
    this.#clashed = popped?.rest ?? [];
    return popped && (popped.edit ? { ops: popped.edit.ops } : { reason: popped.reason ?? "" });
  }

  /** Gives the edits that clashed up. */
  dropClashed(): void {
    this.#clashed = [];
  }

  /** The content that the edits that clashed would restore; `undefined` when there are none. */
  restored(theirs: JsonObject): JsonObject | undefined {
    if (this.#clashed.length === 0) return undefined;
    let mine = theirs;
    for (let stack = this.#clashed; stack.length > 0;) {
      const popped = popEdit(this.#changesNow(), stack);
      if (popped?.edit) mine = popped.edit.after;
      stack = popped?.rest ?? [];
    }
    return mine;
  }

  /** Offers the values that a change has overwritten. */
  lose(overwrote: Overwrote, view: JsonObject | null): void {
    this.#lost.add(this.#changesNow(), overwrote, view);
  }

  /**
   * Takes in the document that the hub has now. Where an older content of the file took changes away, these are offered.
   *
   * @param isForeign True when a program that the hub does not know wrote the file.
   * @returns true when changes were taken away
   */
  takeContent(document: BridgeDocument, isForeign: boolean): boolean {
    const { confirmed, view } = document;
    const rollback = this.#contents.take(this.#changesNow(), document, isForeign);
    if (rollback === undefined || confirmed === null) return false;
    this.#lost.addRollback(this.#changesNow(), rollback, confirmed, view);
    return true;
  }

  /** Takes a lost value; `undefined` for one that is not offered. */
  takeLost(id: number): Restored | undefined {
    return this.#lost.take(this.#changesNow(), id);
  }

  /** Offers a lost value no more. */
  dropLost(id: number): void {
    this.#lost.drop(id);
  }

  #followOwn(ops: readonly AnyOp[], before: JsonObject, after: JsonObject): void {
    this.#followBeside(after, [stepOf(this.#changesNow(), ops, before, after)]);
  }

  #followBeside(after: JsonObject | null, steps: readonly ChangeStep[] | null): void {
    this.#clashed = followChange(this.#clashed, after, steps);
    if (this.#lost.list.length > 0) this.#lost.follow(this.#changesNow(), after, steps);
  }
}
