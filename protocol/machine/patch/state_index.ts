import { isObject } from "../../json/value.ts";
import type { StateSlot } from "../tree.ts";
import type { Members } from "./members.ts";

/** Where a state stands in a document. */
export interface Place {
  /** The state as it is now. */
  state: Members;
  /** Where its parent stands; `null` for the root. */
  parent: Place | null;
  /** How it hangs in the tree. */
  slot: StateSlot;
}

/** The states of a document by name. */
export interface StateIndex {
  /** Of states with the same name, the first in document order. */
  readonly places: Map<string, Place>;
  /** Where the root stands, if there is one. */
  readonly root: Place | undefined;
  /** Whether every name occurs once. */
  readonly unique: boolean;
  /** Whether every state is an object with a name. */
  readonly named: boolean;
}

/** Finds the states of a document, in document order. */
export function indexStates(root: unknown): StateIndex {
  const places = new Map<string, Place>();
  const top: Place | undefined = isObject(root) ? { state: root, parent: null, slot: "root" } : undefined;
  let unique = true;
  let named = top !== undefined;
  for (const place of placesFrom(top)) {
    const name = nameOf(place.state);
    if (name === undefined) named = false;
    else if (places.has(name)) unique = false;
    else places.set(name, place);
  }
  return { places, root: top, unique, named };
}

/** The name of a state; `undefined` for what has none. */
export function nameOf(state: unknown): string | undefined {
  return isObject(state) && typeof state.name === "string" ? state.name : undefined;
}

/** The places of a state and of everything below it, in document order; entries that are no objects included. */
export function* placesFrom(top: Place | undefined): Generator<Place, void> {
  const waiting = top ? [top] : [];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    yield place;
    stack(waiting, place, "region");
    stack(waiting, place, "child");
  }
}

function stack(waiting: Place[], parent: Place, slot: "child" | "region"): void {
  const states = statesIn(parent.state, slot);
  for (let index = states.length - 1; index >= 0; index--) {
    waiting.push({ state: states[index] as Members, parent, slot });
  }
}

/** The children or the regions of a state; an empty list when it has none. */
export function statesIn(state: unknown, slot: StateSlot): readonly unknown[] {
  if (!isObject(state)) return [];
  const holder = slot === "region" ? state.parallel : state;
  return isObject(holder) && Array.isArray(holder.states) ? holder.states : [];
}
