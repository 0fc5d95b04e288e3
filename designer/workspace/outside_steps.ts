import type { AnyOp, Direction } from "@loom/protocol";
import { reasonOf } from "./ask_server.ts";

/** A step of work that is not in the document, such as a movement of its arrangement, and can be undone like one. */
export interface OutsideStep {
  /** Takes it back; rejects when it cannot be. */
  readonly undo: () => void | Promise<void>;
  /** Makes it again; rejects when it cannot be. */
  readonly redo: () => void | Promise<void>;
  /** True when it belongs to the edit before it: both are undone at once. */
  readonly isOfEdit?: true;
}

/** The part of a session that steps are mixed into. */
interface Stepped {
  edit(ops: readonly AnyOp[]): void;
  step(direction: Direction): boolean;
}

/** An edit of the document, a step beside it, or both. */
interface Entry {
  readonly isEdit?: true;
  readonly beside?: OutsideStep;
}

/** The order of a person's edits and of steps beside them, so that undo takes back whatever came last. */
export class OutsideSteps {
  readonly #session: Stepped;
  #done: readonly Entry[] = [];
  #undone: readonly Entry[] = [];
  readonly #onTrouble: (reason: string) => void;

  /**
   * @param session The session of the document.
   * @param onTrouble Called with the reason when a step could be neither undone nor redone; it can be tried again then.
   */
  constructor(session: Stepped, onTrouble: (reason: string) => void) {
    this.#session = session;
    this.#onTrouble = onTrouble;
  }

  /** True when a step in a direction is one of those beside the document. */
  has(direction: Direction): boolean {
    return (direction === "undo" ? this.#done : this.#undone).some(({ beside }) => beside !== undefined);
  }

  /** Edits the document. */
  edit(ops: readonly AnyOp[]): void {
    this.#session.edit(ops);
    this.#push({ isEdit: true });
  }

  /** Adds a step that has been made. */
  record(step: OutsideStep): void {
    if (step.isOfEdit && this.#done.at(-1)?.isEdit) {
      this.#done = [...this.#done.slice(0, -1), { isEdit: true, beside: step }];
    } else this.#push({ beside: step });
  }

  /** Undoes or redoes what came last; returns whether there was anything. */
  step(direction: Direction): boolean {
    const from = direction === "undo" ? this.#done : this.#undone;
    const entry = from.at(-1);
    // What the page did before it was followed here is the session's own.
    if (entry === undefined) return direction === "undo" ? this.#session.step(direction) : false;
    const rest = from.slice(0, -1);
    const isMade = entry.isEdit ? this.#session.step(direction) : true;
    if (entry.beside && isMade) void this.#perform(entry, entry.beside, direction);
    const to = direction === "undo" ? this.#undone : this.#done;
    const next = isMade ? [...to, entry] : to;
    [this.#done, this.#undone] = direction === "undo" ? [rest, next] : [next, rest];
    return isMade;
  }

  async #perform(entry: Entry, beside: OutsideStep, direction: Direction): Promise<void> {
    try {
      await beside[direction]();
    } catch (error) {
      if (entry.isEdit) return this.#onTrouble(reasonOf(error));
      const without = (entries: readonly Entry[]) => entries.filter((one) => one !== entry);
      const [done, undone] = [without(this.#done), without(this.#undone)];
      [this.#done, this.#undone] = direction === "undo"
        ? [[...done, entry], undone]
        : [done, [...undone, entry]];
      this.#onTrouble(reasonOf(error));
    }
  }

  #push(entry: Entry): void {
    this.#done = [...this.#done, entry];
    this.#undone = [];
  }
}
