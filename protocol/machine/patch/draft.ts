import { isObject } from "../../json/value.ts";
import { didYouMean } from "../../suggest.ts";
import { refuse } from "./error.ts";
import type { Members } from "./members.ts";
import { indexStates, nameOf, type Place, placesFrom, type StateIndex } from "./state_index.ts";
import type { StateSlot } from "../tree.ts";

/**
 * A document while it is being changed. What is changed is copied first, once, together with the objects above
 * it; everything else stays shared with the document the draft was made from, which never changes.
 */
export class Draft {
  #top: Members;
  #states: StateIndex | undefined;
  /** The objects and lists that were made here, so that they may be changed in place. */
  readonly #own = new WeakSet<object>();

  /** Begins with a document. */
  constructor(def: Members) {
    this.#top = this.own(def);
  }

  /** The definition object itself, free to be changed; call {@linkcode forgetStates} after changing `state`. */
  get top(): Members {
    return this.#top;
  }

  /** Exchanges the whole document. */
  replaceTop(top: Members): void {
    this.#top = top;
    this.#own.add(top);
    this.forgetStates();
  }

  /** A copy that may be changed in place; the value itself when it is one already. */
  own<T extends object>(value: T): T {
    if (this.#own.has(value)) return value;
    const copy = (Array.isArray(value) ? value.slice() : { ...value }) as T;
    this.#own.add(copy);
    return copy;
  }

  /** The list of an own object under a key, own too; a missing one is made. */
  ownList(holder: Members, key: string): unknown[] {
    const value = holder[key] ?? [];
    if (!Array.isArray(value)) {
      refuse("wrong_type", key, `\`${key}\` is no list in this document; replace it first.`);
    }
    return holder[key] = this.own(value);
  }

  /** The object of an own object under a key, own too; a missing one is made. */
  ownObject(holder: Members, key: string): Members {
    const value = holder[key] ?? {};
    if (!isObject(value)) {
      refuse("wrong_type", key, `\`${key}\` is no object in this document; replace it first.`);
    }
    return holder[key] = this.own(value);
  }

  /** The states by name, as they are now. */
  get states(): StateIndex {
    return this.#states ??= indexStates(this.#top.state);
  }

  /** Says that states came, went or were renamed in another way than through {@linkcode attach} and its like. */
  forgetStates(): void {
    this.#states = undefined;
  }

  /** Where the root state stands. */
  rootPlace(): Place {
    return this.states.root ?? refuse("not_found", null, "the document has no root state.");
  }

  /** Where a state stands. */
  place(name: string): Place {
    const place = this.states.places.get(name);
    if (place) return place;
    const near = didYouMean(String(name), this.states.places.keys());
    return refuse("not_found", name, `there is no state ${JSON.stringify(name)}.${near}`);
  }

  /** A state, free to be changed; call {@linkcode forgetStates} after changing its name or what is below it. */
  ownState(place: Place): Members {
    if (this.#own.has(place.state)) return place.state;
    const state = this.own(place.state);
    if (place.parent === null) {
      this.#top.state = state;
    } else {
      const siblings = this.ownStates(place.parent, place.slot);
      siblings[siblings.indexOf(place.state)] = state;
    }
    return place.state = state;
  }

  /** The children or regions of a state, free to be changed; a missing list is made. */
  ownStates(parent: Place, slot: StateSlot): unknown[] {
    const state = this.ownState(parent);
    return this.ownList(slot === "region" ? this.ownObject(state, "parallel") : state, "states");
  }

  /** Notes a state that was put into a list, with everything below it. */
  attach(state: Members, parent: Place, slot: StateSlot): void {
    for (const place of placesFrom({ state, parent, slot })) {
      const name = nameOf(place.state);
      if (name !== undefined) this.#states?.places.set(name, place);
    }
  }

  /** Notes that a state was taken out of its list for good, with everything below it. */
  detach(place: Place): void {
    // With repeated names, the next state of the same name takes over.
    if (!this.#states?.unique) return this.forgetStates();
    for (const { state } of placesFrom(place)) {
      const name = nameOf(state);
      if (name !== undefined) this.#states.places.delete(name);
    }
  }

  /** Notes that a state now stands elsewhere. */
  reattach(place: Place, parent: Place, slot: StateSlot): void {
    if (!this.#states?.unique) return this.forgetStates();
    place.parent = parent;
    place.slot = slot;
  }
}
