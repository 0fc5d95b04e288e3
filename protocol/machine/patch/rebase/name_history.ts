import { idWord, stateWord } from "./brought_names.ts";
import type { Deed } from "./deed.ts";
import type { Spot, Vanished } from "./gone.ts";

/** The names that one space had before a change. */
class Space {
  /** Names made by the change itself. */
  readonly #made = new Set<string>();
  /** Names that are others now, by the one they have now. */
  readonly #renamed = new Map<string, string>();
  readonly #gone = new Set<string>();

  add(name: string): void {
    this.#made.add(name);
  }

  rename(from: string, to: string): void {
    if (this.#made.delete(from)) {
      this.#made.add(to);
      return;
    }
    this.#made.delete(to);
    this.#renamed.set(to, this.#renamed.get(from) ?? from);
    this.#renamed.delete(from);
  }

  remove(name: string): void {
    if (this.#made.delete(name)) return;
    this.#gone.add(this.#renamed.get(name) ?? name);
    this.#renamed.delete(name);
  }

  gone(): string[] {
    return [...this.#gone];
  }
}

/** Follows names through the operations of a change, to tell those that were there before and are gone. */
export class NameHistory {
  readonly #states = new Space();
  readonly #events = new Space();
  readonly #timers = new Space();

  /** Notes what an operation does. */
  note(deed: Deed, spot: Spot | undefined): void {
    spot?.gone?.states.forEach((name) => this.#states.remove(name));
    spot?.gone?.events.forEach((name) => this.#events.remove(name));
    spot?.gone?.timers.forEach((name) => this.#timers.remove(name));
    if (deed.renames.length > 0) return this.#rename(deed);
    for (const word of deed.brings) {
      if (word.startsWith(stateWord(""))) this.#states.add(word.slice(stateWord("").length));
      else this.#addDeclared(deed, word.slice(idWord("").length));
    }
  }

  /** The names that were there at first and are not any more. */
  vanished(): Vanished {
    return { states: this.#states.gone(), events: this.#events.gone(), timers: this.#timers.gone() };
  }

  #addDeclared(deed: Deed, id: string): void {
    const kind = deed.row.payload?.as;
    if (kind !== "timer") this.#events.add(id);
    if (kind !== "event") this.#timers.add(id);
  }

  #rename({ renames }: Deed): void {
    for (const { kind, from, to } of renames) {
      if (kind === "state") this.#states.rename(from, to);
      if (kind === "event" || kind === "declared") this.#events.rename(from, to);
      if (kind === "timer" || kind === "declared") this.#timers.rename(from, to);
    }
  }
}
