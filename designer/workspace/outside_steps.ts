import type { AnyOp, Direction } from "@loom/protocol";

/** A step of work that is not in the document, such as a movement of its arrangement, and can be undone like one. */
export interface OutsideStep {
  /** Takes it back; rejects when it cannot be. */
  readonly undo: () => void | Promise<void>;
  /** Makes it again; rejects when it cannot be. */
  readonly redo: () => void | Promise<void>;
}

/** The part of a session that steps are mixed into. */
interface Stepped {
  edit(ops: readonly AnyOp[]): void;
  step(direction: Direction): boolean;
}

type Entry = OutsideStep | "edit";

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
    return (direction === "undo" ? this.#done : this.#undone).some((entry) => entry !== "edit");
  }

  /** Edits the document. */
  edit(ops: readonly AnyOp[]): void {
    this.#session.edit(ops);
    this.#push("edit");
  }

  /** Adds a step that has been made. */
  record(step: OutsideStep): void {
    this.#push(step);
  }

  /** Undoes or redoes what came last; returns whether there was anything. */
  step(direction: Direction): boolean {
    const from = direction === "undo" ? this.#done : this.#undone;
    const entry = from.at(-1);
    // What the page did before it was followed here is the session's own.
    if (entry === undefined) return direction === "undo" ? this.#session.step(direction) : false;
    const rest = from.slice(0, -1);
    const isMade = entry === "edit" ? this.#session.step(direction) : true;
    if (entry !== "edit") void this.#perform(entry, direction);
    const to = direction === "undo" ? this.#undone : this.#done;
    const next = isMade ? [...to, entry] : to;
    [this.#done, this.#undone] = direction === "undo" ? [rest, next] : [next, rest];
    return isMade;
  }

  async #perform(entry: OutsideStep, direction: Direction): Promise<void> {
    try {
      await entry[direction]();
    } catch (error) {
      const without = (entries: readonly Entry[]) => entries.filter((one) => one !== entry);
      const [done, undone] = [without(this.#done), without(this.#undone)];
      [this.#done, this.#undone] = direction === "undo"
        ? [[...done, entry], undone]
        : [done, [...undone, entry]];
      this.#onTrouble(error instanceof Error ? error.message : String(error));
    }
  }

  #push(entry: Entry): void {
    this.#done = [...this.#done, entry];
    this.#undone = [];
  }
}
